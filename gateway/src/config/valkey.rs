use std::{path::PathBuf, time::Duration};

#[derive(Debug, Clone, clap::Args)]
pub struct ValkeyConfig {
    /// Valkey (or Redis 5 and newer) that counts the requests of all replicas, such as
    /// `rediss://user:password@valkey:6379`; production requires rediss://, except on this machine
    #[arg(long, env, hide_env_values = true)]
    pub valkey_url: Option<String>,
    /// PEM file with the authority of the Valkey server; the system's authorities when unset
    #[arg(long, env, value_parser = kit::config::path_or_empty)]
    pub valkey_ca_file: Option<PathBuf>,
    /// How long a request waits for Valkey
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "50ms")]
    pub valkey_timeout: Duration,
}
