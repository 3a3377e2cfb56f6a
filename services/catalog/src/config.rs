//! Command line and environment variables. The doc comments are the texts of `--help`.

use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig},
    lifecycle::ProcessSettings,
    secrets::LocalSecret,
};

use crate::{export::ExportArgs, generate::GenerateArgs, import::ImportArgs};

/// The catalogue: categories, products, stock, reviews and favourites.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-catalog", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub feed: FeedConfig,
    /// PostgreSQL database of this service; only `generate` does not need it
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Address of the auth service
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// Address of the store service
    #[arg(long, env, default_value = "https://store:50051")]
    pub store_url: String,
    /// Address of the order service
    #[arg(long, env, default_value = "https://order:50051")]
    pub order_url: String,
    /// Interval at which expired reservations are released
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub reservation_sweep: Duration,
    /// Storage of uploaded pictures: file:///folder, or s3://bucket/prefix with the usual AWS_… variables
    #[arg(long, env, default_value = "file:///var/lib/sovqat/media")]
    pub media_url: String,
    /// Folder of this process's search index, which is rebuilt when lost
    #[arg(long, env, default_value_os_t = std::env::temp_dir().join("sovqat-search"))]
    pub search_dir: PathBuf,
    /// Storage of a search index shared by all processes, like the media URL; not shared when unset
    #[arg(long, env)]
    pub index_url: Option<String>,
    /// Interval at which the shared search index is uploaded
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "10m")]
    pub index_publish_every: Duration,
    /// Keys the hashes that count distinct visitors of a search: 32 random bytes in base64, as of `openssl rand -base64
    /// 32`. Required outside local mode
    #[arg(long, env = "CATALOG_KEY_SECRET", hide_env_values = true)]
    pub key_secret: Option<String>,
    /// Visitors who must search for a text within two weeks before it is suggested
    #[arg(long, env, default_value_t = 5)]
    pub popular_searches: i64,
    #[command(subcommand)]
    pub task: Option<Task>,
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    #[command(flatten)]
    Common(kit::config::Task),
    /// Exports all published products to a file that can be imported, and stops
    Export(ExportArgs),
    /// Generates a shop of any size on standard output
    Generate(GenerateArgs),
    /// Imports products from a file and stops; continues an interrupted import
    Import(ImportArgs),
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    pub fn key_secret(&self) -> anyhow::Result<[u8; 32]> {
        let is_local = self.process.is_local();
        kit::seal::secret("CATALOG_KEY_SECRET", self.key_secret.as_deref(), LocalSecret::VISITORS, is_local)
    }

    pub fn database_url(&self) -> anyhow::Result<&str> {
        self.database_url.as_deref().context("CATALOG_DATABASE_URL is not set")
    }
}
