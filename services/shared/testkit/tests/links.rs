//! Links in Markdown files and their anchors resolve. If a link's text is a name in backticks, the linked source file
//! contains the name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const SKIPPED: [&str; 6] = ["node_modules", "target", "dist", "generated", "test-results", "playwright-report"];
/// Content pages, whose links are paths of the shop.
const PAGES: [&str; 3] = ["services/seo/texts/az", "services/seo/texts/ru", "services/seo/texts/en"];
const SOURCES: [&str; 7] = ["rs", "ts", "tsx", "mjs", "proto", "sql", "yaml"];

struct Documents {
    root: PathBuf,
    texts: BTreeMap<PathBuf, String>,
}

#[derive(Debug, PartialEq, Eq)]
struct Link<'a> {
    text: &'a str,
    target: &'a str,
}

struct Paragraph {
    /// The number of its first line.
    line_number: usize,
    text: String,
}

impl Documents {
    fn read(root: &Path) -> Self {
        let mut texts = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if path.is_dir() {
                    folders.extend(is_searched(root, &path).then_some(path));
                } else if path.extension().is_some_and(|extension| extension == "md") {
                    let text = fs::read_to_string(&path).expect("a text file");
                    texts.insert(path, text);
                }
            }
        }
        Self { root: root.to_owned(), texts }
    }

    fn broken(&self) -> Vec<String> {
        let mut broken = Vec::new();
        for (path, text) in &self.texts {
            let shown_path = path.strip_prefix(&self.root).unwrap_or(path).display();
            for Paragraph { line_number, text } in paragraphs(text) {
                for link in links(&text) {
                    if let Some(why) = self.problem(path, &link) {
                        broken.push(format!("{shown_path}:{line_number}: {}: {why}", link.target));
                    }
                }
            }
        }
        broken
    }

    fn problem(&self, from: &Path, link: &Link<'_>) -> Option<String> {
        let (file, anchor) = link.target.split_once('#').unwrap_or((link.target, ""));
        let is_external = file.contains("://") || file.starts_with("mailto:") || file.starts_with('/');
        if is_external {
            return None;
        }
        if file.is_empty() {
            return self.missing_anchor(from, anchor);
        }
        let Ok(path) = from.parent()?.join(file).canonicalize() else {
            return Some("there is no such file".to_owned());
        };
        if !anchor.is_empty() {
            return self.missing_anchor(&path, anchor);
        }
        missing_name(&path, link)
    }

    fn missing_anchor(&self, path: &Path, anchor: &str) -> Option<String> {
        let Some(text) = self.texts.get(path) else { return Some("only Markdown files have anchors".to_owned()) };
        (!anchors(text).contains(anchor)).then(|| format!("no heading has the anchor #{anchor}"))
    }
}

/// Reports a link whose text is a name in backticks that the source file does not contain.
fn missing_name(path: &Path, link: &Link<'_>) -> Option<String> {
    let extension = path.extension()?.to_str()?;
    if !SOURCES.contains(&extension) {
        return None;
    }
    let quoted = quoted(link.text)?;
    let source = fs::read_to_string(path).ok()?;
    let is_found = if is_word(quoted) { words(&source).any(|word| word == quoted) } else { source.contains(quoted) };
    (!is_found).then(|| format!("the file does not contain `{quoted}`"))
}

fn is_searched(root: &Path, folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_page = PAGES.iter().any(|page| folder == root.join(page));
    !name.starts_with('.') && !SKIPPED.contains(&name) && !is_page
}

/// Returns the lines outside code blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Joins the lines of each paragraph.
fn paragraphs(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut is_in_paragraph = false;
    for (line_number, line) in prose(text) {
        let line = line.trim();
        let is_single_line = line.is_empty() || line.starts_with(['#', '|']);
        match paragraphs.last_mut() {
            Some(paragraph) if is_in_paragraph && !is_single_line => {
                paragraph.text.push(' ');
                paragraph.text.push_str(line);
            }
            _ => paragraphs.push(Paragraph { line_number, text: line.to_owned() }),
        }
        is_in_paragraph = !is_single_line;
    }
    paragraphs
}

/// Masks code, so that links in it are not found. Byte positions stay the same.
fn without_code(line: &str) -> String {
    let mut masked = String::with_capacity(line.len());
    for (index, part) in line.split('`').enumerate() {
        if index > 0 {
            masked.push('`');
        }
        if index % 2 == 0 { masked.push_str(part) } else { masked.push_str(&"x".repeat(part.len())) }
    }
    masked
}

