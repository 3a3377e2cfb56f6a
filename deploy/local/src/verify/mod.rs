//! `cargo verify`: everything that must hold, in lanes that do not wait for each other, each step with its time.

mod browser;
mod report;
mod rust_tests;
mod steps;

use crate::cli;
use crate::regen::Workshop;
use crate::signals::Stop;
use anyhow::{Result, bail};
use futures::future::LocalBoxFuture;
use report::{Report, Verdict};
use std::process::ExitCode;
use std::rc::Rc;

/// Steps of a lane come after each other; lanes run side by side. The browser comes when the others are through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// cargo locks its folder anyway
    Rust,
    Web,
    Contracts,
    Browser,
}

#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub name: &'static str,
    pub what: &'static str,
    pub lane: Lane,
    /// Steps that must have passed; they are run too when only this one is asked for.
    pub needs: &'static [&'static str],
    /// Left out by --fast.
    pub slow: bool,
    pub run: fn(Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Skipped(&'static str),
}

pub async fn verify(options: cli::Verify) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let chosen = choose(steps::ALL, &options)?;
    let shop = Rc::new(Workshop::open("verify")?);
    if options.list {
        for step in &chosen {
            shop.board.say(&format!("  {:<14} {}", step.name, step.what));
        }
        return Ok(ExitCode::SUCCESS);
    }
    shop.board.say(&format!("{} steps; their output is in {}", chosen.len(), shop.logs.display()));
    let report = Report::new(shop.board.clone());
    let finished = tokio::select! {
        () = all(&shop, &chosen, &report) => true,
        () = stop.asked.cancelled() => false,
    };
    if let Some(shop) = Rc::into_inner(shop) {
        shop.close().await;
    }
    if !finished {
        bail!("stopped before the end");
    }
    Ok(if report.conclude() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
        Ok(Outcome::Skipped(why)) => Verdict::Skipped(why),
        Err(error) => Verdict::Failed(crate::causes::sentence(&error)),
    };
    report.add(step.name, verdict, Some(time));
}

/// The steps that are asked for, with those they need, in their order.
fn choose(all: &[Step], options: &cli::Verify) -> Result<Vec<Step>> {
    let mut wanted: Vec<&str> = options.only.iter().map(String::as_str).collect();
    if let Some(stranger) = wanted.iter().find(|name| all.iter().all(|step| step.name != **name)) {
        let names: Vec<&str> = all.iter().map(|step| step.name).collect();
        bail!("there is no step `{stranger}`; the steps are {}", names.join(", "));
    }
    if wanted.is_empty() {
        wanted = all.iter().filter(|step| !(options.fast && step.slow)).map(|step| step.name).collect();
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

    fn chosen(only: &[&str], fast: bool) -> Vec<&'static str> {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        let steps = choose(steps::ALL, &cli::Verify { fast, only, list: false }).unwrap();
        steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn a_step_brings_what_it_needs() {
        assert_eq!(chosen(&["web-lint"], false), ["web-install", "web-lint"]);
        assert!(chosen(&["browser"], false).starts_with(&["programs"]));
    }

    #[test]
    fn fast_leaves_out_what_needs_the_running_shop() {
        let steps = chosen(&[], true);
        assert!(!steps.contains(&"browser") && !steps.contains(&"soak") && steps.contains(&"test"));
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
