//! Settings of the order service: arguments and environment variables.

mod bank;
mod invoice;
mod order_limits;
mod two_people;

use std::time::Duration;

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::{
    client::Connector,
    config::{DatabaseConfig, FeedConfig, LoadArgs, ProcessConfig, Task},
    keyed::KeyedHasher,
    lifecycle::ProcessSettings,
    secrets::LocalSecret,
};

use crate::{
    bank::Banks,
    domain::{order_limits::OrderLimits, payment::PaymentTime, quote::QuoteKey, wholesale::link::LinkKey},
    wholesale::{Mail, Wholesale},
};

/// The order service: carts and orders
#[derive(clap::Parser)]
#[command(name = "sovqat-order", version)]
pub struct Config {
    #[command(flatten)]
    pub process: ProcessConfig,
    #[command(flatten)]
    pub database: DatabaseConfig,
    #[command(flatten)]
    pub feed: FeedConfig,
    /// PostgreSQL database of this service
    #[arg(long, env = "ORDER_DATABASE_URL", hide_env_values = true)]
    pub database_url: String,
    /// URL of the auth service, for token keys, addresses and the feed of erased accounts
    #[arg(long, env, default_value = "https://auth:50051")]
    pub auth_url: String,
    /// URL of the catalog, for prices and stock
    #[arg(long, env, default_value = "https://catalog:50051")]
    pub catalog_url: String,
    /// URL of the notification service, which sends e-mails about wholesale
    #[arg(long, env, default_value = "https://notification:50051")]
    pub notification_url: String,
    /// Signs quotes and wholesale links: 32 characters or more, the same in every replica. Optional in local mode
    /// only
    #[arg(long = "quote-secret", env = "ORDER_QUOTE_SECRET", hide_env_values = true)]
    pub quote_secret: Option<String>,
    /// Encrypts the card numbers of bloggers, and keys the hashes of those who try promo codes: 32 bytes in base64, the
    /// same in every replica. Optional in local mode only
    #[arg(long = "card-secret", env = "ORDER_CARD_SECRET", hide_env_values = true)]
    pub card_secret: Option<String>,
    /// The site's public root URL, to which banks redirect browsers
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub public_url: String,
    #[command(flatten)]
    pub bank: bank::BankConfig,
    #[command(flatten)]
    pub invoice: invoice::InvoiceConfig,
    #[command(flatten)]
    pub order_limits: order_limits::OrderLimitConfig,
    #[command(flatten)]
    pub two_people: two_people::TwoPeopleConfig,
    /// How long a shopper has to pay; between one minute and seven hours
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "20m")]
    pub payment_time: Duration,
    /// Interval between two queries for due orders; orders of this process are handled without waiting for it
    #[arg(long, env, value_parser = humantime::parse_duration, default_value = "1s")]
    pub order_sweep: Duration,
    #[command(subcommand)]
    pub task: Option<OrderTask>,
}

#[derive(Debug, Clone, clap::Subcommand)]
pub enum OrderTask {
    #[command(flatten)]
    Common(Task),
    /// Writes the demo's history into an empty local shop whose auth service, catalog and sandbox bank are running,
    /// and stops
    History(LoadArgs),
}

impl Config {
    pub fn payment_time(&self) -> PaymentTime {
        PaymentTime::of(TimeDelta::from_std(self.payment_time).unwrap_or(TimeDelta::MAX))
    }

    pub fn order_limits(&self) -> anyhow::Result<OrderLimits> {
        self.order_limits.limits(self.process.is_local())
    }

    pub fn quote_key(&self) -> anyhow::Result<QuoteKey> {
        QuoteKey::new(self.secret()?).context("ORDER_QUOTE_SECRET is shorter than 32 characters")
    }

    pub fn wholesale(&self, connector: &Connector) -> anyhow::Result<Wholesale> {
        Ok(Wholesale {
            link_key: LinkKey::new(self.secret()?).context("ORDER_QUOTE_SECRET cannot be used as a key")?,
            payment_days: self.invoice.wholesale_payment_days,
            seller: self.invoice.seller(self.process.is_local())?,
            mail: Mail::new(connector.connect(&self.notification_url)?),
        })
    }

    fn secret(&self) -> anyhow::Result<&str> {
        let given = self.quote_secret.as_deref().filter(|secret| !secret.is_empty());
        let secret = given.or(self.process.is_local().then_some(LocalSecret::QUOTES.text()));
        secret.context("ORDER_QUOTE_SECRET is needed in production")
    }

    pub fn card_secret(&self) -> anyhow::Result<[u8; 32]> {
        let is_local = self.process.is_local();
        kit::seal::secret("ORDER_CARD_SECRET", self.card_secret.as_deref(), LocalSecret::CARDS, is_local)
    }

    pub fn keyed_hasher(&self) -> anyhow::Result<KeyedHasher> {
        KeyedHasher::new(&self.card_secret()?, "sovqat.order.keyed.v1")
    }

    pub fn banks(&self) -> anyhow::Result<Banks> {
        self.bank.banks(self.process.is_local(), &self.public_url)
    }
}

impl ProcessSettings for Config {
    fn process(&self) -> &ProcessConfig {
        &self.process
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    fn check_quote_key(arguments: &[&str]) -> Result<(), String> {
        let required = ["sovqat-order", "--database-url", "postgres://nowhere"];
        let config = Config::parse_from(required.iter().chain(arguments));
        config.quote_key().map(drop).map_err(|error| error.to_string())
    }

    #[test]
    fn production_requires_a_long_secret() {
        let long = "0123456789abcdef0123456789abcdef";
        assert!(check_quote_key(&["--mode", "production", "--quote-secret", long]).is_ok());
        assert!(check_quote_key(&["--mode", "local"]).is_ok());
        assert!(check_quote_key(&["--mode", "local", "--quote-secret", ""]).is_ok());
        assert!(check_quote_key(&["--mode", "production", "--quote-secret", ""]).unwrap_err().contains("needed"));
        assert!(check_quote_key(&["--mode", "local", "--quote-secret", "short"]).unwrap_err().contains("shorter"));
    }
}
