use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

/// The notification service: what the shop tells people, and what it says about itself.
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
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}
