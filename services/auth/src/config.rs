use std::{num::NonZeroUsize, path::PathBuf, time::Duration};

use chrono::TimeDelta;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::ProcessSettings,
    secrets::LocalSecret,
};

use crate::domain::{refresh::Limits, rotation::Rotation};

pub use self::limits::LimitConfig;

mod limits;

/// The auth service: accounts, sessions and the keys that sign access tokens
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
    /// Address of the notification service, which sends codes and e-mails
    #[arg(long, env, default_value = "https://notification:50051")]
    pub notification_url: String,
    /// Public URL of the shop, for links in e-mails
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    /// Origin of the back office if it is not the shop's, for example `https://idare.sovqat.az`: the shop's host or
    /// below it
    #[arg(long, env)]
    pub admin_origin: Option<String>,
    #[command(flatten)]
    pub accounts: AccountConfig,
    #[command(subcommand)]
    pub task: Option<AuthTask>,
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum AuthTask {
    #[command(flatten)]
    Common(Task),
    /// Prints a link that makes an account the owner of the shop; it works once, for 15 minutes
    Owner {
        /// The phone number of the account
        #[arg(long)]
        phone: String,
    },
    /// Prints the current codes of the demo staff's authenticator apps; local mode only
    Totp {
        /// The folder of the demo's data
        folder: PathBuf,
    },
}

#[derive(Debug, Clone, clap::Args)]
pub struct KeyConfig {
    /// Encrypts private keys and messages in the database, and keys hashes: 32 random bytes in base64, as printed by
    /// `openssl rand -base64 32`. Local mode has a public default, which production refuses. To change it, empty the
    /// table `signing_key`; pending codes and links become invalid
    #[arg(long = "key-secret", env = "AUTH_KEY_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// How long a key signs
    #[arg(long = "key-rotation", env = "AUTH_KEY_ROTATION", value_parser = parse_span, default_value = "30d")]
    pub rotation: TimeDelta,
    /// How long a key is published before it starts signing
    #[arg(long = "key-lead", env = "AUTH_KEY_LEAD", value_parser = parse_span, default_value = "1d")]
    pub lead: TimeDelta,
}

#[derive(Debug, Clone, clap::Args)]
pub struct SessionConfig {
    /// Lifetime of an access token. After lowering it, tokens issued before can outlive their revocation
    #[arg(long, env = "AUTH_ACCESS_TTL", value_parser = parse_span, default_value = "10m")]
    pub access_ttl: TimeDelta,
    /// A session ends when it is not used for this long
    #[arg(long, env = "AUTH_SESSION_IDLE", value_parser = parse_span, default_value = "30d")]
    pub session_idle: TimeDelta,
    /// Maximum lifetime of a session
    #[arg(long, env = "AUTH_SESSION_ABSOLUTE", value_parser = parse_span, default_value = "180d")]
    pub session_absolute: TimeDelta,
    /// How long an exchanged refresh token still returns its successor, for tabs that refresh at the same time
    #[arg(long, env = "AUTH_REFRESH_GRACE", value_parser = parse_span, default_value = "30s")]
    pub refresh_grace: TimeDelta,
}

/// The defaults are OWASP's recommended minimum for argon2id; raised values apply to an account at its next sign-in.
#[derive(Debug, Clone, clap::Args)]
pub struct PasswordConfig {
    /// Memory per hash in KiB
    #[arg(long = "password-memory-kib", env = "AUTH_PASSWORD_MEMORY_KIB", default_value_t = 19 * 1024)]
    pub memory_kib: u32,
    /// Passes over that memory
    #[arg(long = "password-passes", env = "AUTH_PASSWORD_PASSES", default_value_t = 2)]
    pub passes: u32,
    /// Degree of parallelism
    #[arg(long = "password-lanes", env = "AUTH_PASSWORD_LANES", default_value_t = 1)]
    pub lanes: u32,
    /// Hashes computed at the same time; one per core when unset
    #[arg(long = "password-workers", env = "AUTH_PASSWORD_WORKERS")]
    pub workers: Option<NonZeroUsize>,
    /// How long a sign-in waits for a free hash worker
    #[arg(long = "password-patience", env = "AUTH_PASSWORD_PATIENCE", value_parser = humantime::parse_duration, default_value = "3s")]
    pub patience: Duration,
    /// File of leaked passwords to refuse, one per line; a short list is built in
    #[arg(long = "leaked-passwords", env = "AUTH_LEAKED_PASSWORDS")]
    pub leaked: Option<PathBuf>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct AccountConfig {
    /// How long a requested account deletion can be cancelled
    #[arg(long = "deletion-grace", env = "AUTH_DELETION_GRACE", value_parser = parse_span, default_value = "30d")]
    pub deletion_grace: TimeDelta,
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    pub fn key_secret(&self) -> anyhow::Result<[u8; 32]> {
        let (configured, is_local) = (self.keys.secret.as_deref(), self.process.is_local());
        kit::seal::secret("AUTH_KEY_SECRET", configured, LocalSecret::SIGNING_KEYS, is_local)
    }

    pub fn site(&self) -> String {
        self.public_url.trim_end_matches('/').to_owned()
    }

    /// An empty variable counts as unset.
    pub fn admin_origin(&self) -> Option<&str> {
        self.admin_origin.as_deref().map(str::trim).filter(|origin| !origin.is_empty())
    }

    pub fn session_limits(&self) -> Limits {
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
    // Adding a span beyond chrono's calendar to a date panics.
    let max_span = Duration::from_hours(24 * 366 * 1000);
    if span > max_span {
        return Err("too long".to_owned());
    }
    TimeDelta::from_std(span).map_err(|error| error.to_string())
}
