//! Runs the compiled Rust tests, and reports the failed ones.

use super::step::Outcome;
use crate::cargo_messages::TestProgram;
use crate::causes;
use crate::child::{Running, program};
use crate::session::Session;
use crate::times::{Test, Verdict};
use anyhow::{Context as _, Result, bail};
use futures::StreamExt as _;
use futures::future::{FutureExt as _, LocalBoxFuture};
use rustix::process::Signal;
use serde::Deserialize;
use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

/// Two programs run at once, because tests often wait for PostgreSQL.
const PARALLEL_PROGRAMS: usize = 2;
/// The slowest program takes two minutes.
const TIMEOUT: Duration = Duration::from_mins(15);
const REPORTED_LINES: usize = 15;
const REPORTED_CHARS: usize = 300;

pub fn run(session: Rc<Session>) -> LocalBoxFuture<'static, Result<Outcome>> {
    async move {
        let results = run_programs(&session).await?;
        let mut log = String::new();
        let (mut failed, mut crashed) = (Vec::new(), Vec::new());
        for ProgramResult { suite, tests } in results {
            let tests = match tests {
                Ok(tests) => tests,
                Err(error) => {
                    crashed.push(format!("    {suite}: {}", causes::message(&error)));
                    continue;
                }
            };
            for test in tests {
                write_line(&mut log, &test)?;
                if test.verdict == Verdict::Failed {
                    failed.push(failure_text(&test));
                }
                session.times.add_test(test);
            }
        }
        std::fs::write(session.log("test"), log)?;
        if failed.is_empty() && crashed.is_empty() {
            return Ok(Outcome::Passed);
        }
        failed.extend(crashed);
        bail!(
            "these Rust tests failed; their whole output is in {}:\n{}",
            session.log("test").display(),
            failed.join("\n")
        )
    }
    .boxed_local()
}

struct ProgramResult {
    /// A name such as `catalog/it`.
    suite: String,
    /// An error if the program crashed.
    tests: Result<Vec<Test>>,
}

async fn run_programs(session: &Session) -> Result<Vec<ProgramResult>> {
    let mut programs: Vec<&TestProgram> = session.compiled().await?.tests.iter().collect();
    programs.retain(|program| session.affected.includes_package(&program.package));
    // Large programs take long, so they start first.
    let size = |program: &TestProgram| std::fs::metadata(&program.file).map_or(0, |file| file.len());
    programs.sort_by_key(|program| std::cmp::Reverse(size(program)));
    let results = futures::stream::iter(programs)
        .map(|program| async move {
            let suite = format!("{}/{}", program.package, program.target);
            let tests = run_program(session, &suite, program).await;
            ProgramResult { suite, tests }
        })
        .buffer_unordered(PARALLEL_PROGRAMS);
    Ok(results.collect().await)
}

/// Shortens the output of a failed test, of which a build server shows nothing else.
fn failure_text(test: &Test) -> String {
    let printed: Vec<&str> = test.output.lines().filter(|line| !line.trim().is_empty() && !is_frame(line)).collect();
    let last = &printed[printed.len().saturating_sub(REPORTED_LINES)..];
    let mut text = format!("    {} {}", test.suite, test.name);
    for line in last {
        text.push_str("\n        ");
        text.extend(line.chars().take(REPORTED_CHARS));
    }
    text
}

/// Backtraces have lines such as ` 12: name` and ` at file`.
fn is_frame(line: &str) -> bool {
    let text = line.trim_start();
    text.starts_with("at ") || text.split_once(": ").is_some_and(|(number, _)| number.parse::<u32>().is_ok())
}

async fn run_program(session: &Session, suite: &str, test: &TestProgram) -> Result<Vec<Test>> {
    let name = suite.replace('/', "-");
    let (output, log) = (session.logs.join(format!("test-{name}.json")), session.log(&format!("test-{name}")));
    let mut command = program(&test.file);
    command.current_dir(&test.folder).env("CARGO_MANIFEST_DIR", &test.folder);
    command.env("DATABASE_URL", session.clusters().await?.for_package(&test.package).url("postgres"));
    // The JSON format is unstable.
    command.env("RUSTC_BOOTSTRAP", "1").args(["-Zunstable-options", "--format=json", "--report-time"]);
    command.stdout(std::fs::File::create(&output)?).stderr(std::fs::File::create(&log)?);
    let mut running = Running::start(&mut command)?;
    let Ok(status) = tokio::time::timeout(TIMEOUT, running.wait()).await else {
        running.stop(Signal::TERM, Duration::from_secs(2)).await;
        bail!("{suite} did not end within {} minutes", TIMEOUT.as_secs() / 60);
    };
    let status = status?;
    let (tests, is_complete) = parse_results(suite, &std::fs::read_to_string(&output)?);
    let failed = tests.iter().any(|test| test.verdict == Verdict::Failed);
    if !is_complete || (!status.success() && !failed) {
        bail!("{suite} crashed ({status}); the end of its output:\n{}", crate::task::tail(&log, 20));
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

/// Reads libtest's JSON. Also returns whether the program ran to its end.
fn parse_results(suite: &str, output: &str) -> (Vec<Test>, bool) {
    let mut tests = Vec::new();
    let mut is_complete = false;
    for event in output.lines().filter_map(|line| serde_json::from_str::<Event>(line).ok()) {
        let verdict = match event.outcome.as_str() {
            "ok" => Verdict::Passed,
            "failed" => Verdict::Failed,
            "ignored" => Verdict::Skipped,
            _ => continue,
        };
        if event.kind == "suite" {
            is_complete = true;
        } else if event.kind == "test" {
            let output = event.stdout.unwrap_or_default();
            tests.push(Test { suite: suite.to_owned(), name: event.name, seconds: event.exec_time, verdict, output });
        }
    }
    (tests, is_complete)
}

fn write_line(log: &mut String, test: &Test) -> Result<()> {
    let verdict = match test.verdict {
        Verdict::Passed => "ok",
        Verdict::Failed => "FAILED",
        Verdict::Skipped => "ignored",
    };
    writeln!(log, "{verdict:<8}{:>8.3} s  {} {}", test.seconds, test.suite, test.name)?;
    if test.verdict == Verdict::Failed {
        writeln!(log, "{}", test.output.trim_end()).context("cannot write the log")?;
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
    fn results_times_and_output_of_tests_are_read() {
        let (mut tests, is_complete) = parse_results("store/it", OUTPUT);
        assert!(is_complete);
        let verdicts: Vec<_> = tests.iter().map(|test| (test.name.as_str(), test.verdict, test.seconds)).collect();
        assert_eq!(
            verdicts,
            [("a::one", Verdict::Passed, 0.25), ("a::two", Verdict::Failed, 1.5), ("a::three", Verdict::Skipped, 0.0)]
        );
        assert_eq!(tests[1].output, "thread panicked\n");
        assert_eq!(failure_text(&tests[1]), "    store/it a::two\n        thread panicked");
        let panicked =
            "thread panicked\n  left: 2\n right: 1\nstack backtrace:\n   0: core::panicking\n      at lib.rs:1\n";
        let test = Test { output: panicked.to_owned(), ..tests.swap_remove(1) };
        let text = failure_text(&test);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(lines, ["store/it a::two", "thread panicked", "left: 2", "right: 1", "stack backtrace:"]);
    }

    #[test]
    fn output_without_the_suites_result_is_incomplete() {
        let (_, is_complete) =
            parse_results("store/it", r#"{ "type": "test", "name": "a", "event": "ok", "exec_time": 0.1 }"#);
        assert!(!is_complete);
    }
}
