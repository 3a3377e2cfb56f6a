//! Words for everything that can go wrong: the services' own sources say what that is.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// What is written right before a code. A code of a whole problem, then one of a field.
const PROBLEMS: [&str; 6] =
    ["NotFound(\"", "conflict(\"", "conflict_with(\"", "Unauthenticated(\"", "Problem::new(StatusCode::", "input::id("];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_test = path.ends_with("tests") || path.ends_with("tests.rs") || path.ends_with("target");
        if path.is_dir() && !is_test {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !is_test {
            found.push(path);
        }
    }
}

/// The first quoted snake_case word on a line after each of the marks.
fn codes() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&Path::new(ROOT).join("services"), &mut files);
    sources(&Path::new(ROOT).join("gateway/src"), &mut files);
    let mut codes = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for mark in PROBLEMS {
            for rest in code.split(mark).skip(1) {
                let line = rest.lines().next().unwrap_or_default();
                let word = if mark.ends_with('"') { line.split('"').next() } else { line.split('"').nth(1) };
                let is_code = |word: &&str| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                };
                codes.extend(word.filter(is_code).map(str::to_owned));
            }
        }
    }
    codes
}

#[test]
fn every_code_in_the_sources_has_words_in_every_language() {
    let codes = codes();
    for known in
        ["product_not_found", "invalid_credentials", "not_enough_stock", "unsupported_media_type", "token_expired"]
    {
        assert!(codes.contains(known), "{known} is not found any more: the marks are stale");
    }
    let mut missing = Vec::new();
    for language in ["az", "ru", "en"] {
        let path = Path::new(ROOT).join(format!("web/locales/{language}/errors.json"));
        let words: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        missing.extend(
            codes.iter().filter(|code| words[*code]["detail"].is_null()).map(|code| format!("{language} {code}")),
        );
    }
    assert!(missing.is_empty(), "{missing:?}");
}
