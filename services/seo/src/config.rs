//! The configuration of this service; `--help` prints it.

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::HasProcess,
};

use crate::{Key, indexnow::IndexNow};

/// The SEO service: what pages say, to people and to search engines.
#[derive(Debug, clap::Parser)]
#[command(name = "sovqat-seo", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub feed: FeedConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "SEO_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// The auth service, whose keys verify access tokens
    #[arg(long, env, default_value = "http://auth:50051")]
    pub auth_url: String,
    /// The order service, whose rules the content pages describe
    #[arg(long, env, default_value = "http://order:50051")]
    pub order_url: String,
    #[command(flatten)]
    pub indexnow: IndexNowConfig,
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// Without a key search engines find by themselves what changed, and none of this is used. Local mode tells nobody anything.
#[derive(Debug, Clone, clap::Args)]
pub struct IndexNowConfig {
    /// Tells Bing, Yandex, Seznam and Naver at once which pages changed: 8 to 128 letters, digits and hyphens that nobody else
    /// knows, as `openssl rand -hex 16` prints them. The shop shows it at /<key>.txt; at first, every page is told of once
    #[arg(long = "indexnow-key", env = "INDEXNOW_KEY", hide_env_values = true)]
    pub key: Option<String>,
    /// Whom to tell
    #[arg(long = "indexnow-url", env = "INDEXNOW_URL", default_value = "https://api.indexnow.org/indexnow")]
    pub url: String,
    /// The site's root as people see it: what the addresses that are told begin with
    #[arg(long, env)]
    pub public_url: Option<String>,
    /// Who announces products, and knows where they are
    #[arg(long, env, default_value = "http://catalog:50051")]
    pub catalog_url: String,
    /// Who announces stores
    #[arg(long, env, default_value = "http://store:50051")]
    pub store_url: String,
}

impl HasProcess for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// What the shop proves itself with; an empty variable is one that is not set.
    pub fn indexnow_key(&self) -> anyhow::Result<Option<Key>> {
        let key = self.indexnow.key.as_deref().filter(|key| !key.is_empty() && !self.process.is_local());
        key.map(|key| key.parse().context("INDEXNOW_KEY is no key")).transpose()
    }

    /// Who is told what changed, if anybody is.
    pub fn indexnow(&self) -> anyhow::Result<Option<IndexNow>> {
        let site = self.indexnow.public_url.as_deref().unwrap_or_default();
        self.indexnow_key()?.map(|key| IndexNow::new(&self.indexnow.url, site, key)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn told(flags: &str) -> String {
        let always = ["sovqat-seo", "--database-url", "postgres://elsewhere"];
        let config = Config::try_parse_from(always.into_iter().chain(flags.split(' ').filter(|flag| !flag.is_empty())));
        match config.unwrap().indexnow() {
            Ok(Some(indexnow)) => indexnow.site,
            Ok(None) => "nobody".to_owned(),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn nobody_is_told_anything_without_a_key_and_in_local_mode() {
        for flags in ["", "--indexnow-key=", "--public-url https://sovqat.az", "--mode local --indexnow-key 0123abcd"] {
            assert_eq!(told(flags), "nobody", "{flags}");
        }
        assert_eq!(told("--indexnow-key 0123abcd --public-url https://sovqat.az/"), "https://sovqat.az");
    }

    #[test]
    fn what_cannot_work_is_said_at_the_start() {
        let no_key = "INDEXNOW_KEY is no key: it is not 8 to 128 letters, digits and hyphens";
        assert_eq!(told("--indexnow-key short --public-url https://sovqat.az"), no_key);
        let no_root = "INDEXNOW_KEY is set, so PUBLIC_URL must be the shop's root, as https://sovqat.az";
        for url in ["", "--public-url=", "--public-url sovqat.az", "--public-url https://sovqat.az/shop"] {
            assert_eq!(told(&format!("--indexnow-key 0123abcd {url}")), no_root, "{url}");
        }
        let flags = "--indexnow-key 0123abcd --public-url https://sovqat.az --indexnow-url api.indexnow.org";
        assert_eq!(told(flags), "INDEXNOW_URL is no web address");
    }
}
