//! Settings that every process has. A service flattens [`ProcessConfig`] (and [`DatabaseConfig`]) into its own struct;
//! `--help` prints the doc comments.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// Where the process runs. `Production` refuses the conveniences of `Local`: demo accounts and default secrets.
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
    /// Address of /health/live, /health/ready and /metrics; never expose it to the internet
    #[arg(long, env, default_value = "0.0.0.0:9090")]
    pub admin_listen: SocketAddr,
    /// `local` allows demo accounts and default secrets, which `production` refuses
    #[arg(long, env = "SOVQAT_MODE", value_enum, default_value = "production")]
    pub mode: Mode,
    /// How long running calls may continue after a stop signal before they are aborted
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "20s")]
    pub drain: Duration,
    /// OTLP/gRPC endpoint for traces, metrics and logs; none are exported when unset
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// PEM file with the authority of an https:// OTLP endpoint; the system's authorities when unset
    #[arg(long, env = "OTEL_EXPORTER_OTLP_CERTIFICATE")]
    pub otlp_ca_file: Option<PathBuf>,
    #[command(flatten)]
    pub tls: TlsConfig,
    /// Log filter, such as `info` or `info,sqlx=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info")]
    pub log: String,
    /// Threads that run requests; one per core when unset
    #[arg(long, env)]
    pub worker_threads: Option<usize>,
}

/// A configuration that contains the settings of every process.
pub trait ProcessSettings {
    fn process(&self) -> &ProcessConfig;
}

impl ProcessConfig {
    pub fn is_local(&self) -> bool {
        self.mode == Mode::Local
    }
}

/// Files for TLS between the programs, read at the start. Production requires them; in local mode, programs without them
/// talk in plain text and accept every caller.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct TlsConfig {
    /// PEM file with the certificate of this program. Its URI name is `spiffe://sovqat/` and the program, such as
    /// `spiffe://sovqat/auth`; its DNS name is the host under which others call it
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_cert_file: Option<PathBuf>,
    /// PEM file with the certificate's private key
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_key_file: Option<PathBuf>,
    /// PEM file with the certificate of the authority that signs the programs' certificates, and no others
    #[arg(long, env, value_parser = path_or_empty)]
    pub tls_ca_file: Option<PathBuf>,
}

/// Parses a path that may be empty, as a variable is that a deployment leaves unset.
#[expect(clippy::unnecessary_wraps, reason = "clap calls it as a parser")]
fn path_or_empty(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(PathBuf::from(text))
}

/// The connection pool. Each service declares its database URL itself, under its own variable.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseConfig {
    /// Connections the pool may open
    #[arg(long, env, default_value_t = 10)]
    pub database_connections: u32,
    /// How long a call waits for a connection before it fails as unavailable
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "3s")]
    pub database_acquire_timeout: Duration,
    /// Time limit of a statement
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub database_statement_timeout: Duration,
}

/// How long a service keeps the events in its outbox.
#[derive(Debug, Clone, clap::Args)]
pub struct FeedConfig {
    /// Events younger than this are kept, even when every consumer has read them
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_retention: Duration,
    /// A consumer not seen for this long no longer delays deletion; it starts over from a snapshot when it returns
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_consumer_expiry: Duration,
}

impl Default for FeedConfig {
    fn default() -> Self {
        let days = Duration::from_hours(24 * 30);
        Self { feed_retention: days, feed_consumer_expiry: days }
    }
}

/// The subcommands of a service's binary; without one it serves.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    /// Applies the migrations and stops
    Migrate,
    /// Loads demo data from a folder and stops; loading it again changes nothing
    Load(LoadArgs),
    /// Lists the parked events: those that failed repeatedly and were skipped
    Parked,
    /// Applies a parked event and removes it from the list, in one transaction
    Replay {
        /// The service that published the event, such as `auth`
        feed: String,
        /// The position of the event, as `parked` prints it
        position: i64,
    },
}

#[derive(Debug, Clone, clap::Args)]
pub struct LoadArgs {
    /// Folder of the demo shop's files
    pub folder: PathBuf,
    /// `pictures.json`, which maps products, categories and stores to their pictures
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

    /// Parses `pictures.json`; null when no path was given.
    pub fn read_pictures(&self) -> anyhow::Result<serde_json::Value> {
        self.pictures.as_deref().map_or(Ok(serde_json::Value::Null), parse)
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> anyhow::Result<T> {
    use anyhow::Context as _;
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} cannot be parsed", path.display()))
}
