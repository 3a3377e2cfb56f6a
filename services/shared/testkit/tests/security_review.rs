//! docs/SECURITY-REVIEW.md has one row for each requirement of OWASP ASVS 5.0.0 at levels 1 and 2, and names tests that
//! exist.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const DOCUMENT: &str = "docs/SECURITY-REVIEW.md";
const MET: &str = "met";
const BY_DESIGN: &str = "by design";
const NOT_MET: &str = "not met";
const NOT_APPLICABLE: &str = "does not apply";
const STATUSES: [&str; 4] = [MET, BY_DESIGN, NOT_MET, NOT_APPLICABLE];

/// Each section with the count of its requirements at levels 1 and 2. Requirements of level 3 have higher numbers.
const REQUIREMENTS: [(&str, usize); 75] = [
    ("V1.1", 2),
    ("V1.2", 9),
    ("V1.3", 11),
    ("V1.4", 3),
    ("V1.5", 2),
    ("V2.1", 3),
    ("V2.2", 3),
    ("V2.3", 4),
    ("V2.4", 1),
    ("V3.2", 2),
    ("V3.3", 4),
    ("V3.4", 6),
    ("V3.5", 5),
    ("V3.7", 2),
    ("V4.1", 3),
    ("V4.2", 1),
    ("V4.3", 2),
    ("V4.4", 4),
    ("V5.1", 1),
    ("V5.2", 3),
    ("V5.3", 2),
    ("V5.4", 3),
    ("V6.1", 3),
    ("V6.2", 12),
    ("V6.3", 4),
    ("V6.4", 4),
    ("V6.5", 5),
    ("V6.6", 3),
    ("V6.8", 4),
    ("V7.1", 3),
    ("V7.2", 4),
    ("V7.3", 2),
    ("V7.4", 5),
    ("V7.5", 2),
    ("V7.6", 2),
    ("V8.1", 2),
    ("V8.2", 3),
    ("V8.3", 1),
    ("V8.4", 1),
    ("V9.1", 3),
    ("V9.2", 4),
    ("V10.1", 2),
    ("V10.2", 2),
    ("V10.3", 4),
    ("V10.4", 11),
    ("V10.5", 5),
    ("V10.6", 2),
    ("V10.7", 3),
    ("V11.1", 2),
    ("V11.2", 3),
    ("V11.3", 3),
    ("V11.4", 4),
    ("V11.5", 1),
    ("V11.6", 1),
    ("V12.1", 3),
    ("V12.2", 2),
    ("V12.3", 4),
    ("V13.1", 1),
    ("V13.2", 5),
    ("V13.3", 2),
    ("V13.4", 5),
    ("V14.1", 2),
    ("V14.2", 4),
    ("V14.3", 3),
    ("V15.1", 3),
    ("V15.2", 3),
    ("V15.3", 7),
    ("V16.1", 1),
    ("V16.2", 5),
    ("V16.3", 4),
    ("V16.4", 3),
    ("V16.5", 3),
    ("V17.1", 1),
    ("V17.2", 4),
    ("V17.3", 2),
];

struct Row<'a> {
    number: &'a str,
    status: &'a str,
    evidence: &'a str,
}

#[derive(Debug, PartialEq, Eq)]
struct NamedTest<'a> {
    name: &'a str,
    file: &'a str,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the checkout")
}

fn document() -> String {
    fs::read_to_string(root().join(DOCUMENT)).expect("the document")
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Whether the cell has the number of a requirement, such as `V1.2.3` or `RFC 9700`.
fn is_requirement(cell: &str) -> bool {
    let begins_with_digit = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
    let is_of_asvs =
        cell.strip_prefix('V').is_some_and(|number| begins_with_digit(number) && number.split('.').count() == 3);
    is_of_asvs || cell.strip_prefix("RFC ").is_some_and(begins_with_digit)
}

fn row(line: &str) -> Option<Row<'_>> {
    match cells(line)?.as_slice() {
        &[number, _, status, evidence] if is_requirement(number) => Some(Row { number, status, evidence }),
        _ => None,
    }
}

fn rows(text: &str) -> Vec<Row<'_>> {
    text.lines().filter_map(row).collect()
}

/// A link whose text is in backticks names a test.
fn named_tests(text: &str) -> Vec<NamedTest<'_>> {
    text.split("[`").skip(1).filter_map(named_test).collect()
}

/// Reads the rest of such a link: `name`](file)….
fn named_test(after_bracket: &str) -> Option<NamedTest<'_>> {
    let (name, from_file) = after_bracket.split_once("`](")?;
    let (file, _) = from_file.split_once(')')?;
    Some(NamedTest { name, file })
}

