//! `cargo verify`: runs checks in parallel lanes.

mod browser;
mod contract;
mod dependencies;
mod external;
mod generated;
mod manifests;
mod nats;
mod proto_files;
mod report;
mod rust_builds;
mod rust_tests;
mod s3;
mod skew;
mod step;
mod steps;
mod telemetry;
mod valkey;
mod web_app;

use crate::affected::Affected;
use crate::cli;
use crate::session::Session;
use crate::signals::Stop;
use crate::times;
use anyhow::{Result, bail};
use report::{Report, Verdict};
use std::process::ExitCode;
use std::rc::Rc;
use step::{Lane, Outcome, Step, When};

pub async fn verify(mut options: cli::Verify) -> Result<ExitCode> {
    let stop = Stop::listen()?;
    let mut session = Session::open("verify")?;
    session.is_full = options.full;
    if let Some(reference) = options.skew.take() {
        options.only = vec!["skew".to_owned()];
        session.skew_reference = reference;
    }
    if let Some(reference) = &options.changed {
        session.affected = Affected::since(&session.checkout, reference).await?;
    }
    let chosen = choose(steps::ALL, &options, &session.affected)?;
    if options.list {
        for step in &chosen {
            session.board.print(&format!("  {:<16} {}", step.name, step.description));
        }
        return Ok(ExitCode::SUCCESS);
    }
    let changed = session.affected.file_count().map(|count| format!(" for {count} changed files")).unwrap_or_default();
    session.board.print(&format!("{} steps{changed}; their output is in {}", chosen.len(), session.logs.display()));
    let sources = times::sources(&session.checkout).await;
    let report = Report::new(session.board.clone());
    let session = Rc::new(session);
    let finished = tokio::select! {
        () = run_all(&session, &chosen, &report) => true,
        () = stop.requested.cancelled() => false,
    };
    let summary = session.times.conclude(&session.logs, &sources, report.elapsed());
    if let Some(session) = Rc::into_inner(session) {
        session.close().await;
    }
    if !finished {
        bail!("stopped before the end");
    }
    Ok(if report.conclude(&summary?) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The browser lane runs alone, because browser and shop need the whole machine.
async fn run_all(session: &Rc<Session>, chosen: &[Step], report: &Report) {
    let lane = |lane: Lane| async move {
        for step in chosen.iter().filter(|step| step.lane == lane) {
            run_step(session, step, report).await;
        }
    };
    tokio::join!(lane(Lane::Rust), lane(Lane::Web), lane(Lane::Contracts));
    lane(Lane::Browser).await;
}

async fn run_step(session: &Rc<Session>, step: &Step, report: &Report) {
    if let Some(failed) = step.depends_on.iter().find(|name| report.has_failed(name)) {
        report.add(step.name, Verdict::NotRun(format!("{failed} failed")), None);
        return;
    }
    let shown = session.board.step(step.name, Some(&session.log(step.name)));
    let result = (step.run)(session.clone()).await;
    let time = shown.elapsed();
    drop(shown);
    let verdict = match result {
        Ok(Outcome::Passed) => Verdict::Passed,
        Err(error) => Verdict::Failed(crate::causes::message(&error)),
    };
    session.times.add_step(step.name, time, if matches!(verdict, Verdict::Passed) { "passed" } else { "failed" });
    report.add(step.name, verdict, Some(time));
}

fn choose(steps: &[Step], options: &cli::Verify, affected: &Affected) -> Result<Vec<Step>> {
    let mut wanted: Vec<&str> = options.only.iter().map(String::as_str).collect();
    if let Some(unknown) = wanted.iter().find(|name| steps.iter().all(|step| step.name != **name)) {
        let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
        bail!("there is no step `{unknown}`; the steps are {}", names.join(", "));
    }
    if wanted.is_empty() {
        let is_due = |step: &&Step| match step.when {
            When::Always => true,
            When::Slow => !options.fast,
            When::Full => options.full,
            When::Named => false,
        };
        let due = steps.iter().filter(is_due).filter(|step| affected.includes(step.inputs));
        wanted = due.map(|step| step.name).collect();
    }
    // Appends dependencies, and those of appended steps.
    let mut index = 0;
    while let Some(name) = wanted.get(index).copied() {
        let dependencies = steps.iter().find(|step| step.name == name).map_or(&[][..], |step| step.depends_on);
        wanted.extend(dependencies);
        index += 1;
        if index > 1000 {
            bail!("the steps depend on each other in a cycle");
        }
    }
    Ok(steps.iter().filter(|step| wanted.contains(&step.name)).copied().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn default_options() -> cli::Verify {
        cli::Verify { fast: false, full: false, only: Vec::new(), changed: None, skew: None, list: false }
    }

    fn chosen(options: &cli::Verify) -> Vec<&'static str> {
        choose(steps::ALL, options, &Affected::default()).unwrap().iter().map(|step| step.name).collect()
    }

    fn chosen_with(step: &str) -> Vec<&'static str> {
        chosen(&cli::Verify { only: vec![step.to_owned()], ..default_options() })
    }

    #[test]
    fn dependencies_are_chosen_too() {
        assert_eq!(chosen_with("web-lint"), ["install", "web-lint"]);
        assert!(chosen_with("browser").starts_with(&["build"]));
    }

    #[test]
    fn fast_skips_steps_with_a_running_shop_and_full_adds_steps() {
        let fast = chosen(&cli::Verify { fast: true, ..default_options() });
        assert!(!fast.contains(&"browser") && !fast.contains(&"soak") && fast.contains(&"test"));
        let default = chosen(&default_options());
        let full = chosen(&cli::Verify { full: true, ..default_options() });
        assert!(default.iter().all(|step| full.contains(step)));
        assert!(full.contains(&"doc") && !default.contains(&"doc"));
    }

    #[test]
    fn dependencies_are_in_the_same_lane_except_for_the_browser_lane() {
        for step in steps::ALL {
            for name in step.depends_on {
                let dependency = steps::ALL.iter().find(|other| other.name == *name).expect(name);
                assert!(dependency.lane == step.lane || step.lane == Lane::Browser, "{} depends on {name}", step.name);
            }
        }
    }
}
