use std::{path::PathBuf, time::Duration};

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig},
    lifecycle::HasProcess,
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
    /// PostgreSQL database of this service; only `generate` does without
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Where the public keys are that access tokens are verified with, where people are asked what they are called, and
    /// where it is announced who has left
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// Where stores are announced, whose names the cards show
    #[arg(long, env, default_value = "http://store:50051")]
    pub store_url: String,
    /// Where it is announced who was delivered what
    #[arg(long, env, default_value = "http://order:50051")]
    pub order_url: String,
    /// How often what orders have held for too long is freed; whoever is short of it frees it at once
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub reservation_sweep: Duration,
    /// Where uploaded pictures are kept: file:///folder, or s3://bucket/prefix with the usual AWS_… variables
    #[arg(long, env, default_value = "file:///var/lib/sovqat/media")]
    pub media_url: String,
    /// Folder of this process's own search index; it is a cache, and built anew when it is lost
    #[arg(long, env, default_value_os_t = std::env::temp_dir().join("sovqat-search"))]
    pub search_dir: PathBuf,
    /// Where processes share a search index, so that one that starts need not build it: an address like the one of the
    /// pictures. Nowhere when it is not said
    #[arg(long, env)]
    pub index_url: Option<String>,
    /// How often the shared search index is written anew
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "10m")]
    pub index_publish_every: Duration,
    /// How often a thing must have been searched for in two weeks to be suggested to others
    #[arg(long, env, default_value_t = 5)]
    pub popular_searches: i64,
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// What the binary does; serving when nothing is said.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    #[command(flatten)]
    Usual(kit::config::Task),
    /// Writes everything that is for sale into a file that can be imported, and stops
    Export(ExportArgs),
    /// Makes up a shop of any size, on standard output
    Generate(GenerateArgs),
    /// Brings in products from a file and stops; an import that was killed goes on where it was
    Import(ImportArgs),
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    pub fn database_url(&self) -> anyhow::Result<&str> {
        self.database_url.as_deref().context("CATALOG_DATABASE_URL is not set")
    }
}