/// A Rust test with this name, or in another language a quoted title.
fn has_test(source: &str, test: &NamedTest<'_>) -> bool {
    let is_rust = Path::new(test.file).extension().is_some_and(|extension| extension == "rs");
    if !is_rust {
        return ["'", "\"", "`"].iter().any(|quote| source.contains(&format!("{quote}{}{quote}", test.name)));
    }
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declaration = format!("fn {}(", test.name);
    let Some(place) = lines.iter().position(|line| line.contains(&declaration)) else { return false };
    let attributes = lines[..place].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    attributes.filter(|line| line.starts_with("#[")).any(|line| line.contains("test"))
}

fn problem(row: &Row<'_>) -> Option<String> {
    let needs = match row.status {
        MET if named_tests(row.evidence).is_empty() => "a test",
        BY_DESIGN if !row.evidence.contains("](") => "a file",
        NOT_MET | NOT_APPLICABLE if row.evidence.is_empty() => "a reason",
        status if !STATUSES.contains(&status) => "a known status",
        _ => return None,
    };
    Some(format!("{} needs {needs}", row.number))
}

fn problems(rows: &[Row<'_>]) -> Vec<String> {
    rows.iter().filter_map(problem).collect()
}

#[test]
fn every_requirement_of_levels_1_and_2_has_one_row() {
    let text = document();
    let numbers: Vec<&str> =
        rows(&text).iter().map(|row| row.number).filter(|number| number.starts_with('V')).collect();
    let mut expected = Vec::new();
    for (section, count) in REQUIREMENTS {
        expected.extend((1..=count).map(|number| format!("{section}.{number}")));
    }
    assert_eq!(numbers, expected);
}

#[test]
fn every_status_has_what_it_needs() {
    assert_eq!(problems(&rows(&document())), [""; 0]);
    let broken = "| V1.1.1 | a | met | [x](y.rs) |\n| V1.1.2 | a | by design | words |\n| V1.2.1 | a | not met | |\n\
                  | RFC 2.1 | a | fine | x |\n| V1.2.2 | a | met | [`x`](y.rs) |\n| a | b | c | d |\n";
    let expected =
        ["V1.1.1 needs a test", "V1.1.2 needs a file", "V1.2.1 needs a reason", "RFC 2.1 needs a known status"];
    assert_eq!(problems(&rows(broken)), expected);
}

#[test]
fn the_summary_counts_the_rows() {
    let text = document();
    let mut expected: BTreeMap<u8, StatusCounts> = BTreeMap::new();
    for row in rows(&text) {
        let Some(number) = row.number.strip_prefix('V') else { continue };
        let chapter = number.split('.').next().and_then(|chapter| chapter.parse().ok()).expect("a chapter");
        let status = STATUSES.iter().position(|status| *status == row.status).expect("a known status");
        expected.entry(chapter).or_default()[status] += 1;
    }
    let summary: BTreeMap<u8, StatusCounts> = text.lines().filter_map(summary_row).collect();
    assert_eq!(summary, expected);
}

type StatusCounts = [usize; STATUSES.len()];

/// Reads a chapter and its counts, such as `| [V1 Encoding and sanitization](…) | 13 | 7 | 0 | 7 |`.
fn summary_row(line: &str) -> Option<(u8, StatusCounts)> {
    let cells = cells(line)?;
    let (name, counts) = cells.split_first()?;
    let chapter = name.strip_prefix("[V")?.split_whitespace().next()?.parse().ok()?;
    let counts: Vec<usize> = counts.iter().map_while(|count| count.parse().ok()).collect();
    Some((chapter, counts.try_into().ok()?))
}

#[test]
fn named_tests_exist() {
    let text = document();
    let tests = named_tests(&text);
    assert!(tests.len() > 100, "the tests were not found");
    let is_missing = |test: &&NamedTest<'_>| {
        let source = fs::read_to_string(root().join("docs").join(test.file)).unwrap_or_default();
        !has_test(&source, test)
    };
    let missing: Vec<_> = tests.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn only_tests_count_as_tests() {
    let source =
        "#[sqlx::test(migrations = false)]\n// why\nasync fn one() {}\n\nfn two() {}\n#[must_use]\nfn three() {}\n";
    for (name, expected) in [("one", true), ("two", false), ("three", false), ("four", false)] {
        assert_eq!(has_test(source, &NamedTest { name, file: "a.rs" }), expected, "{name}");
    }
    assert!(has_test("it('signs in', () => {})", &NamedTest { name: "signs in", file: "a.test.tsx" }));
    assert!(!has_test("// signs in", &NamedTest { name: "signs in", file: "a.test.tsx" }));
    let linked = named_tests("| [`one`](../a.rs), `two`, [`three`](b.rs) |");
    assert_eq!(linked, [NamedTest { name: "one", file: "../a.rs" }, NamedTest { name: "three", file: "b.rs" }]);
}
