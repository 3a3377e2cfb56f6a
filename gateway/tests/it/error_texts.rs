//! Every error code in the source code is declared in `kit::error::codes`, and has texts in three languages.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use kit::error::codes;
use serde_json::{Map, Value, json};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Each mark is a text before an error code, with the number of quotation marks between text and code.
const PROBLEM_MARKS: [(&str, usize); 9] = [
    ("NotFound(\"", 0),
    ("NotAllowed(\"", 0),
    ("conflict(\"", 0),
    // `conflict(if … { "one" } else { "other" })`
    ("conflict(if ", 1),
    ("conflict(if ", 3),
    ("conflict_with(\"", 0),
    ("Unauthenticated(\"", 0),
    ("Problem::new(StatusCode::", 1),
    ("input::id(", 1),
];
const FIELD_MARKS: [(&str, usize); 4] = [("Err(\"", 0), ("ok_or(\"", 0), ("|_| \"", 0), ("invalid(\"", 2)];

/// Adds the Rust files of the folder that are no tests.
fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_skipped = path.ends_with("tests") || path.ends_with("tests.rs") || path.ends_with("target");
        if path.is_dir() && !is_skipped {
            collect_sources(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !is_skipped {
            files.push(path);
        }
    }
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    collect_sources(&Path::new(ROOT).join("services"), &mut files);
    collect_sources(&Path::new(ROOT).join("gateway/src"), &mut files);
    let read = files.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default().to_owned();
        (path, code)
    });
    read.collect()
}

/// Returns the quoted snake_case words after the marks, within the same line.
fn codes(marks: &[(&str, usize)]) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (_, code) in all_sources() {
        for (mark, quotes) in marks {
            for after_mark in code.split(mark).skip(1) {
                let line = after_mark.lines().next().unwrap_or_default();
                let is_code = |word: &&str| {
                    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                };
                codes.extend(line.split('"').nth(*quotes).filter(is_code).map(str::to_owned));
            }
        }
    }
    codes
}

fn read_texts(language: &str) -> Map<String, Value> {
    let path = Path::new(ROOT).join(format!("web/locales/{language}/errors.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("the texts")).expect("texts")
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[track_caller]
fn assert_found(codes: &BTreeSet<String>, used_codes: &[&str]) {
    for code in used_codes {
        assert!(codes.contains(*code), "{code} is not found any more: the marks are stale");
    }
}

#[test]
fn every_error_code_in_the_sources_is_declared() {
    let problems = codes(&PROBLEM_MARKS);
    assert_found(
        &problems,
        &["product_not_found", "invalid_credentials", "not_enough_stock", "unsupported_media_type", "token_expired"],
    );
    assert_found(&problems, &["order_already_paid", "order_not_payable"]);
    let undeclared: Vec<_> = problems.iter().filter(|code| !codes::is_problem(code)).collect();
    assert!(undeclared.is_empty(), "add to kit::error::codes::PROBLEMS: {undeclared:?}");

    let fields = codes(&FIELD_MARKS);
    assert_found(&fields, &["required", "too_long", "invalid_phone", "out_of_range"]);
    let undeclared: Vec<_> = fields.iter().filter(|code| !codes::is_field(code)).collect();
    assert!(undeclared.is_empty(), "add to kit::error::codes::FIELDS: {undeclared:?}");
}

#[test]
fn every_declared_code_is_used_by_the_sources() {
    let sources: String =
        all_sources().into_iter().filter(|(path, _)| !path.ends_with("error/codes.rs")).map(|(_, text)| text).collect();
    let declared = codes::PROBLEMS.iter().chain(&codes::FIELDS);
    let unused: Vec<_> = declared.filter(|code| !sources.contains(&format!("\"{code}\""))).collect();
    assert!(unused.is_empty(), "remove from kit::error::codes: {unused:?}");
}

#[test]
fn the_document_lists_every_declared_code() {
    let document = serde_json::to_value(gateway::openapi::document()).expect("the contract");
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["ProblemCode"]["enum"], json!(codes::PROBLEMS.as_slice()));
    assert_eq!(schemas["FieldCode"]["enum"], json!(codes::FIELDS.as_slice()));
    assert_eq!(schemas["Problem"]["properties"]["code"]["$ref"], "#/components/schemas/ProblemCode");
    assert_eq!(schemas["FieldError"]["properties"]["code"]["$ref"], "#/components/schemas/FieldCode");
}

#[test]
fn exactly_the_declared_codes_have_texts_in_every_language() {
    for language in ["az", "ru", "en"] {
        let mut texts = read_texts(language);
        let fields = texts.remove("fields").expect("texts for fields");
        for code in codes::PROBLEMS {
            let text = texts.remove(code).unwrap_or_default();
            assert!(is_text(&text["title"]) && is_text(&text["detail"]), "{code} in {language}: {text}");
        }
        assert_eq!(texts.keys().collect::<Vec<_>>(), [""; 0], "texts in {language} for codes that are not declared");
        for code in codes::FIELDS {
            assert!(is_text(&fields[code]), "{code} in {language}");
        }
        for key in fields.as_object().expect("an object").keys().filter(|key| !codes::is_field(key)) {
            // A text for one field, such as `password_too_short`, or a reason why a promo code does not apply.
            let (field, code) = key.split_once('_').expect("a field and a code");
            assert!(codes::is_field(code) || field == "promoCode", "{key} in {language}");
        }
    }
}
