//! `cargo up --observe`: runs the installed Prometheus with our rules.

use crate::child::{Running, program};
use crate::data::Data;
use crate::node;
use crate::ports;
use crate::services::BANK;
use crate::shop::Shop;
use anyhow::{Context as _, Result};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

const RULES: [&str; 2] = ["deploy/observability/slo.yaml", "deploy/observability/alerts.yaml"];
const ADVICE: &str =
    "--observe needs Prometheus: apt install prometheus, or get it from prometheus.io and put it into PATH";
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub struct Observe {
    prometheus: Running,
    pub url: String,
}

pub fn find() -> Result<PathBuf> {
    node::find("prometheus").context(ADVICE)
}

impl Observe {
    pub fn start(prometheus: PathBuf, shop: &Shop, data: &Data) -> Result<Self> {
        let folder = data.join("prometheus");
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("prometheus.yml");
        // JSON is valid YAML.
        std::fs::write(&file, format!("{:#}", config(shop)))?;
        let address = format!("127.0.0.1:{}", ports::next_free(shop.ports.postgres)?);
        let log = std::fs::File::create(data.logs()?.join("prometheus.log"))?;
        let mut command = program(prometheus);
        command.arg(format!("--config.file={}", file.display()));
        command.arg(format!("--storage.tsdb.path={}", folder.join("data").display()));
        command.arg(format!("--web.listen-address={address}"));
        let prometheus = Running::start(command.stdout(log.try_clone()?).stderr(log))?;
        Ok(Self { prometheus, url: format!("http://{address}") })
    }

    pub async fn stop(mut self) {
        self.prometheus.stop(Signal::TERM, STOP_TIMEOUT).await;
    }
}

/// The alerts expect one job per program. A real bank replaces the sandbox bank in production.
fn config(shop: &Shop) -> Value {
    let jobs = shop.programs.iter().filter(|name| **name != BANK).map(|&name| {
        let targets = shop.processes(name).map(|process| format!("127.0.0.1:{}", shop.ports.of(process).admin));
        json!({ "job_name": name, "static_configs": [{ "targets": targets.collect::<Vec<_>>() }] })
    });
    json!({
        "global": { "scrape_interval": "15s", "evaluation_interval": "15s" },
        "rule_files": RULES.map(|file| shop.checkout.join(file)),
        "scrape_configs": jobs.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::Checkout;
    use crate::cli::Profile;
    use crate::ports::Ports;
    use crate::release::Release;
    use crate::shop::choose;

    #[test]
    fn every_program_except_the_bank_has_a_job_with_its_replicas() {
        let checkout = Checkout::find().unwrap();
        let (ports, programs) = (Ports::any(2).unwrap(), choose(&[]).unwrap());
        let release = Release::of_checkout(&checkout, Profile::Dev);
        let shop = Shop::new(&checkout, release, &checkout.root, ports, programs, 2, None);
        let config = config(&shop);
        let jobs = config["scrape_configs"].as_array().unwrap();
        let names: Vec<_> = jobs.iter().map(|job| job["job_name"].as_str().unwrap()).collect();
        assert_eq!(names, ["auth", "catalog", "order", "store", "notification", "seo", "gateway"]);
        assert!(jobs.iter().all(|job| job["static_configs"][0]["targets"].as_array().unwrap().len() == 2));
        for file in config["rule_files"].as_array().unwrap() {
            assert!(std::path::Path::new(file.as_str().unwrap()).is_file(), "{file}");
        }
    }
}
