//! Settings of the service. `--help` prints these doc comments.

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::ProcessSettings,
    secrets::LocalSecret,
};
use lettre::message::Mailbox;

use crate::{carriers::SmsAccount, secret::Secret};

/// The notification service: delivers messages to people.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-notification", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "NOTIFICATION_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// The auth service: signing keys, contact data and account events
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// The order service: order events
    #[arg(long, env, default_value = "https://order:50051")]
    pub order_url: String,
    /// The store service: campaign events and followers
    #[arg(long, env, default_value = "https://store:50051")]
    pub store_url: String,
    /// The catalogue: price, stock and review events, and likers
    #[arg(long, env, default_value = "https://catalog:50051")]
    pub catalog_url: String,
    /// The seo service: the shop's contact address
    #[arg(long, env, default_value = "https://seo:50051")]
    pub seo_url: String,
    /// Base URL of the shop, for links in messages
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    /// Encrypts waiting codes and links, and signs unsubscription links: 32 random bytes in base64, as printed by
    /// `openssl rand -base64 32`. Production refuses the public default of local mode. After a change, waiting messages
    /// cannot be sent and older unsubscription links are invalid
    #[arg(long = "key-secret", env = "NOTIFICATION_KEY_SECRET", hide_env_values = true)]
    pub key_secret: Option<Secret>,
    #[command(flatten)]
    pub mail: MailConfig,
    #[command(flatten)]
    pub sms: SmsConfig,
    #[command(flatten)]
    pub push: PushConfig,
    #[command(subcommand)]
    pub task: Option<Task>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct PushConfig {
    /// Signs pushes to browsers: 32 random bytes in base64. Without it pushes are turned off; local mode generates a
    /// key. After a change, every browser has to subscribe again
    #[arg(long, env, hide_env_values = true)]
    pub push_key: Option<Secret>,
    /// Domains of the push services that may be called, including their subdomains
    #[arg(
        long,
        env,
        value_delimiter = ',',
        default_value = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com"
    )]
    pub push_hosts: Vec<String>,
}

/// In local mode without a mail server, mails are stored in the inbox.
#[derive(Debug, Clone, clap::Args)]
pub struct MailConfig {
    /// The mail server, as `smtps://user:password@host:465` or `smtp://user:password@host:587?tls=required`, with
    /// percent-encoded special characters in the password
    #[arg(long, env, hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Sender of mails
    #[arg(long, env, default_value = "Sovqat <salam@sovqat.az>")]
    pub mail_from: Mailbox,
    /// Mailbox for replies, if it is not the sender's
    #[arg(long, env)]
    pub mail_reply_to: Option<Mailbox>,
}

/// Accounts are URLs: `https://login:password@host?sender=NAME&timeout=10s`. In local mode without a provider, SMS are
/// stored in the inbox.
#[derive(Debug, Clone, clap::Args)]
pub struct SmsConfig {
    /// SMS providers in the order in which they are tried
    #[arg(long = "sms-providers", env = "SMS_PROVIDERS", value_enum, value_delimiter = ',')]
    pub providers: Vec<Provider>,
    /// Account at LSIM, host `apps.lsim.az`
    #[arg(long = "sms-lsim-url", env = "SMS_LSIM_URL", hide_env_values = true)]
    pub lsim_url: Option<Secret>,
    /// Account at ATL, host `send.atlsms.az:7443`
    #[arg(long = "sms-atl-url", env = "SMS_ATL_URL", hide_env_values = true)]
    pub atl_url: Option<Secret>,
    /// Account at MSM, host `api.msm.az`
    #[arg(long = "sms-msm-url", env = "SMS_MSM_URL", hide_env_values = true)]
    pub msm_url: Option<Secret>,
    /// Account at Poçt Göyərçini, host `www.poctgoyercini.com`
    #[arg(long = "sms-poct-goyercini-url", env = "SMS_POCT_GOYERCINI_URL", hide_env_values = true)]
    pub poct_goyercini_url: Option<Secret>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Provider {
    Lsim,
    Atl,
    Msm,
    PoctGoyercini,
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    pub fn key_secret(&self) -> anyhow::Result<[u8; 32]> {
        kit::seal::secret(
            "NOTIFICATION_KEY_SECRET",
            self.key_secret.as_ref().map(Secret::expose),
            LocalSecret::MESSAGES,
            self.process.is_local(),
        )
    }

    pub fn push_key(&self) -> anyhow::Result<Option<[u8; 32]>> {
        let key = non_empty(self.push.push_key.as_ref());
        // Local mode generates a key instead of using a default.
        key.map(|key| kit::seal::secret("PUSH_KEY", Some(key.expose()), LocalSecret::MESSAGES, false)).transpose()
    }
}

impl MailConfig {
    /// Returns `None` only in local mode.
    pub fn server(&self, is_local: bool) -> anyhow::Result<Option<&Secret>> {
        let server = non_empty(self.smtp_url.as_ref());
        anyhow::ensure!(
            server.is_some() || is_local,
            "SMTP_URL is not set: a mail server is required outside local mode"
        );
        anyhow::ensure!(
            is_local || !server.is_some_and(|url| sends_password_unencrypted(url.expose())),
            "SMTP_URL would send its password unencrypted: use smtps:// or add ?tls=required"
        );
        Ok(server)
    }
}

impl SmsConfig {
    /// Empty only in local mode.
    pub fn accounts(&self, is_local: bool) -> anyhow::Result<Vec<(Provider, SmsAccount)>> {
        anyhow::ensure!(
            is_local || !self.providers.is_empty(),
            "SMS_PROVIDERS is not set: an SMS provider is required outside local mode, as `lsim,atl`"
        );
        self.providers.iter().map(|provider| Ok((*provider, self.account(*provider, is_local)?))).collect()
    }

    fn account(&self, provider: Provider, is_local: bool) -> anyhow::Result<SmsAccount> {
        let (name, address) = match provider {
            Provider::Lsim => ("SMS_LSIM_URL", &self.lsim_url),
            Provider::Atl => ("SMS_ATL_URL", &self.atl_url),
            Provider::Msm => ("SMS_MSM_URL", &self.msm_url),
            Provider::PoctGoyercini => ("SMS_POCT_GOYERCINI_URL", &self.poct_goyercini_url),
        };
        let address =
            non_empty(address.as_ref()).with_context(|| format!("{name} is not set, but SMS_PROVIDERS names it"))?;
        let is_encrypted = address.expose().trim_start().starts_with("https://");
        anyhow::ensure!(is_local || is_encrypted, "{name} would send codes unencrypted: use https://");
        SmsAccount::parse(address).with_context(|| format!("{name} is invalid"))
    }
}

/// A mail server without a login may be used unencrypted.
fn sends_password_unencrypted(url: &str) -> bool {
    url.starts_with("smtp://") && url.contains('@') && !url.contains("tls=required")
}

fn non_empty(secret: Option<&Secret>) -> Option<&Secret> {
    secret.filter(|secret| !secret.is_empty())
}
