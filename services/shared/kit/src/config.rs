//! The knobs every process has. A service flattens [`ProcessConfig`] (and [`DatabaseConfig`]) into its own struct; the doc
//! comments are the manual that `--help` prints.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// Where the process runs. Production refuses what local mode offers for convenience (demo accounts, default secrets).
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
    /// Address of /health/live, /health/ready and /metrics; never exposed to the world
    #[arg(long, env, default_value = "0.0.0.0:9090")]
    pub admin_listen: SocketAddr,
    /// `local` offers conveniences that `production` refuses
    #[arg(long, env = "SOVQAT_MODE", value_enum, default_value = "production")]
    pub mode: Mode,
    /// How long a stop may take: calls under way end in this time or are cut
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "20s")]
    pub drain: Duration,
    /// Where traces, metrics and logs go by OTLP over gRPC; nowhere when unset
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// What is logged, as `info` or `info,sqlx=debug`
    #[arg(long, env = "RUST_LOG", default_value = "info")]
    pub log: String,
    /// Threads that run requests; as many as the machine has cores when unset
    #[arg(long, env)]
    pub worker_threads: Option<usize>,
}

impl ProcessConfig {
    pub fn is_local(&self) -> bool {
        self.mode == Mode::Local
    }
}

/// The pool; the URL itself has a name of its own in each service.
#[derive(Debug, Clone, clap::Args)]
pub struct DatabaseConfig {
    /// Connections the pool may open
    #[arg(long, env, default_value_t = 10)]
    pub database_connections: u32,
    /// How long a call waits for a connection before it is told to come back later
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "3s")]
    pub database_acquire_timeout: Duration,
    /// The longest a statement may run
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub database_statement_timeout: Duration,
}

/// How long a service keeps the events that it announces.
#[derive(Debug, Clone, clap::Args)]
pub struct FeedConfig {
    /// Events younger than this are kept, even when every consumer has read them
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_retention: Duration,
    /// A consumer not seen for this long no longer holds events back; it starts over from a snapshot when it returns
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "30d")]
    pub feed_consumer_expiry: Duration,
}

impl Default for FeedConfig {
    fn default() -> Self {
        let days = Duration::from_hours(24 * 30);
        Self { feed_retention: days, feed_consumer_expiry: days }
    }
}

/// What a service's binary does; serving when nothing is said.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    /// Applies the migrations and stops
    Migrate,
    /// Loads demo data from a folder and stops; loading twice is loading once
    Load(LoadArgs),
    /// Lists the events that kept failing and were set aside
    Parked,
    /// Applies a parked event again, in one transaction with its removal from the list
    Replay {
        /// The service that announced it, as `auth`
        feed: String,
        /// Its position, as `parked` lists it
        position: i64,
    },
}

#[derive(Debug, Clone, clap::Args)]
pub struct LoadArgs {
    /// The folder with the demo shop
    pub folder: PathBuf,
    /// `pictures.json`, which says where each thing's pictures are
    #[arg(long)]
    pub pictures: Option<PathBuf>,
    /// Keep every Nth product only
    #[arg(long, default_value_t = 1)]
    pub sample: usize,
}

impl LoadArgs {
    /// Reads and parses one file of the folder.
    pub fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> anyhow::Result<T> {
        parse(&self.folder.join(name))
    }

    /// What `pictures.json` says, or null without one.
    pub fn read_pictures(&self) -> anyhow::Result<serde_json::Value> {
        self.pictures.as_deref().map_or(Ok(serde_json::Value::Null), parse)
    }
}

fn parse<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> anyhow::Result<T> {
    use anyhow::Context as _;
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not what it should be", path.display()))
}
