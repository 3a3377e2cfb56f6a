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

/// Each section with the numbers of its requirements at levels 1 and 2.
const REQUIREMENTS: [(&str, &[u8]); 75] = [
    ("V1.1", &[1, 2]),
    ("V1.2", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ("V1.3", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("V1.4", &[1, 2, 3]),
    ("V1.5", &[1, 2]),
    ("V2.1", &[1, 2, 3]),
    ("V2.2", &[1, 2, 3]),
    ("V2.3", &[1, 2, 3, 4]),
    ("V2.4", &[1]),
    ("V3.2", &[1, 2]),
    ("V3.3", &[1, 2, 3, 4]),
    ("V3.4", &[1, 2, 3, 4, 5, 6]),
    ("V3.5", &[1, 2, 3, 4, 5]),
    ("V3.7", &[1, 2]),
    ("V4.1", &[1, 2, 3]),
    ("V4.2", &[1]),
    ("V4.3", &[1, 2]),
    ("V4.4", &[1, 2, 3, 4]),
    ("V5.1", &[1]),
    ("V5.2", &[1, 2, 3]),
    ("V5.3", &[1, 2]),
    ("V5.4", &[1, 2, 3]),
    ("V6.1", &[1, 2, 3]),
    ("V6.2", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("V6.3", &[1, 2, 3, 4]),
    ("V6.4", &[1, 2, 3, 4]),
    ("V6.5", &[1, 2, 3, 4, 5]),
    ("V6.6", &[1, 2, 3]),
    ("V6.8", &[1, 2, 3, 4]),
    ("V7.1", &[1, 2, 3]),
    ("V7.2", &[1, 2, 3, 4]),
    ("V7.3", &[1, 2]),
    ("V7.4", &[1, 2, 3, 4, 5]),
    ("V7.5", &[1, 2]),
    ("V7.6", &[1, 2]),
    ("V8.1", &[1, 2]),
    ("V8.2", &[1, 2, 3]),
    ("V8.3", &[1]),
    ("V8.4", &[1]),
    ("V9.1", &[1, 2, 3]),
    ("V9.2", &[1, 2, 3, 4]),
    ("V10.1", &[1, 2]),
    ("V10.2", &[1, 2]),
    ("V10.3", &[1, 2, 3, 4]),
    ("V10.4", &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ("V10.5", &[1, 2, 3, 4, 5]),
    ("V10.6", &[1, 2]),
    ("V10.7", &[1, 2, 3]),
    ("V11.1", &[1, 2]),
    ("V11.2", &[1, 2, 3]),
    ("V11.3", &[1, 2, 3]),
    ("V11.4", &[1, 2, 3, 4]),
    ("V11.5", &[1]),
    ("V11.6", &[1]),
    ("V12.1", &[1, 2, 3]),
    ("V12.2", &[1, 2]),
    ("V12.3", &[1, 2, 3, 4]),
    ("V13.1", &[1]),
    ("V13.2", &[1, 2, 3, 4, 5]),
    ("V13.3", &[1, 2]),
    ("V13.4", &[1, 2, 3, 4, 5]),
    ("V14.1", &[1, 2]),
    ("V14.2", &[1, 2, 3, 4]),
    ("V14.3", &[1, 2, 3]),
    ("V15.1", &[1, 2, 3]),
    ("V15.2", &[1, 2, 3]),
    ("V15.3", &[1, 2, 3, 4, 5, 6, 7]),
    ("V16.1", &[1]),
    ("V16.2", &[1, 2, 3, 4, 5]),
    ("V16.3", &[1, 2, 3, 4]),
    ("V16.4", &[1, 2, 3]),
    ("V16.5", &[1, 2, 3]),
    ("V17.1", &[1]),
    ("V17.2", &[1, 2, 3, 4]),
    ("V17.3", &[1, 2]),
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

fn rows(text: &str) -> Vec<Row<'_>> {
    let is_number = |cell: &str| {
        let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        cell.strip_prefix('V').is_some_and(|number| begins_with_digit(number) && number.split('.').count() == 3)
            || cell.strip_prefix("RFC ").is_some_and(begins_with_digit)
    };
    let row = |line| match cells(line)?.as_slice() {
        &[number, _, status, evidence] if is_number(number) => Some(Row { number, status, evidence }),
        _ => None,
    };
    text.lines().filter_map(row).collect()
}

/// A link whose text is in backticks names a test.
fn named_tests(text: &str) -> Vec<NamedTest<'_>> {
    let test = |part| {
        let (name, from_file): (&str, &str) = str::split_once(part, "`](")?;
        let (file, _) = from_file.split_once(')')?;
        Some(NamedTest { name, file })
    };
    text.split("[`").skip(1).filter_map(test).collect()
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

fn problems(rows: &[Row<'_>]) -> Vec<String> {
    let problem = |row: &Row<'_>| {
        let needs = match row.status {
            MET if named_tests(row.evidence).is_empty() => "a test",
            BY_DESIGN if !row.evidence.contains("](") => "a file",
            NOT_MET | NOT_APPLICABLE if row.evidence.is_empty() => "a reason",
            status if !STATUSES.contains(&status) => "a known status",
            _ => return None,
        };
        Some(format!("{} needs {needs}", row.number))
    };
    rows.iter().filter_map(problem).collect()
}

#[test]
fn every_requirement_of_levels_1_and_2_has_one_row() {
    let text = document();
    let numbers: Vec<&str> =
        rows(&text).iter().map(|row| row.number).filter(|number| number.starts_with('V')).collect();
    let numbers_of_section = |(section, numbers): &(&str, &[u8])| -> Vec<String> {
        numbers.iter().map(|number| format!("{section}.{number}")).collect()
    };
    let expected: Vec<String> = REQUIREMENTS.iter().flat_map(numbers_of_section).collect();
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
    let mut expected: BTreeMap<u8, [usize; 4]> = BTreeMap::new();
    for row in rows(&text).iter().filter(|row| row.number.starts_with('V')) {
        let chapter = row.number[1..].split('.').next().and_then(|chapter| chapter.parse().ok()).expect("a chapter");
        let status = STATUSES.iter().position(|status| *status == row.status).expect("a known status");
        expected.entry(chapter).or_default()[status] += 1;
    }
    let chapter = |line| {
        let cells = cells(line)?;
        let [name, counts @ ..] = cells.as_slice() else { return None };
        let chapter = name.strip_prefix("[V")?.split_whitespace().next()?.parse().ok()?;
        let counts: Vec<usize> = counts.iter().map_while(|count| count.parse().ok()).collect();
        Some((chapter, counts.try_into().ok()?))
    };
    let summary: BTreeMap<u8, [usize; 4]> = text.lines().filter_map(chapter).collect();
    assert_eq!(summary, expected);
}

#[test]
fn named_tests_exist() {
    let text = document();
    let tests = named_tests(&text);
    assert!(tests.len() > 100, "the tests were not found");
    let missing = tests.iter().filter(|test| {
        let source = fs::read_to_string(root().join("docs").join(test.file)).unwrap_or_default();
        !has_test(&source, test)
    });
    let missing: Vec<_> = missing.collect();
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
