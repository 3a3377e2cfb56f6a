use std::{path::PathBuf, str::FromStr, time::Duration};

use anyhow::{Context as _, ensure};
use kit::{config::ProcessConfig, lifecycle::HasProcess};

/// The gateway: HTTP for the world, in front of the six services.
#[derive(Debug, Clone, clap::Parser)]
#[command(name = "sovqat-gateway", version, mut_arg("listen", |listen| listen.default_value("0.0.0.0:8080")))]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub peers: Peers,
    #[command(flatten)]
    pub limits: Limits,
    /// The site's root as people see it: canonical links begin with it, and https here turns HSTS on
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    /// The built web app
    #[arg(long, env, default_value = "web/dist")]
    pub web_dir: PathBuf,
    /// Pictures, each in a folder named by its hash
    #[arg(long, env, default_value = "media")]
    pub media_dir: PathBuf,
    /// Where the catalogue keeps uploaded pictures: file:///folder, or s3://bucket/prefix with the usual AWS_… variables
    #[arg(long, env)]
    pub media_url: Option<String>,
    /// How long a public answer is told again from memory, and suggestions, reviews and lists three times as long; 0s asks the
    /// services every time
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "10s")]
    pub cache_ttl: Duration,
    /// How long a page is told again from memory; 0s makes it every time
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "5s")]
    pub page_ttl: Duration,
    /// What the remembered answers, and the remembered pages, may weigh: MiB each
    #[arg(long, env, default_value_t = 64)]
    pub cache_mib: u64,
    /// Whether public pages come with their first HTML, rendered here from the built web app; without, browsers make all of it
    #[arg(long, env, value_enum, default_value = "on")]
    pub render: Render,
    /// How long a page waits for its first HTML before it goes out without
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

/// Where the services are.
#[derive(Debug, Clone, clap::Args)]
pub struct Peers {
    /// Accounts and sessions; its public keys verify every token
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// Categories and products
    #[arg(long, env, default_value = "http://catalog:50051")]
    pub catalog_url: String,
    /// Carts, orders and their payment
    #[arg(long, env, default_value = "http://order:50051")]
    pub order_url: String,
    /// Stores
    #[arg(long, env, default_value = "http://store:50051")]
    pub store_url: String,
    /// Notifications and tickets
    #[arg(long, env, default_value = "http://notification:50051")]
    pub notification_url: String,
    /// Content pages, settings, SEO texts and redirects
    #[arg(long, env, default_value = "http://seo:50051")]
    pub seo_url: String,
}

/// How much one client address may ask. Many people may share an address, so these stop floods, not shoppers. In local mode
/// the machine itself is not limited.
#[derive(Debug, Clone, clap::Args)]
pub struct Limits {
    /// Pages and reads, as `1000/10s`
    #[arg(long, env, default_value = "1000/10s")]
    pub limit_reads: Rate,
    /// Suggestions while people type, which is a read with every few letters
    #[arg(long, env, default_value = "600/10s")]
    pub limit_suggestions: Rate,
    /// Writes
    #[arg(long, env, default_value = "200/10s")]
    pub limit_writes: Rate,
    /// Attempts to sign in, and whatever else could be guessed or be sent to others: codes, links, passwords
    #[arg(long, env, default_value = "30/60s")]
    pub limit_sign_ins: Rate,
    /// What banks say of payments: from few addresses, for many shoppers
    #[arg(long, env, default_value = "600/10s")]
    pub limit_callbacks: Rate,
    /// Proxies of ours in front of the gateway: the client is that many entries from the right of `X-Forwarded-For`
    #[arg(long, env, default_value_t = 0)]
    pub trusted_proxies: usize,
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum Task {
    /// Prints the OpenAPI document and stops
    Openapi,
}

/// So many in a period: all at once if need be, then evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub count: std::num::NonZeroU32,
    pub period: Duration,
}

impl FromStr for Rate {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let (count, period) = text.split_once('/').context("a rate looks like 100/10s")?;
        let count = count.trim().parse().context("the count is a number above zero")?;
        let period = humantime::parse_duration(period.trim())?;
        ensure!(!period.is_zero(), "the period is longer than nothing");
        Ok(Self { count, period })
    }
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// How long a page may be rendered; not at all when that is switched off.
    pub fn rendering(&self) -> Option<Duration> {
        (self.render == Render::On).then_some(self.render_within)
    }

    /// The site's root without a slash at its end.
    pub fn site(&self) -> &str {
        self.public_url.trim_end_matches('/')
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[test]
    fn the_world_is_served_on_its_own_port() {
        let config = Config::try_parse_from(["gateway"]).unwrap();
        assert_eq!(config.process.listen.port(), 8080);
        assert_eq!(config.limits.limit_sign_ins, "30/1m".parse().unwrap());
    }

    #[test]
    fn rates_that_mean_nothing_are_refused() {
        for text in ["", "10", "0/1s", "-1/1s", "10/0s", "ten/1s"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }
}
