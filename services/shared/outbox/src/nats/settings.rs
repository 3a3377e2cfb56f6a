//! Checks the settings of NATS, and connects.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use async_nats::{
    ConnectOptions, ServerAddr,
    jetstream::{Context, context::ContextBuilder, stream},
};
use kit::config::{FeedConfig, Mode};

use super::failure::Failure;

/// Enough for a handshake whose three steps take five seconds each.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// How long JetStream remembers ids, to ignore duplicates.
const DUPLICATE_WINDOW: Duration = Duration::from_mins(2);

pub(super) struct Settings {
    service: &'static str,
    servers: Vec<ServerAddr>,
    ca_file: Option<PathBuf>,
    credentials: Option<String>,
    pub stream: String,
    replicas: usize,
    max_age: Duration,
}

impl Settings {
    pub fn new(service: &'static str, config: &FeedConfig, mode: Mode) -> anyhow::Result<Option<Self>> {
        let nats = &config.nats;
        let Some(urls) = nats.nats_url.as_deref().filter(|urls| !urls.trim().is_empty()) else { return Ok(None) };
        let servers = urls.split(',').map(|url| parse_server(url.trim(), mode)).collect::<anyhow::Result<_>>()?;
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
        let is_name = !nats.nats_stream.is_empty() && nats.nats_stream.chars().all(is_allowed);
        ensure!(is_name, "NATS_STREAM may contain only letters, digits, `_` and `-`");
        Ok(Some(Self {
            service,
            servers,
            ca_file: nats.nats_ca_file.clone().filter(|path| !path.as_os_str().is_empty()),
            credentials: nats.nats_credentials.clone().filter(|text| !text.trim().is_empty()),
            stream: format!("{}_{}", nats.nats_stream, service.to_uppercase()),
            replicas: nats.nats_replicas,
            max_age: config.feed_retention,
        }))
    }

    pub async fn connect(&self) -> Result<Context, Failure> {
        let connect = async {
            let mut options = ConnectOptions::new()
                .name(format!("sovqat-{}", self.service))
                .connection_timeout(CONNECT_TIMEOUT)
                .request_timeout(Some(ANSWER_TIMEOUT));
            if let Some(path) = &self.ca_file {
                options = options.add_root_certificates(path.clone());
            }
            if let Some(credentials) = &self.credentials {
                options = options.credentials(credentials).context("NATS_CREDENTIALS cannot be read")?;
            }
            anyhow::Ok(options.connect(self.servers.clone()).await?)
        };
        let client = connect.await.map_err(|error| Failure::new("connect", error, "cannot connect to NATS"))?;
        Ok(ContextBuilder::new().timeout(ANSWER_TIMEOUT).build(client))
    }

    pub fn stream_config(&self) -> stream::Config {
        stream::Config {
            name: self.stream.clone(),
            description: Some(format!("Events of the {} service", self.service)),
            subjects: vec![format!("sovqat.{}.>", self.service)],
            max_age: self.max_age,
            // JetStream refuses a window that is longer than the messages live.
            duplicate_window: DUPLICATE_WINDOW.min(self.max_age),
            num_replicas: self.replicas,
            ..stream::Config::default()
        }
    }
}

/// The URL may contain a password, so no error repeats it.
fn parse_server(url: &str, mode: Mode) -> anyhow::Result<ServerAddr> {
    let server: ServerAddr = url.parse().context("NATS_URL is not the URL of a NATS server")?;
    ensure!(
        mode == Mode::Local || server.tls_required() || is_loopback(server.host()),
        "NATS_URL must begin with tls:// in production, so that nobody can read or change events on their way"
    );
    Ok(server)
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
