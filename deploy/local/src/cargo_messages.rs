//! Reads the messages of `cargo build --message-format=json`: warnings and test programs.

use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub struct Compiled {
    pub warnings: Vec<String>,
    pub tests: Vec<TestProgram>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestProgram {
    pub package: String,
    /// `lib` for unit tests, otherwise the test target's name.
    pub target: String,
    pub file: PathBuf,
    pub folder: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "reason")]
enum Message {
    #[serde(rename = "compiler-message")]
    Diagnostic { message: Diagnostic },
    #[serde(rename = "compiler-artifact")]
    Artifact { manifest_path: PathBuf, target: Target, profile: ArtifactProfile, executable: Option<PathBuf> },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    rendered: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct ArtifactProfile {
    test: bool,
}

/// Ignores lines of build scripts, which are not JSON.
pub fn parse_messages(messages: &str) -> Compiled {
    let mut compiled = Compiled::default();
    for message in messages.lines().filter_map(|line| serde_json::from_str(line).ok()) {
        match message {
            // Building a crate for its unit tests repeats its warnings.
            Message::Diagnostic { message: Diagnostic { rendered: Some(text) } }
                if !is_summary(&text) && !compiled.warnings.contains(&text) =>
            {
                compiled.warnings.push(text);
            }
            Message::Artifact { manifest_path, target, profile, executable: Some(file) }
                if profile.test && !target.kind.iter().any(|kind| kind == "bench") =>
            {
                let folder = manifest_path.parent().unwrap_or(Path::new(".")).to_owned();
                let package = package_in(&manifest_path).unwrap_or_else(|| target.name.clone());
                let is_test = target.kind.iter().any(|kind| kind == "test");
                let target = if is_test { target.name } else { target.kind.first().cloned().unwrap_or_default() };
                compiled.tests.push(TestProgram { package, target, file, folder });
            }
            _ => {}
        }
    }
    compiled
}

fn is_summary(text: &str) -> bool {
    text.contains("warning emitted") || text.contains("warnings emitted") || text.starts_with("error: aborting due to")
}

fn package_in(manifest: &Path) -> Option<String> {
    let text = std::fs::read_to_string(manifest).ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = "))?;
    Some(name.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_and_warnings_are_parsed_from_cargos_messages() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        std::fs::write(&manifest, "[package]\nname = \"store\"\n").unwrap();
        let artifact = |kind: &str, test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"{}","target":{{"name":"it","kind":["{kind}"]}},"profile":{{"test":{test}}},"executable":"/t/{kind}"}}"#,
                manifest.display()
            )
        };
        let warning = r#"{"reason":"compiler-message","message":{"rendered":"warning: unused\n"}}"#;
        let summary = r#"{"reason":"compiler-message","message":{"rendered":"warning: 1 warning emitted\n"}}"#;
        let lines = [
            warning,
            warning,
            summary,
            "not json",
            &artifact("test", true),
            &artifact("lib", true),
            &artifact("bin", false),
            &artifact("bench", true),
        ];
        let compiled = parse_messages(&lines.join("\n"));
        assert_eq!(compiled.warnings, ["warning: unused\n"]);
        let found: Vec<_> = compiled.tests.iter().map(|test| (test.package.as_str(), test.target.as_str())).collect();
        assert_eq!(found, [("store", "it"), ("store", "lib")]);
        assert_eq!(compiled.tests[0].folder, folder.path());
    }
}
