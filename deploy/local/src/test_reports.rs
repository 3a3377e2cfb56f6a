//! Reads the reports that vitest and Playwright write about their tests.

use crate::times::{Test, Verdict};
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// vitest writes jest's JSON format.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VitestReport {
    test_results: Vec<TestFile>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TestFile {
    name: PathBuf,
    assertion_results: Vec<Assertion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Assertion {
    full_name: String,
    status: String,
    /// In milliseconds.
    duration: Option<f64>,
}

pub fn vitest(report: &Path, root: &Path) -> Result<Vec<Test>> {
    let report = std::fs::read(report)?;
    let report: VitestReport = serde_json::from_slice(&report).context("vitest's report has an unexpected format")?;
    let mut tests = Vec::new();
    for TestFile { name, assertion_results } in report.test_results {
        let file = name.strip_prefix(root).unwrap_or(&name).display();
        for assertion in assertion_results {
            tests.push(Test {
                suite: "web".to_owned(),
                name: format!("{file} {}", assertion.full_name),
                seconds: assertion.duration.unwrap_or_default() / 1000.0,
                verdict: match assertion.status.as_str() {
                    "passed" => Verdict::Passed,
                    "failed" => Verdict::Failed,
                    _ => Verdict::Skipped,
                },
                output: String::new(),
            });
        }
    }
    Ok(tests)
}

#[derive(Deserialize)]
struct PlaywrightReport {
    suites: Vec<Suite>,
}

#[derive(Deserialize)]
struct Suite {
    title: String,
    #[serde(default)]
    specs: Vec<Spec>,
    #[serde(default)]
    suites: Vec<Suite>,
}

#[derive(Deserialize)]
struct Spec {
    title: String,
    tests: Vec<ProjectRun>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProjectRun {
    project_name: String,
    results: Vec<Attempt>,
}

#[derive(Deserialize)]
struct Attempt {
    status: String,
    /// In milliseconds.
    duration: f64,
}

pub fn playwright(report: &Path) -> Result<Vec<Test>> {
    let report = std::fs::read(report)?;
    let report: PlaywrightReport =
        serde_json::from_slice(&report).context("Playwright's report has an unexpected format")?;
    let mut tests = Vec::new();
    for suite in &report.suites {
        collect(suite, "", &mut tests);
    }
    Ok(tests)
}

/// Adds the tests of a suite and of the suites in it. `prefix` has the titles of the suites around it.
fn collect(suite: &Suite, prefix: &str, tests: &mut Vec<Test>) {
    let path = format!("{prefix}{} › ", suite.title);
    for spec in &suite.specs {
        for run in &spec.tests {
            let Some(last) = run.results.last() else { continue };
            tests.push(Test {
                suite: format!("browser/{}", run.project_name),
                name: format!("{path}{}", spec.title),
                seconds: last.duration / 1000.0,
                verdict: match last.status.as_str() {
                    "passed" => Verdict::Passed,
                    "skipped" => Verdict::Skipped,
                    _ => Verdict::Failed,
                },
                output: String::new(),
            });
        }
    }
    for inner in &suite.suites {
        collect(inner, &path, tests);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_vitest_and_playwright_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        let report = write(
            "vitest.json",
            r#"{"testResults":[{"name":"/web/src/a.test.ts","assertionResults":[
                {"fullName":"adds","status":"passed","duration":1500},{"fullName":"waits","status":"failed"}]}]}"#,
        );
        let tests = vitest(&report, Path::new("/web")).unwrap();
        assert_eq!(tests[0].name, "src/a.test.ts adds");
        assert!((tests[0].seconds - 1.5).abs() < 1e-9, "1500 ms");
        assert_eq!(tests[1].verdict, Verdict::Failed);

        let report = write(
            "playwright.json",
            r#"{"suites":[{"title":"cart.spec.ts","specs":[],"suites":[{"title":"a guest","specs":[{"title":"buys",
                "tests":[{"projectName":"phone","results":[{"status":"timedOut","duration":60000}]}]}]}]}]}"#,
        );
        let tests = playwright(&report).unwrap();
        assert_eq!(
            (tests[0].suite.as_str(), tests[0].name.as_str()),
            ("browser/phone", "cart.spec.ts › a guest › buys")
        );
        assert_eq!(tests[0].verdict, Verdict::Failed);
    }
}
