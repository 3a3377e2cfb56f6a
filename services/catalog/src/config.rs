use std::path::PathBuf;

use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

/// The catalogue: categories, products, stock and favourites.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-catalog", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "CATALOG_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// Where the public keys are that access tokens are verified with, and where it is announced who has left
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// Where stores are announced, whose names the cards show
    #[arg(long, env, default_value = "http://store:50051")]
    pub store_url: String,
    /// Folder of this process's own search index; it is a cache, and built anew when it is lost
    #[arg(long, env, default_value_os_t = std::env::temp_dir().join("sovqat-search"))]
    pub search_dir: PathBuf,
    /// How often a thing must have been searched for in two weeks to be suggested to others
    #[arg(long, env, default_value_t = 5)]
    pub popular_searches: i64,
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
