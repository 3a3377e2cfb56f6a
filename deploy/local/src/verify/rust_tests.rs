//! Runs all Rust tests on a real PostgreSQL: two test programs in parallel, with the time of each test, and without
//! retries.

use super::step::Outcome;
use crate::causes;
use crate::child::{Running, program};
use crate::compile::TestProgram;
use crate::times::{Test, Verdict};
use crate::workshop::Workshop;
use anyhow::{Context as _, Result, bail};
use futures::StreamExt as _;
use futures::future::{FutureExt as _, LocalBoxFuture};
use rustix::process::Signal;
use serde::Deserialize;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

/// Tests often wait for PostgreSQL, so one program alone would not use both cores.
const AT_ONCE: usize = 2;
/// A test program that runs longer hangs. The slowest takes two minutes on a slow machine.
const LIMIT: Duration = Duration::from_mins(15);
/// How much of a failed test's output the error repeats.
const REPORTED_LINES: usize = 15;
const REPORTED_CHARS: usize = 300;

pub fn run(shop: Rc<Workshop>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let mut programs: Vec<&TestProgram> = shop.compiled().await?.tests.iter().collect();
        programs.retain(|program| shop.affected.includes_package(&program.package));
        // The largest programs start first, so that no long one starts last.
        programs
            .sort_by_key(|program| std::cmp::Reverse(std::fs::metadata(&program.file).map_or(0, |file| file.len())));
        let shop = &*shop;
        let results = futures::stream::iter(programs)
            .map(|program| async move { (program, run_program(shop, program).await) })
            .buffer_unordered(AT_ONCE)
            .collect::<Vec<_>>()
            .await;
        let mut log = String::new();
        let (mut failed, mut broken) = (Vec::new(), Vec::new());
        for (program, result) in results {
            match result {
                Ok(tests) => {
                    for test in tests {
                        write_line(&mut log, &test)?;
                        if test.verdict == Verdict::Failed {
                            failed.push(report(&test));
                        }
                        shop.times.add_test(test);
                    }
                }
                Err(error) => broken.push(format!("    {}: {}", suite(program), causes::sentence(&error))),
            }
        }
        std::fs::write(shop.log("test"), log)?;
        if failed.is_empty() && broken.is_empty() {
            return Ok(Outcome::Passed);
        }
        failed.extend(broken);
        bail!("these Rust tests failed; all they printed is in {}:\n{}", shop.log("test").display(), failed.join("\n"))
    }
    .boxed_local()
}

/// Returns the test's name and the end of its output, because on a build server nothing else is visible.
fn report(test: &Test) -> String {
    let printed: Vec<&str> = test.said.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &printed[printed.len().saturating_sub(REPORTED_LINES)..];
    let mut report = format!("    {} {}", test.suite, test.name);
    for line in last {
        report.push_str("\n        ");
        report.extend(line.chars().take(REPORTED_CHARS));
    }
    report
}

fn suite(program: &TestProgram) -> String {
    format!("{}/{}", program.package, program.target)
}

/// Runs one test program and returns the results of its tests.
async fn run_program(shop: &Workshop, test: &TestProgram) -> Result<Vec<Test>> {
    let suite = suite(test);
    let name = suite.replace('/', "-");
    let (output, log) = (shop.logs.join(format!("test-{name}.json")), shop.log(&format!("test-{name}")));
    let mut command = program(&test.file);
    command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
    command.env("DATABASE_URL", shop.clusters().await?.of(&test.package).url("postgres"));
    // Test times are an unstable option, which this variable allows.
    command.env("RUSTC_BOOTSTRAP", "1").args(["-Zunstable-options", "--format=json", "--report-time"]);
    command.stdout(std::fs::File::create(&output)?).stderr(std::fs::File::create(&log)?);
    let mut running = Running::start(&mut command)?;
    let Ok(status) = tokio::time::timeout(LIMIT, running.wait()).await else {
        running.stop(Signal::TERM, Duration::from_secs(2)).await;
        bail!("{suite} did not end within {} minutes", LIMIT.as_secs() / 60);
    };
    let status = status?;
    let (tests, ended) = read(&suite, &std::fs::read_to_string(&output)?);
    let failed = tests.iter().any(|test| test.verdict == Verdict::Failed);
    if !ended || (!status.success() && !failed) {
        bail!("{suite} broke down ({status}); its last words:\n{}", crate::task::tail(&log, 20));
    }
    Ok(tests)
}

#[derive(Debug, Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    #[serde(rename = "event")]
    outcome: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    exec_time: f64,
    stdout: Option<String>,
}

/// Returns the test results, and whether the program ran to its end.
fn read(suite: &str, output: &str) -> (Vec<Test>, bool) {
    let mut tests = Vec::new();
    let mut ended = false;
    for event in output.lines().filter_map(|line| serde_json::from_str::<Event>(line).ok()) {
        let verdict = match event.outcome.as_str() {
            "ok" => Verdict::Passed,
            "failed" => Verdict::Failed,
            "ignored" => Verdict::Skipped,
            _ => continue,
        };
        if event.kind == "suite" {
            ended = true;
        } else if event.kind == "test" {
            let said = event.stdout.unwrap_or_default();
            tests.push(Test { suite: suite.to_owned(), name: event.name, seconds: event.exec_time, verdict, said });
        }
    }
    (tests, ended)
}

fn write_line(log: &mut String, test: &Test) -> Result<()> {
    let verdict = match test.verdict {
        Verdict::Passed => "ok",
        Verdict::Failed => "FAILED",
        Verdict::Skipped => "ignored",
    };
    writeln!(log, "{verdict:<8}{:>8.3} s  {} {}", test.seconds, test.suite, test.name)?;
    if test.verdict == Verdict::Failed {
        writeln!(log, "{}", test.said.trim_end()).context("the log cannot be written")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = r#"
{ "type": "suite", "event": "started", "test_count": 3 }
{ "type": "test", "event": "started", "name": "a::one" }
{ "type": "test", "name": "a::one", "event": "ok", "exec_time": 0.25 }
{ "type": "test", "name": "a::two", "event": "failed", "exec_time": 1.5, "stdout": "thread panicked\n" }
{ "type": "test", "name": "a::three", "event": "ignored" }
{ "type": "suite", "event": "failed", "passed": 1, "failed": 1, "ignored": 1 }
"#;

    #[test]
    fn every_test_is_read_with_its_time_and_what_it_printed() {
        let (tests, ended) = read("store/it", OUTPUT);
        assert!(ended);
        let verdicts: Vec<_> = tests.iter().map(|test| (test.name.as_str(), test.verdict, test.seconds)).collect();
        assert_eq!(
            verdicts,
            [("a::one", Verdict::Passed, 0.25), ("a::two", Verdict::Failed, 1.5), ("a::three", Verdict::Skipped, 0.0)]
        );
        assert_eq!(tests[1].said, "thread panicked\n");
        assert_eq!(report(&tests[1]), "    store/it a::two\n        thread panicked");
    }

    #[test]
    fn a_program_that_died_has_not_ended() {
        let (_, ended) = read("store/it", r#"{ "type": "test", "name": "a", "event": "ok", "exec_time": 0.1 }"#);
        assert!(!ended);
    }
}
