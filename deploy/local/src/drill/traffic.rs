//! Generates the traffic of a drill with the script `deploy/load/drill.mjs`, and compares the answers that the script
//! got from the shop with the shop's data.

use super::Stage;
use super::script::Script;
use anyhow::{Result, bail};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The pause between two looks at the progress.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long a drill waits for the expected orders, accounts or failures before it fails.
const TIMEOUT: Duration = Duration::from_mins(4);

/// Counts and times of the traffic so far. Times are in milliseconds since 1970, or 0 if there is none.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Confirmed orders.
    pub confirmed: u64,
    /// New accounts.
    pub signed_up: u64,
    pub requests: u64,
    /// Requests without an answer, and answers of 5xx.
    pub failed: u64,
    pub first_failed_at: u64,
    pub last_failed_at: u64,
    /// How many shoppers signed up again, because the shop had lost their account.
    pub lost_accounts: u64,
    /// The number of failures by their kind.
    pub errors: BTreeMap<String, u64>,
}

/// The running script.
#[derive(Debug)]
pub struct Traffic(Script);

/// The script's answer to a request without a result: an empty object.
#[derive(Debug, Deserialize)]
struct Done {}

impl Traffic {
    /// Creates the shoppers and products. `load` starts the traffic.
    pub async fn start(stage: &Stage, shop: &str) -> Result<Self> {
        let log = stage.logs.join("traffic.log");
        let mut script = Script::start(&stage.checkout, "drill", &log, |command| {
            command.arg(stage.buyers.to_string()).env("BASE_URL", shop);
        })?;
        script.read::<Done>().await?;
        Ok(Self(script))
    }

    /// Starts the traffic.
    pub async fn load(&mut self) -> Result<()> {
        self.0.ask::<Done>("load").await.map(drop)
    }

    /// Returns the counts so far.
    pub async fn progress(&mut self) -> Result<Progress> {
        self.0.ask("progress").await
    }

    /// Waits until `count` more orders are confirmed, and returns how long that took.
    pub async fn wait_for_orders(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("orders", count, |progress| progress.confirmed).await
    }

    pub async fn wait_for_sign_ups(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("accounts", count, |progress| progress.signed_up).await
    }

    pub async fn wait_for_failures(&mut self, count: u64) -> Result<Duration> {
        self.wait_for("failed requests", count, |progress| progress.failed).await
    }

    /// Waits until the number that `counted` returns has grown by `count`. `what` names the counted things in an error.
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

    /// Ends the traffic.
    pub async fn stop(&mut self) -> Result<Progress> {
        self.0.ask("stop").await
    }

    /// Waits until the shop has settled all orders, and then compares. Takes a minute or more.
    pub async fn compare(&mut self) -> Result<Comparison> {
        self.0.ask("compare").await
    }
}

/// Differences between the answers that the traffic got and the shop's own data.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    pub actions: Vec<Action>,
    /// Account ids that the shop gave to two people.
    pub shared_accounts: Vec<String>,
    /// Codes of confirmed orders that the shop no longer has.
    pub missing: Vec<String>,
    /// Orders that still wait for the catalogue or the bank.
    pub unsettled: Vec<String>,
    /// Orders for which the bank keeps another amount than they cost.
    pub bank_differs: Vec<Difference>,
    /// Products whose free and ordered units are not their stock.
    pub stock_differs: Vec<Difference>,
    /// Feeds whose consumers have not read all events.
    pub feeds_behind: Vec<String>,
    /// Pairs of a feed and a service that reads it.
    pub consumers: Vec<Consumer>,
    pub resyncs: Vec<Resync>,
    pub audit: Audit,
}

/// A confirmed change of an order, with the milliseconds since 1970 of its request and answer.
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

/// A wrong amount or stock.
#[derive(Clone, Debug, Deserialize)]
pub struct Difference {
    /// The code of the order, or the product.
    pub subject: String,
    pub text: String,
}

/// A service that reads the feed of another service: the stream of events by which it learns of the other's changes.
#[derive(Clone, Debug, Deserialize)]
pub struct Consumer {
    pub consumer: String,
    pub feed: String,
}

/// How often a consumer has started to read a feed from its beginning, for one reason.
#[derive(Clone, Debug, Deserialize)]
pub struct Resync {
    pub consumer: String,
    pub feed: String,
    pub reason: String,
    pub count: u64,
}

/// The result of the auditor, the program that compares the data of the services with each other.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Audit {
    /// Rows that the auditor compared.
    pub compared: u64,
    /// Areas that it could not compare.
    pub failed: Vec<String>,
    pub findings: Vec<Finding>,
}

/// A difference between the data of two services.
#[derive(Clone, Debug, Deserialize)]
pub struct Finding {
    /// The kind of data, such as the stock.
    pub area: String,
    /// The order or row that differs. For an order, begins with its code.
    pub subject: String,
    pub field: String,
    pub expected: String,
    pub found: String,
}
