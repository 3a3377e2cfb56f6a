//! `cargo verify`: all checks, in lanes that run in parallel, with the time of each step.

mod browser;
mod contract;
mod report;
mod rust_tests;
mod step;
mod steps;

use crate::affected::Affected;
use crate::cli;
use crate::signals::Stop;
use crate::times;
use crate::workshop::Workshop;
use anyhow::{Result, bail};
use report::{Report, Verdict};
use std::process::ExitCode;
use std::rc::Rc;
use step::{Lane, Outcome, Step, When};

pub async fn verify(options: cli::Verify) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let mut shop = Workshop::open("verify")?;
    shop.is_full = options.full;
    if let Some(reference) = &options.changed {
        shop.affected = Affected::since(&shop.checkout, reference).await?;
    }
    let chosen = choose(steps::ALL, &options, &shop.affected)?;
    if options.list {
        for step in &chosen {
            shop.board.say(&format!("  {:<16} {}", step.name, step.what));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let changed = shop.affected.files().map(|count| format!(" for {count} changed files")).unwrap_or_default();
    shop.board.say(&format!("{} steps{changed}; their output is in {}", chosen.len(), shop.logs.display()));
    let sources = times::sources(&shop.checkout).await;
    let report = Report::new(shop.board.clone());
    let shop = Rc::new(shop);
    let finished = tokio::select! {
        () = all(&shop, &chosen, &report) => true,
        () = stop.asked.cancelled() => false,
    };
    let said = shop.times.conclude(&shop.logs, &sources, report.elapsed());
    if let Some(shop) = Rc::into_inner(shop) {
        shop.close().await;
    }
    if !finished {
        bail!("stopped before the end");
    }
    Ok(if report.conclude(&said?) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn all(shop: &Rc<Workshop>, chosen: &[Step], report: &Report) {
    let lane = |lane: Lane| async move {
        for step in chosen.iter().filter(|step| step.lane == lane) {
            one(shop, step, report).await;
        }
    };
    tokio::join!(lane(Lane::Rust), lane(Lane::Web), lane(Lane::Contracts));
    lane(Lane::Browser).await;
}

async fn one(shop: &Rc<Workshop>, step: &Step, report: &Report) {
    if let Some(missing) = step.needs.iter().find(|need| report.failed(need)) {
        report.add(step.name, Verdict::NotRun(format!("{missing} failed")), None);
        return;
    }
    let shown = shop.board.step(step.name, Some(&shop.log(step.name)));
    let result = (step.run)(shop.clone()).await;
    let time = shown.elapsed();
    drop(shown);
    let verdict = match result {
        Ok(Outcome::Passed) => Verdict::Passed,
        Err(error) => Verdict::Failed(crate::causes::sentence(&error)),
    };
    shop.times.add_step(step.name, time, if matches!(verdict, Verdict::Passed) { "passed" } else { "failed" });
    report.add(step.name, verdict, Some(time));
}

/// Returns the requested steps and the ones they need, in order.
fn choose(all: &[Step], options: &cli::Verify, affected: &Affected) -> Result<Vec<Step>> {
    let mut wanted: Vec<&str> = options.only.iter().map(String::as_str).collect();
    if let Some(stranger) = wanted.iter().find(|name| all.iter().all(|step| step.name != **name)) {
        let names: Vec<&str> = all.iter().map(|step| step.name).collect();
        bail!("there is no step `{stranger}`; the steps are {}", names.join(", "));
    }
    if wanted.is_empty() {
        let is_due = |step: &&Step| match step.when {
            When::Always => true,
            When::Slow => !options.fast,
            When::Full => options.full,
            When::Named => false,
        };
        let due = all.iter().filter(is_due).filter(|step| affected.includes(step.reads));
        wanted = due.map(|step| step.name).collect();
    }
    let mut index = 0;
    while let Some(name) = wanted.get(index).copied() {
        let needs = all.iter().find(|step| step.name == name).map_or(&[][..], |step| step.needs);
        wanted.extend(needs);
        index += 1;
        if index > 1000 {
            bail!("the steps need each other in a circle");
        }
    }
    Ok(all.iter().filter(|step| wanted.contains(&step.name)).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(only: &[&str], fast: bool, full: bool) -> Vec<&'static str> {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        let options = cli::Verify { fast, full, only, changed: None, list: false };
        choose(steps::ALL, &options, &Affected::default()).unwrap().iter().map(|step| step.name).collect()
    }

    #[test]
    fn a_step_brings_what_it_needs() {
        assert_eq!(chosen(&["web-lint"], false, false), ["install", "web-lint"]);
        assert!(chosen(&["browser"], false, false).starts_with(&["build"]));
    }

    #[test]
    fn fast_leaves_out_what_needs_the_running_shop_and_full_adds_to_everything() {
        let fast = chosen(&[], true, false);
        assert!(!fast.contains(&"browser") && !fast.contains(&"soak") && fast.contains(&"test"));
        let (default, full) = (chosen(&[], false, false), chosen(&[], false, true));
        assert!(default.iter().all(|step| full.contains(step)));
        assert!(full.contains(&"doc") && !default.contains(&"doc"));
    }

    #[test]
    fn every_need_is_a_step_of_the_same_lane_or_for_the_browser() {
        for step in steps::ALL {
            for need in step.needs {
                let needed = steps::ALL.iter().find(|other| other.name == *need).expect(need);
                assert!(needed.lane == step.lane || step.lane == Lane::Browser, "{} needs {need}", step.name);
            }
        }
    }
}
