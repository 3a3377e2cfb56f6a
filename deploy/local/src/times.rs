//! Results of `cargo verify`. A flaky test has passed and failed with the same sources.

use crate::checkout::Checkout;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

const PRINTED_TESTS: usize = 10;
const KEPT_RUNS: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Passed,
    Failed,
    Skipped,
}

#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// Such as `catalog/it`, `web` or `browser/phone`.
    pub suite: String,
    pub name: String,
    pub seconds: f64,
    pub verdict: Verdict,
    #[serde(skip)]
    pub output: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct StepTime {
    pub name: String,
    pub seconds: f64,
    pub verdict: String,
}

#[derive(Debug, Default)]
pub struct Times {
    steps: RefCell<Vec<StepTime>>,
    tests: RefCell<Vec<Test>>,
}

/// The content of `times.json`.
#[derive(Debug, Serialize)]
struct File<'a> {
    seconds: f64,
    steps: &'a [StepTime],
    tests: &'a [Test],
    flaky: &'a [String],
}

/// A run in `runs.json`.
#[derive(Debug, Serialize, Deserialize)]
struct Run {
    sources: String,
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
}

impl Times {
    pub fn add_step(&self, name: &str, time: Duration, verdict: &str) {
        let step = StepTime { name: name.to_owned(), seconds: time.as_secs_f64(), verdict: verdict.to_owned() };
        self.steps.borrow_mut().push(step);
    }

    pub fn add_test(&self, test: Test) {
        self.tests.borrow_mut().push(test);
    }

    pub fn conclude(&self, folder: &Path, sources: &str, total: Duration) -> Result<String> {
        let (steps, tests) = (self.steps.borrow(), self.tests.borrow());
        let flaky = record_run(&folder.join("runs.json"), sources, &tests)?;
        let file = folder.join("times.json");
        let content = File { seconds: total.as_secs_f64(), steps: &steps, tests: &tests, flaky: &flaky };
        let text = serde_json::to_vec_pretty(&content)?;
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        let mut lines = Vec::new();
        if !tests.is_empty() {
            lines.push(format!("the slowest of {} tests (all of them: {}):", tests.len(), file.display()));
            let mut slowest: Vec<&Test> = tests.iter().collect();
            slowest.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
            lines.extend(
                slowest
                    .iter()
                    .take(PRINTED_TESTS)
                    .map(|test| format!("  {:>7.1} s  {} {}", test.seconds, test.suite, test.name)),
            );
        }
        if !flaky.is_empty() {
            lines.push("flaky: these passed and failed with the same sources; each is a bug:".to_owned());
            lines.extend(flaky.iter().map(|name| format!("  {name}")));
        }
        Ok(lines.join("\n"))
    }
}

/// Adds a run to the file, and returns the names of flaky tests.
fn record_run(file: &Path, sources: &str, tests: &[Test]) -> Result<Vec<String>> {
    let mut runs: Vec<Run> =
        std::fs::read(file).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default();
    let names_with = |verdict: Verdict| -> BTreeSet<String> {
        let tests = tests.iter().filter(|test| test.verdict == verdict);
        tests.map(|test| format!("{} {}", test.suite, test.name)).collect()
    };
    runs.push(Run {
        sources: sources.to_owned(),
        passed: names_with(Verdict::Passed),
        failed: names_with(Verdict::Failed),
    });
    if runs.len() > KEPT_RUNS {
        runs.drain(..runs.len() - KEPT_RUNS);
    }
    let of_same_sources = || runs.iter().filter(move |run| run.sources == sources);
    let passed: BTreeSet<&str> = of_same_sources().flat_map(|run| &run.passed).map(String::as_str).collect();
    let failed: BTreeSet<&str> = of_same_sources().flat_map(|run| &run.failed).map(String::as_str).collect();
    let flaky = passed.intersection(&failed).map(|name| (*name).to_owned()).collect();
    std::fs::write(file, serde_json::to_vec(&runs)?).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(flaky)
}

/// Identifies the sources by the commit and a hash of uncommitted changes.
pub async fn sources(checkout: &Checkout) -> String {
    let git = |arguments: &'static [&'static str]| async move {
        let output = tokio::process::Command::new("git").current_dir(&checkout.root).args(arguments).output().await;
        output.map(|output| output.stdout).unwrap_or_default()
    };
    let (commit, difference, untracked) = tokio::join!(
        git(&["rev-parse", "HEAD"]),
        git(&["diff", "HEAD"]),
        git(&["ls-files", "--others", "--exclude-standard"])
    );
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    if difference.is_empty() && untracked.is_empty() {
        return commit;
    }
    format!("{commit} and {}", crate::stamp::hash([difference.as_slice(), &untracked]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, seconds: f64, verdict: Verdict) -> Test {
        Test { suite: "store/it".into(), name: name.into(), seconds, verdict, output: String::new() }
    }

    fn conclude(folder: &Path, sources: &str, tests: impl IntoIterator<Item = Test>) -> String {
        let times = Times::default();
        tests.into_iter().for_each(|test| times.add_test(test));
        times.add_step("test", Duration::from_secs(3), "passed");
        times.conclude(folder, sources, Duration::from_secs(4)).unwrap()
    }

    #[test]
    fn the_slowest_tests_are_printed_and_all_are_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let tests = (0_u8..12).map(|number| test(&format!("t{number}"), f64::from(number), Verdict::Passed));
        let output = conclude(folder.path(), "a", tests);
        assert!(output.lines().nth(1).unwrap().ends_with("11.0 s  store/it t11"), "{output}");
        assert!(!output.contains("t1\n"), "only ten: {output}");
        assert!(!output.ends_with("t1"), "only ten: {output}");
        let file: serde_json::Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("times.json")).unwrap()).unwrap();
        assert_eq!(file["tests"].as_array().unwrap().len(), 12);
        assert_eq!(file["steps"][0]["name"], "test");
    }

    #[test]
    fn a_test_with_both_results_for_the_same_sources_is_flaky() {
        let folder = tempfile::tempdir().unwrap();
        let run = |sources: &str, verdict| conclude(folder.path(), sources, [test("t", 1.0, verdict)]);
        assert!(!run("a", Verdict::Failed).contains("flaky"));
        assert!(!run("b", Verdict::Passed).contains("flaky"), "the sources changed");
        let output = run("b", Verdict::Failed);
        assert!(output.contains("flaky"), "{output}");
        assert!(output.contains("store/it t"), "{output}");
    }
}
