use kit::{
    config::{DatabaseConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

/// The SEO service: what pages tell search engines.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-seo", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "SEO_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// Whose keys prove that an operator is one
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
