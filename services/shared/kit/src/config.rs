//! Configuration that programs share. `--help` prints the doc comments.

mod nats;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

pub use nats::NatsConfig;

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    Local,
    Production,
}

#[derive(Debug, Clone, clap::Args)]
pub struct ProcessConfig {
    /// Address the process serves on
    #[arg(long, env, default_value = "0.0.0.0:50051")]
    pub listen: SocketAddr,
    /// Address of /health/live, /health/ready and /metrics; never expose it
    #[arg(long, env, default_value = "0.0.0.0:9090")]
    pub admin_listen: SocketAddr,
    /// `local` allows demo accounts and default secrets, which `production` refuses
    #[arg(long, env = "SOVQAT_MODE", value_enum, default_value = "production")]
    pub mode: Mode,
    /// How long running calls may continue after a stop signal
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "20s")]
    pub drain: Duration,
    /// How long the process serves on after a stop signal while /health/ready already fails
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "0s")]
    pub shutdown_delay: Duration,
    /// gRPC connections older than this are closed, so that callers spread over new replicas
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "10m")]
    pub max_connection_age: Duration,
    /// OTLP/gRPC endpoint for traces, metrics and logs
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// PEM file with the authority of an https:// OTLP endpoint, if not one of the system's
    #[arg(long, env = "OTEL_EXPORTER_OTLP_CERTIFICATE")]
    pub otlp_ca_file: Option<PathBuf>,
    #[command(flatten)]
    pub tls: TlsConfig,
    /// Log filter, such as `info` or `info,sqlx=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info")]
    pub log: String,
    /// Ask the running process whether it is ready, and exit with 1 if not
    #[arg(long)]
    pub check_health: bool,
    /// Threads that run requests; one per core when unset
    #[arg(long, env)]
    pub worker_threads: Option<usize>,
}

pub trait ProcessSettings {
    fn process(&self) -> &ProcessConfig;
}

impl ProcessConfig {
    pub fn is_local(&self) -> bool {
        self.mode == Mode::Local
    }
}

/// Local mode also works without these files, in plain text and with every caller accepted.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct TlsConfig {
    /// PEM file with this program's certificate: a URI such as `spiffe://sovqat/auth`, and the host under which others
    /// call it
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_cert_file: Option<PathBuf>,
    /// PEM file with the certificate's private key
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_key_file: Option<PathBuf>,
    /// PEM file with the authority that signs the programs' certificates, and no others
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_ca_file: Option<PathBuf>,
}

/// clap's own parser refuses an empty text.
pub fn path_or_empty(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(PathBuf::from(text))
}

#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseConfig {
    /// Connections the pool may open
    #[arg(long, env, default_value_t = 10)]
    pub database_connections: u32,
    /// How long a call waits for a connection
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "3s")]
    pub database_acquire_timeout: Duration,
    /// Time limit of a statement
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub database_statement_timeout: Duration,
}

#[derive(Debug, Clone, clap::Args)]
pub struct FeedConfig {
    /// Events younger than this are kept
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_retention: Duration,
    /// A consumer not seen for this long no longer delays deletion; it starts over from a snapshot when it returns
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_consumer_expiry: Duration,
    #[command(flatten)]
    pub nats: NatsConfig,
}

impl Default for FeedConfig {
    fn default() -> Self {
        let days = Duration::from_hours(24 * 30);
        Self { feed_retention: days, feed_consumer_expiry: days, nats: NatsConfig::default() }
    }
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    /// Applies the migrations and stops. Run it before a release, with the role that owns the tables
    Migrate(MigrateArgs),
    /// Loads demo data from a folder and stops; loading it again changes nothing
    Load(LoadArgs),
    /// Lists the events that failed repeatedly and were skipped
    Parked,
    /// Applies a parked event and removes it from the list
    Replay {
        /// The service that published the event, such as `auth`
        feed: String,
        /// The position that `parked` prints
        position: i64,
    },
}

#[derive(Debug, Clone, Default, clap::Args)]
pub struct MigrateArgs {
    /// Role of the serving processes, which may read and write rows
    #[arg(long, env)]
    pub database_serving_role: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
pub struct LoadArgs {
    /// Folder of the demo shop's files
    pub folder: PathBuf,
    /// `pictures.json`, which maps products, categories and stores to pictures
    #[arg(long)]
    pub pictures: Option<PathBuf>,
    /// Load only every Nth product
    #[arg(long, default_value_t = 1)]
    pub sample: usize,
}

impl LoadArgs {
    pub fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> anyhow::Result<T> {
        parse(&self.folder.join(name))
    }

    pub fn read_pictures(&self) -> anyhow::Result<serde_json::Value> {
        self.pictures.as_deref().map_or(Ok(serde_json::Value::Null), parse)
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> anyhow::Result<T> {
    use anyhow::Context as _;
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} cannot be parsed", path.display()))
}
