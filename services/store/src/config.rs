use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

/// The store service: the sellers of the marketplace, who follows them, and their campaigns.
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
    /// Where the public keys are that access tokens are verified with, and where it is announced who has left
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// Where the catalogue announces products and what people think of them, which is counted here
    #[arg(long, env, default_value = "http://catalog:50051")]
    pub catalog_url: String,
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
