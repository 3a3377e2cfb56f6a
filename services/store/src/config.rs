use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::ProcessSettings,
};

/// The store service: the sellers of the marketplace, their followers and their campaigns
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-store", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub feed: FeedConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "STORE_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// Address of the auth service: the public keys of access tokens, and the feed of erased accounts
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// Address of the catalogue service: the feed of products and ratings, which are counted per store
    #[arg(long, env, default_value = "https://catalog:50051")]
    pub catalog_url: String,
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
