//! The configuration of the service. `--help` prints these doc comments.

use anyhow::Context as _;
use kit::{
    config::{DatabaseConfig, FeedConfig, ProcessConfig, Task},
    lifecycle::ProcessSettings,
};

use crate::{IndexNowKey, indexnow::IndexNow};

/// The SEO service: texts of pages for visitors and search engines.
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
    /// The auth service: keys that verify access tokens
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// The order service: the rules that content pages describe
    #[arg(long, env, default_value = "https://order:50051")]
    pub order_url: String,
    #[command(flatten)]
    pub indexnow: IndexNowConfig,
    #[command(subcommand)]
    pub task: Option<Task>,
}

/// Without a key, and in local mode, IndexNow is turned off and none of this is used.
#[derive(Debug, Clone, clap::Args)]
pub struct IndexNowConfig {
    /// Key of IndexNow, which tells Bing, Yandex, Seznam and Naver which pages changed: 8 to 128 letters, digits and
    /// hyphens, as printed by `openssl rand -hex 16`. The shop serves it at /<key>.txt. The first start submits the
    /// pages whose changes are still in the feeds
    #[arg(long = "indexnow-key", env = "INDEXNOW_KEY", hide_env_values = true)]
    pub key: Option<String>,
    /// URL of IndexNow
    #[arg(long = "indexnow-url", env = "INDEXNOW_URL", default_value = "https://api.indexnow.org/indexnow")]
    pub url: String,
    /// Root URL of the shop, with which the submitted URLs begin
    #[arg(long, env)]
    pub public_url: Option<String>,
    /// The catalogue: events of changed products, and their slugs
    #[arg(long, env, default_value = "https://catalog:50051")]
    pub catalog_url: String,
    /// The store service: events of changed stores
    #[arg(long, env, default_value = "https://store:50051")]
    pub store_url: String,
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

impl Config {
    /// `None` while IndexNow is turned off.
    pub fn indexnow_key(&self) -> anyhow::Result<Option<IndexNowKey>> {
        let key = self.indexnow.key.as_deref().filter(|key| !key.is_empty() && !self.process.is_local());
        key.map(|key| key.parse().context("INDEXNOW_KEY is invalid")).transpose()
    }

    pub fn indexnow(&self) -> anyhow::Result<Option<IndexNow>> {
        let site = self.indexnow.public_url.as_deref().unwrap_or_default();
        self.indexnow_key()?.map(|key| IndexNow::new(&self.indexnow.url, site, key)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// Returns the URL of the shop, `off` without IndexNow, or the error.
    fn site_or_error(flags: &str) -> String {
        let required_flags = ["sovqat-seo", "--database-url", "postgres://elsewhere"];
        let config =
            Config::try_parse_from(required_flags.into_iter().chain(flags.split(' ').filter(|flag| !flag.is_empty())));
        match config.unwrap().indexnow() {
            Ok(Some(indexnow)) => indexnow.site,
            Ok(None) => "off".to_owned(),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn indexnow_is_off_without_a_key_and_in_local_mode() {
        for flags in ["", "--indexnow-key=", "--public-url https://sovqat.az", "--mode local --indexnow-key 0123abcd"] {
            assert_eq!(site_or_error(flags), "off", "{flags}");
        }
        assert_eq!(site_or_error("--indexnow-key 0123abcd --public-url https://sovqat.az/"), "https://sovqat.az");
    }

    #[test]
    fn invalid_indexnow_configuration_fails_at_start() {
        let invalid_key = "INDEXNOW_KEY is invalid: it is not 8 to 128 letters, digits and hyphens";
        assert_eq!(site_or_error("--indexnow-key short --public-url https://sovqat.az"), invalid_key);
        let invalid_root = "INDEXNOW_KEY is set, so PUBLIC_URL must be the shop's root, as https://sovqat.az";
        for url in ["", "--public-url=", "--public-url sovqat.az", "--public-url https://sovqat.az/shop"] {
            assert_eq!(site_or_error(&format!("--indexnow-key 0123abcd {url}")), invalid_root, "{url}");
        }
        let flags = "--indexnow-key 0123abcd --public-url https://sovqat.az --indexnow-url api.indexnow.org";
        assert_eq!(site_or_error(flags), "INDEXNOW_URL is not an http(s) URL");
    }
}
