use std::time::Duration;

use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

/// The catalogue: categories, products, stock, reviews and favourites.
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
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