fn links(line: &str) -> Vec<Link<'_>> {
    let masked = without_code(line);
    let mut found = Vec::new();
    for (middle, _) in masked.match_indices("](") {
        let Some(length) = masked[middle + 2..].find(')') else { continue };
        let begin = masked[..middle].rfind('[').map_or(middle, |begin| begin + 1);
        let target = line[middle + 2..middle + 2 + length].split_whitespace().next().unwrap_or_default();
        found.push(Link { text: &line[begin..middle], target });
    }
    for attribute in ["src=\"", "href=\""] {
        for (begin, _) in masked.match_indices(attribute) {
            let target = &line[begin + attribute.len()..];
            found.push(Link { text: "", target: target.split('"').next().unwrap_or_default() });
        }
    }
    found
}

/// Names anchors as GitHub does.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let heading = line.trim_start_matches('#');
        let level = line.len() - heading.len();
        if !(1..=6).contains(&level) || !heading.starts_with(' ') {
            continue;
        }
        let anchor = anchor(heading.trim());
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(numbered).find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
    }
    anchors
}

fn anchor(heading: &str) -> String {
    let mut plain = heading.to_owned();
    for link in links(heading) {
        plain = plain.replace(&format!("[{}]({})", link.text, link.target), link.text);
    }
    let kept = plain.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The last segment of a path such as `a::b`.
fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('`')?.strip_suffix('`')?.rsplit("::").next()
}

fn is_word(text: &str) -> bool {
    words(text).eq([text])
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("the checkout")
}

#[test]
fn links_in_documents_resolve() {
    let documents = Documents::read(&root());
    assert!(documents.texts.len() > 20, "the documents were not found");
    let broken = documents.broken();
    assert!(broken.is_empty(), "{} broken links:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn every_alert_names_its_section() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a text file");
    let (alerts, sections) = (read("deploy/observability/alerts.yaml"), anchors(&read("docs/OPERATIONS.md")));
    let value_of = |key: &'static str| move |line: &str| line.trim().strip_prefix(key).map(str::to_owned);
    let names: Vec<_> = alerts.lines().filter_map(value_of("- alert: ")).collect();
    let runbooks: Vec<_> = alerts.lines().filter_map(value_of("runbook: ")).collect();
    let expected: Vec<_> = names.iter().map(|name| format!("docs/OPERATIONS.md#{}", name.to_lowercase())).collect();
    assert!(!names.is_empty());
    assert_eq!(runbooks, expected);
    let missing: Vec<_> = names.iter().filter(|name| !sections.contains(&name.to_lowercase())).collect();
    assert!(missing.is_empty(), "docs/OPERATIONS.md has no section for {missing:?}");
}

#[test]
fn every_alert_names_a_team_that_owns_code() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a text file");
    let (alerts, owners) = (read("deploy/observability/alerts.yaml"), read(".github/CODEOWNERS"));
    let teams: Vec<_> = owners.lines().filter_map(|line| line.rsplit_once(" @sovqat/").map(|(_, team)| team)).collect();
    let has_prefix = |prefix: &'static str| move |line: &&str| line.trim().starts_with(prefix);
    let named = alerts.lines().filter_map(|line| line.trim().strip_prefix("owner: \"@sovqat/"));
    let named: Vec<_> = named.map(|team| team.trim_end_matches('"')).collect();
    assert_eq!(named.len(), alerts.lines().filter(has_prefix("- alert: ")).count());
    // `{{ $labels.job }}` is the name of a process.
    let processes = ["auth", "catalog", "gateway", "notification", "order", "seo", "store"];
    let mentioned = named.iter().filter(|team| **team != "{{ $labels.job }}").chain(&processes);
    let unknown: Vec<_> = mentioned.filter(|team| !teams.contains(team)).collect();
    assert!(unknown.is_empty(), ".github/CODEOWNERS does not know {unknown:?}");
}

#[test]
fn broken_links_are_reported() {
    let root = root().join("services/shared/testkit/tests");
    let text = "# Here\n\
                [a](tidy.rs) [b\n  b](nowhere.md) [c](#here) [d](#there) [`fn`](tidy.rs) [`Documents`](tidy.rs)\n\
                ```\n[e](nowhere.md)\n```\n\
                `[f](nowhere.md)\n nothing` [g](https://sovqat.example/nowhere) [h](/nowhere) <img src=\"no.png\">\n";
    let texts = BTreeMap::from([(root.join("a.md"), text.to_owned())]);
    let broken = Documents { root, texts }.broken();
    let targets: Vec<_> = broken.iter().filter_map(|line| line.split(": ").nth(1)).collect();
    assert_eq!(targets, ["nowhere.md", "#there", "tidy.rs", "no.png"]);
}

#[test]
fn anchors_follow_the_rule_of_github() {
    let text = "# A `name` (and, more)\n## Cart & checkout\n## Again\n## Again\n\
                ```\n# no heading\n```\n## [A link](b.md)\n## Qəpik ölçüsü\n";
    let expected = ["a-name-and-more", "a-link", "again", "again-1", "cart--checkout", "qəpik-ölçüsü"];
    assert_eq!(anchors(text), expected.map(str::to_owned).into());
}
