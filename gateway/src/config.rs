//! Settings of the gateway, from the command line and the environment.

mod valkey;

use std::{path::PathBuf, str::FromStr, time::Duration};

use anyhow::{Context as _, ensure};
use kit::{config::ProcessConfig, lifecycle::ProcessSettings};

pub use valkey::ValkeyConfig;

/// The gateway: public HTTP in front of the six services.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "sovqat-gateway", version, mut_arg("listen", |listen| listen.default_value("0.0.0.0:8080")))]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub peers: Peers,
    #[command(flatten)]
    pub limits: Limits,
    #[command(flatten)]
    pub valkey: ValkeyConfig,
    /// The public root URL of the site, used in canonical links; with https, the gateway sends HSTS
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    /// The origin of the back office if it has its own, as https://idare.sovqat.az
    #[arg(long, env)]
    pub admin_origin: Option<String>,
    /// Directory of the built web app
    #[arg(long, env, default_value = "web/dist")]
    pub web_dir: PathBuf,
    /// Directory of the pictures, with a subdirectory per content hash
    #[arg(long, env, default_value = "media")]
    pub media_dir: PathBuf,
    /// Where the catalogue stores uploaded pictures: file:///folder, or s3://bucket/prefix with the usual AWS_…
    /// variables
    #[arg(long, env)]
    pub media_url: Option<String>,
    /// How long public API responses are cached, with a factor per route; 0s turns the cache off
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "10s")]
    pub cache_ttl: Duration,
    /// How long rendered pages are cached; 0s turns the cache off
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub page_ttl: Duration,
    /// Capacity of each of the two caches, API responses and pages, in MiB
    #[arg(long, env, default_value_t = 64)]
    pub cache_mib: u64,
    /// Whether the gateway renders the first HTML of public pages
    #[arg(long, env, value_enum, default_value = "on")]
    pub render: Render,
    /// Timeout of rendering the first HTML of a page
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "200ms")]
    pub render_within: Duration,
    #[command(subcommand)]
    pub task: Option<Task>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Render {
    On,
    Off,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Peers {
    /// Accounts, sessions and the keys of tokens
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// Categories and products
    #[arg(long, env, default_value = "https://catalog:50051")]
    pub catalog_url: String,
    /// Carts, orders and their payment
    #[arg(long, env, default_value = "https://order:50051")]
    pub order_url: String,
    /// Stores
    #[arg(long, env, default_value = "https://store:50051")]
    pub store_url: String,
    /// Notifications and tickets
    #[arg(long, env, default_value = "https://notification:50051")]
    pub notification_url: String,
    /// Content pages, settings, SEO texts and redirects
    #[arg(long, env, default_value = "https://seo:50051")]
    pub seo_url: String,
}

#[derive(Debug, Clone, clap::Args)]
pub struct Limits {
    /// Pages and reads, as `1000/10s`
    #[arg(long, env, default_value = "1000/10s")]
    pub limit_reads: Rate,
    /// Search suggestions
    #[arg(long, env, default_value = "600/10s")]
    pub limit_suggestions: Rate,
    /// Writes
    #[arg(long, env, default_value = "200/10s")]
    pub limit_writes: Rate,
    /// Requests that test or send a secret: sign-ins, codes, links, passwords
    #[arg(long, env, default_value = "30/60s")]
    pub limit_sign_ins: Rate,
    /// Payment callbacks of banks
    #[arg(long, env, default_value = "600/10s")]
    pub limit_callbacks: Rate,
    /// Number of our own proxies: the client's address is the entry at this position from the right of
    /// `X-Forwarded-For`
    #[arg(long, env, default_value_t = 0)]
    pub trusted_proxies: usize,
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    /// Prints the OpenAPI document and exits
    Openapi,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub count: std::num::NonZeroU32,
    pub period: Duration,
}

impl FromStr for Rate {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (count, period) = text.split_once('/').context("a rate must look like 100/10s")?;
        let count = count.trim().parse().context("the count must be a positive number")?;
        let period = humantime::parse_duration(period.trim())?;
        ensure!(!period.is_zero(), "the period must be positive");
        Ok(Self { count, period })
    }
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// Returns the timeout of rendering, or `None` if rendering is off.
    pub fn rendering(&self) -> Option<Duration> {
        (self.render == Render::On).then_some(self.render_within)
    }

    /// Returns the public URL without a trailing slash.
    pub fn site(&self) -> &str {
        self.public_url.trim_end_matches('/')
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn defaults_are_parsed() {
        let config = Config::try_parse_from(["gateway"]).unwrap();
        assert_eq!(config.process.listen.port(), 8080);
        assert_eq!(config.limits.limit_sign_ins, "30/1m".parse().unwrap());
    }

    #[test]
    fn invalid_rates_are_refused() {
        for text in ["", "10", "0/1s", "-1/1s", "10/0s", "ten/1s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }
}
