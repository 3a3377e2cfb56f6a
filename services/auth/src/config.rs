//! The knobs of this service; `--help` prints them.

use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use chrono::TimeDelta;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

use crate::domain::{refresh::Limits, rotation::Rotation};

pub use self::limits::LimitConfig;

mod limits;

/// The auth service: accounts, sessions and the keys that sign them.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-auth", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub feed: FeedConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "AUTH_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    #[command(flatten)]
    pub keys: KeyConfig,
    #[command(flatten)]
    pub sessions: SessionConfig,
    #[command(flatten)]
    pub passwords: PasswordConfig,
    #[command(flatten)]
    pub limits: LimitConfig,
    /// Who carries codes and mails to people
    #[arg(long, env, default_value = "http://notification:50051")]
    pub notification_url: String,
    /// Where people find the shop: what links in mails begin with
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    #[command(flatten)]
    pub accounts: AccountConfig,
    #[command(subcommand)]
    pub task: Option<Task>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct KeyConfig {
    /// Seals the private keys and the letters in the database, and hashes what is easily guessed: 32 random bytes in base64, as
    /// `openssl rand -base64 32` prints them. Local mode has one of its own, which production refuses. To change it, empty the
    /// table `signing_key`: everybody's next refresh brings a token of a new key. Codes and links that are out are void then
    #[arg(long = "key-secret", env = "AUTH_KEY_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// How long a key signs
    #[arg(long = "key-rotation", env = "AUTH_KEY_ROTATION", value_parser = parse_span, default_value = "30d")]
    pub rotation: TimeDelta,
    /// How long before it signs a key is published
    #[arg(long = "key-lead", env = "AUTH_KEY_LEAD", value_parser = parse_span, default_value = "1d")]
    pub lead: TimeDelta,
}

#[derive(Debug, Clone, clap::Args)]
pub struct SessionConfig {
    /// How long an access token is good; what a stolen one is worth, and how late other services hear of a sign-out
    #[arg(long, env = "AUTH_ACCESS_TTL", value_parser = parse_span, default_value = "10m")]
    pub access_ttl: TimeDelta,
    /// A session that is not used for this long is over
    #[arg(long, env = "AUTH_SESSION_IDLE", value_parser = parse_span, default_value = "30d")]
    pub session_idle: TimeDelta,
    /// No session lasts longer, however much it is used
    #[arg(long, env = "AUTH_SESSION_ABSOLUTE", value_parser = parse_span, default_value = "180d")]
    pub session_absolute: TimeDelta,
    /// How long a refresh token is still good after it was exchanged: two tabs may refresh at once
    #[arg(long, env = "AUTH_REFRESH_GRACE", value_parser = parse_span, default_value = "30s")]
    pub refresh_grace: TimeDelta,
}

/// argon2id. The defaults are the least that OWASP recommends; raised, they reach each account at its next sign-in.
#[derive(Debug, Clone, clap::Args)]
pub struct PasswordConfig {
    /// Memory a hash takes, in KiB
    #[arg(long = "password-memory-kib", env = "AUTH_PASSWORD_MEMORY_KIB", default_value_t = 19 * 1024)]
    pub memory_kib: u32,
    /// Passes over that memory
    #[arg(long = "password-passes", env = "AUTH_PASSWORD_PASSES", default_value_t = 2)]
    pub passes: u32,
    /// Lanes the memory is cut into
    #[arg(long = "password-lanes", env = "AUTH_PASSWORD_LANES", default_value_t = 1)]
    pub lanes: u32,
    /// Hashes computed at once; as many as the machine has cores when unset
    #[arg(long = "password-workers", env = "AUTH_PASSWORD_WORKERS")]
    pub workers: Option<NonZeroUsize>,
    /// How long a sign-in waits for its turn before it is told to come back later
    #[arg(long = "password-patience", env = "AUTH_PASSWORD_PATIENCE", value_parser = humantime::parse_duration, default_value = "3s")]
    pub patience: Duration,
    /// A list of leaked passwords, one a line, that nobody may choose; a short one is built in
    #[arg(long = "leaked-passwords", env = "AUTH_LEAKED_PASSWORDS")]
    pub leaked: Option<PathBuf>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct AccountConfig {
    /// How long an account that asked to be deleted may still be taken back
    #[arg(long = "deletion-grace", env = "AUTH_DELETION_GRACE", value_parser = parse_span, default_value = "30d")]
    pub deletion_grace: TimeDelta,
}

/// 32 bytes that everybody can read here, and so no secret.
const LOCAL_KEY_SECRET: &str = "c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTE=";

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// What the private keys are sealed with.
    pub fn key_secret(&self) -> anyhow::Result<[u8; 32]> {
        kit::seal::secret("AUTH_KEY_SECRET", self.keys.secret.as_deref(), LOCAL_KEY_SECRET, self.process.is_local())
    }

    /// Without a slash at its end.
    pub fn site(&self) -> String {
        self.public_url.trim_end_matches('/').to_owned()
    }

    pub fn limits(&self) -> Limits {
        let sessions = &self.sessions;
        Limits { idle: sessions.session_idle, absolute: sessions.session_absolute, grace: sessions.refresh_grace }
    }

    pub fn rotation(&self) -> anyhow::Result<Rotation> {
        let rotation = Rotation { every: self.keys.rotation, lead: self.keys.lead, tail: self.sessions.access_ttl };
        anyhow::ensure!(rotation.lead < rotation.every, "AUTH_KEY_LEAD must be shorter than AUTH_KEY_ROTATION");
        Ok(rotation)
    }
}

fn parse_span(raw: &str) -> Result<TimeDelta, String> {
    let span = humantime::parse_duration(raw).map_err(|error| error.to_string())?;
    // A thousand years and more would not fit the calendar.
    if span > Duration::from_hours(24 * 366 * 1000) {
        return Err("too long".to_owned());
    }
    TimeDelta::from_std(span).map_err(|error| error.to_string())
}
