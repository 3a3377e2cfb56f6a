//! Settings of the NATS server (a message broker) to which a service publishes its events, for programs outside the
//! shop.

use std::path::PathBuf;

/// Where events are published for programs outside the shop; `docs/EVENTS.md` describes them.
#[derive(Debug, Clone, clap::Args)]
pub struct NatsConfig {
    /// NATS server for the programs outside the shop, such as `tls://nats:4222`; several are separated by commas.
    /// Events are not published when unset. Production requires tls://, except on this machine
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: Option<String>,
    /// PEM file with the authority of the NATS server; the system's authorities when unset
    #[arg(long, env, value_parser = super::path_or_empty)]
    pub nats_ca_file: Option<PathBuf>,
    /// Credentials of this service's NATS user: the content of its `.creds` file
    #[arg(long, env, hide_env_values = true)]
    pub nats_credentials: Option<String>,
    /// Prefix of the streams' names: with `SOVQAT`, the order service publishes to the stream `SOVQAT_ORDER`
    #[arg(long, env, default_value = "SOVQAT")]
    pub nats_stream: String,
    /// Servers that store a stream which this service creates
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
