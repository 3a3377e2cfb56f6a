//! Runs workers, and checks their metrics.

use std::{collections::BTreeSet, sync::OnceLock};

use clap::Parser as _;
use kit::{
    BuildInfo,
    config::ProcessConfig,
    telemetry::{self, Telemetry},
    worker::Worker,
};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::database::eventually;

#[derive(clap::Parser)]
struct Config {
    #[command(flatten)]
    process: ProcessConfig,
}

/// Telemetry can be installed once per process.
static TELEMETRY: OnceLock<Telemetry> = OnceLock::new();

pub fn named(workers: impl IntoIterator<Item = Worker>, name: &str) -> Worker {
    let mut workers = workers.into_iter();
    workers.find(|worker| worker.name() == name).unwrap_or_else(|| panic!("no worker is called {name}"))
}

/// Waits until each worker has succeeded once. Returns the names of all workers in `/metrics`.
pub async fn listed(workers: Vec<Worker>) -> Vec<String> {
    TELEMETRY.get_or_init(|| {
        let config = Config::parse_from(["test", "--log", "off"]);
        telemetry::init("test", BuildInfo::UNKNOWN, &config.process).expect("metrics are installed once")
    });
    let names: BTreeSet<_> = workers.iter().map(Worker::name).collect();
    assert_eq!(names.len(), workers.len(), "two workers have the same name");
    let (stop, mut running) = (CancellationToken::new(), JoinSet::new());
    for worker in workers {
        running.spawn(worker.run(stop.clone()));
    }
    let succeeded = async || {
        let text = telemetry::prometheus();
        names.iter().all(|name| value(&text, "worker_last_success", name).is_some_and(|seconds| seconds > 0.0))
    };
    eventually("a success of each worker", succeeded).await;
    stop.cancel();
    while let Some(ended) = running.join_next().await {
        ended.expect("no worker panics").expect("no worker fails");
    }
    let text = telemetry::prometheus();
    for name in &names {
        for metric in ["worker_runs", "worker_failures", "worker_interval", "worker_running"] {
            assert!(value(&text, metric, name).is_some(), "{metric} of {name} is not listed");
        }
    }
    rows(&text, "worker_runs").map(|(name, _)| name.to_owned()).collect::<BTreeSet<_>>().into_iter().collect()
}

fn value(text: &str, metric: &str, name: &str) -> Option<f64> {
    rows(text, metric).find(|(worker, _)| *worker == name).map(|(_, value)| value)
}

/// Name and value of each line `metric{worker="name"} value`.
fn rows<'a>(text: &'a str, metric: &'a str) -> impl Iterator<Item = (&'a str, f64)> {
    text.lines().filter_map(move |line| {
        let (name, value) = line.strip_prefix(metric)?.strip_prefix("{worker=\"")?.split_once("\"} ")?;
        Some((name, value.parse().ok()?))
    })
}
