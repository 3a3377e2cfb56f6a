//! Controls `deploy/load/drill.mjs`, the traffic of a drill.

use super::Setup;
use super::script::Script;
use anyhow::{Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_millis(500);
const TIMEOUT: Duration = Duration::from_mins(4);

/// Times are in milliseconds since 1970, or 0 if no request has failed.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    pub confirmed: u64,
    pub signed_up: u64,
    pub requests: u64,
    /// Requests without a response or with a 5xx.
    pub failed: u64,
    pub first_failed_at: u64,
    pub last_failed_at: u64,
    pub lost_accounts: u64,
    pub errors: BTreeMap<String, u64>,
}

#[derive(Debug)]
pub struct Traffic(Script);

#[derive(Debug, Deserialize)]
struct Done {}

impl Traffic {
    /// Creates shoppers and products. `start` lets them order.
    pub async fn prepare(setup: &Setup, shop: &str) -> Result<Self> {
        let log = setup.logs.join("traffic.log");
        let mut script = Script::start(&setup.checkout, "drill", &log, |command| {
            command.arg(setup.buyers.to_string()).env("BASE_URL", shop);
        })?;
        script.read::<Done>().await?;
        Ok(Self(script))
    }

    pub async fn start(&mut self) -> Result<()> {
        self.0.ask::<Done>("load").await.map(drop)
    }

    pub async fn progress(&mut self) -> Result<Progress> {
        self.0.ask("progress").await
    }

    pub async fn wait_for_orders(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("orders", count, |progress| progress.confirmed).await
    }

    pub async fn wait_for_sign_ups(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("accounts", count, |progress| progress.signed_up).await
    }

    pub async fn wait_for_failures(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("failed requests", count, |progress| progress.failed).await
    }

    async fn wait_for(&mut self, what: &str, count: u64, counted: impl Fn(&Progress) -> u64) -> Result<Duration> {
        let started = Instant::now();
        let wanted = counted(&self.progress().await?) + count;
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            let progress = self.progress().await?;
            if counted(&progress) >= wanted {
                return Ok(started.elapsed());
            }
            if started.elapsed() > TIMEOUT {
                let Progress { requests, failed, errors, .. } = &progress;
                bail!(
                    "{} {what} are missing after {} s ({failed} of {requests} requests failed; {errors:?})",
                    wanted - counted(&progress),
                    TIMEOUT.as_secs()
                );
            }
        }
    }

    pub async fn stop(&mut self) -> Result<Progress> {
        self.0.ask("stop").await
    }

    pub async fn compare(&mut self) -> Result<Comparison> {
        self.0.ask("compare").await
    }
}

/// Differences between the responses and the shop's data.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    pub actions: Vec<Action>,
    pub shared_accounts: Vec<String>,
    /// Codes of confirmed orders that the shop does not know.
    pub missing: Vec<String>,
    /// Orders that still wait for the catalogue or the bank.
    pub unsettled: Vec<String>,
    /// Orders whose cost differs from the amount at the bank.
    pub bank_differs: Vec<Difference>,
    /// Products whose free and ordered units are not their stock.
    pub stock_differs: Vec<Difference>,
    /// Feeds (a service's published events) that a consumer has not read to the end.
    pub feeds_behind: Vec<String>,
    pub consumers: Vec<Consumer>,
    pub resyncs: Vec<Resync>,
    pub audit: Audit,
}

/// A change of an order that the shop has confirmed to a shopper. Times are in milliseconds since 1970.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    pub code: String,
    /// `placed`, `paid`, `cancelled` or `delivered`.
    pub what: String,
    #[serde(default)]
    pub is_cash: bool,
    pub asked_at: u64,
    pub answered_at: u64,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Difference {
    pub subject: String,
    pub text: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Consumer {
    pub consumer: String,
    pub feed: String,
}

/// How often a consumer has read a feed from its beginning.
#[derive(Clone, Debug, Deserialize)]
pub struct Resync {
    pub consumer: String,
    pub feed: String,
    pub reason: String,
    pub count: u64,
}

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Audit {
    pub compared: u64,
    pub failed: Vec<String>,
    pub findings: Vec<Finding>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    pub area: String,
    /// The subject of an order begins with its code.
    pub subject: String,
    pub field: String,
    pub expected: String,
    pub found: String,
}
