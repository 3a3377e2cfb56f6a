//! Words for everything that can go wrong: the services' own sources say what that is.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// What is written before a code of a whole problem, and how many quotes stand between.
const PROBLEMS: [(&str, usize); 7] = [
    ("NotFound(\"", 0),
    ("NotAllowed(\"", 0),
    ("conflict(\"", 0),
    ("conflict_with(\"", 0),
    ("Unauthenticated(\"", 0),
    ("Problem::new(StatusCode::", 1),
    ("input::id(", 1),
];
/// The same of a field's.
const FIELDS: [(&str, usize); 4] = [("Err(\"", 0), ("ok_or(\"", 0), ("|_| \"", 0), ("invalid(\"", 2)];

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

/// The quoted snake_case words after the marks, each on its line.
fn codes(marks: &[(&str, usize)]) -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&Path::new(ROOT).join("services"), &mut files);
    sources(&Path::new(ROOT).join("gateway/src"), &mut files);
    let mut codes = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).expect("a source file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (mark, quotes) in marks {
            for rest in code.split(mark).skip(1) {
                let line = rest.lines().next().unwrap_or_default();
                let is_code = |word: &&str| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                };
                codes.extend(line.split('"').nth(*quotes).filter(is_code).map(str::to_owned));
            }
        }
    }
    codes
}

/// Those for which a language has no words.
fn without_words(codes: &BTreeSet<String>, words_of: impl Fn(&Value, &str) -> Value) -> Vec<String> {
    let mut missing = Vec::new();
    for language in ["az", "ru", "en"] {
        let path = Path::new(ROOT).join(format!("web/locales/{language}/errors.json"));
        let words: Value = serde_json::from_str(&fs::read_to_string(path).expect("the words")).expect("words");
        let silent = codes.iter().filter(|code| words_of(&words, code).is_null());
        missing.extend(silent.map(|code| format!("{language} {code}")));
    }
    missing
}

#[track_caller]
fn assert_found(codes: &BTreeSet<String>, known: &[&str]) {
    for code in known {
        assert!(codes.contains(*code), "{code} is not found any more: the marks are stale");
    }
}

#[test]
fn every_code_in_the_sources_has_words_in_every_language() {
    let codes = codes(&PROBLEMS);
    assert_found(
        &codes,
        &["product_not_found", "invalid_credentials", "not_enough_stock", "unsupported_media_type", "token_expired"],
    );
    let missing = without_words(&codes, |words, code| words[code]["detail"].clone());
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_complaint_about_a_field_has_words_in_every_language() {
    let codes = codes(&FIELDS);
    assert_found(&codes, &["required", "too_long", "invalid_phone", "out_of_range"]);
    let missing = without_words(&codes, |words, code| words["fields"][code].clone());
    assert!(missing.is_empty(), "{missing:?}");
}
