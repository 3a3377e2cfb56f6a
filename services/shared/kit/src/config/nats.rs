//! Settings of NATS.

use std::path::PathBuf;

#[derive(Debug, Clone, clap::Args)]
pub struct NatsConfig {
    /// NATS servers for programs outside the shop, such as `tls://nats:4222`, separated by commas. Without them, no
    /// events are published
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: Option<String>,
    /// PEM file with the authority of the NATS server, if not one of the system's
    #[arg(long, env, value_parser = super::path_or_empty)]
    pub nats_ca_file: Option<PathBuf>,
    /// Content of the `.creds` file of this service's NATS user
    #[arg(long, env, hide_env_values = true)]
    pub nats_credentials: Option<String>,
    /// Prefix of the streams' names: with `SOVQAT`, the order service publishes to `SOVQAT_ORDER`
    #[arg(long, env, default_value = "SOVQAT")]
    pub nats_stream: String,
    /// Replicas of a stream that this service creates
    #[arg(long, env, default_value_t = 1)]
    pub nats_replicas: usize,
}

impl Default for NatsConfig {
    fn default() -> Self {
        Self {
            nats_url: None,
            nats_ca_file: None,
            nats_credentials: None,
            nats_stream: "SOVQAT".to_owned(),
            nats_replicas: 1,
        }
    }
}
