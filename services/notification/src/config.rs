//! The knobs of this service; `--help` prints them.

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
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
    /// Who signs tokens and announces accounts
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// Who announces what becomes of orders
    #[arg(long, env, default_value = "http://order:50051")]
    pub order_url: String,
    /// Who announces campaigns, and knows who follows a store
    #[arg(long, env, default_value = "http://store:50051")]
    pub store_url: String,
    /// Who announces prices and stock, and knows who likes a product
    #[arg(long, env, default_value = "http://catalog:50051")]
    pub catalog_url: String,
    /// The seo service, which announces the shop's contact address
    #[arg(long, env, default_value = "http://seo:50051")]
    pub seo_url: String,
    /// Where people find the shop: what links in messages begin with
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    /// Seals codes and links while they wait to be sent: 32 random bytes in base64, as `openssl rand -base64 32` prints them.
    /// Local mode has one of its own, which production refuses. Once it is changed, what waits cannot be sent any more
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
    /// Signs pushes to browsers: 32 random bytes in base64. Without it the shop does not push; local mode makes one for itself.
    /// Once it is changed, every browser has to agree anew
    #[arg(long, env, hide_env_values = true)]
    pub push_key: Option<Secret>,
    /// The push services that may be posted to, with all below them: those of the browsers
    #[arg(
        long,
        env,
        value_delimiter = ',',
        default_value = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com"
    )]
    pub push_hosts: Vec<String>,
}

/// In local mode e-mail without a server goes into the inbox.
#[derive(Debug, Clone, clap::Args)]
pub struct MailConfig {
    /// The mail server, as `smtps://user:password@host:465` or `smtp://user:password@host:587?tls=required`; what is no letter
    /// or digit in the password is written as `%40`
    #[arg(long, env, hide_env_values = true)]
    pub smtp_url: Option<Secret>,
    /// Who letters come from
    #[arg(long, env, default_value = "Sovqat <salam@sovqat.az>")]
    pub mail_from: Mailbox,
    /// Who answers go to, when not to the sender
    #[arg(long, env)]
    pub mail_reply_to: Option<Mailbox>,
}

/// Accounts are addresses: `https://login:password@host?sender=NAME&timeout=10s`, where the sender is a name registered with the
/// provider. In local mode SMS without a provider go into the inbox.
#[derive(Debug, Clone, clap::Args)]
pub struct SmsConfig {
    /// Who sends SMS, in this order: when the first fails, the next is tried at once
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

/// 32 bytes that everybody can read here, and so no secret.
const LOCAL_KEY_SECRET: &str = "c292cWF0LWxvY2FsLW9ubHktbm90LWEtc2VjcmV0LTI=";

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// What codes and links are sealed with.
    pub fn key_secret(&self) -> anyhow::Result<[u8; 32]> {
        kit::seal::secret(
            "NOTIFICATION_KEY_SECRET",
            self.key_secret.as_ref().map(Secret::expose),
            LOCAL_KEY_SECRET,
            self.process.is_local(),
        )
    }
}

impl Config {
    /// What pushes are signed with; none where it is not set.
    pub fn push_key(&self) -> anyhow::Result<Option<[u8; 32]>> {
        let key = given(self.push.push_key.as_ref());
        key.map(|key| kit::seal::secret("PUSH_KEY", Some(key.expose()), LOCAL_KEY_SECRET, false)).transpose()
    }
}

impl MailConfig {
    /// The mail server; none only where the inbox takes its place.
    pub fn server(&self, is_local: bool) -> anyhow::Result<Option<&Secret>> {
        let server = given(self.smtp_url.as_ref());
        anyhow::ensure!(
            server.is_some() || is_local,
            "SMTP_URL is not set: outside local mode there must be a mail server to send letters"
        );
        anyhow::ensure!(
            is_local || !server.is_some_and(|url| tells_its_password(url.expose())),
            "SMTP_URL would send its password for everybody to read: use smtps:// or add ?tls=required"
        );
        Ok(server)
    }
}

impl SmsConfig {
    /// The providers' accounts in the order of their turn; none only where the inbox takes their place.
    pub fn accounts(&self, is_local: bool) -> anyhow::Result<Vec<(Provider, SmsAccount)>> {
        anyhow::ensure!(
            is_local || !self.providers.is_empty(),
            "SMS_PROVIDERS is not set: outside local mode there must be a provider to send codes, as `lsim,atl`"
        );
        self.providers.iter().map(|provider| Ok((*provider, self.account(*provider)?))).collect()
    }

    fn account(&self, provider: Provider) -> anyhow::Result<SmsAccount> {
        let (name, address) = match provider {
            Provider::Lsim => ("SMS_LSIM_URL", &self.lsim_url),
            Provider::Atl => ("SMS_ATL_URL", &self.atl_url),
            Provider::Msm => ("SMS_MSM_URL", &self.msm_url),
            Provider::PoctGoyercini => ("SMS_POCT_GOYERCINI_URL", &self.poct_goyercini_url),
        };
        let address =
            given(address.as_ref()).with_context(|| format!("{name} is not set, but SMS_PROVIDERS names it"))?;
        SmsAccount::parse(address).with_context(|| format!("{name} cannot be read"))
    }
}

/// A relay beside us may do without encryption, but not one that wants a password.
fn tells_its_password(url: &str) -> bool {
    url.starts_with("smtp://") && url.contains('@') && !url.contains("tls=required")
}

/// An empty variable is one that is not set.
fn given(secret: Option<&Secret>) -> Option<&Secret> {
    secret.filter(|secret| !secret.is_empty())
}
