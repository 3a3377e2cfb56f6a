//! Rendered attacks are parsed as by a browser, and must contain allowed elements and attributes only.

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proto::seo::ContentPage;
use serde::Deserialize;
use sqlx::PgPool;

use crate::test_content::TestContent;

const ALLOWED: [(&str, &[&str]); 24] = [
    ("a", &["href", "rel"]),
    ("blockquote", &[]),
    ("br", &[]),
    ("code", &[]),
    ("em", &[]),
    ("h2", &["id"]),
    ("h3", &["id"]),
    ("h4", &["id"]),
    ("hr", &[]),
    ("li", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("pre", &[]),
    ("strong", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &[]),
    ("th", &["scope"]),
    ("thead", &[]),
    ("tr", &[]),
    ("ul", &[]),
    // The parser adds these to every document.
    ("html", &[]),
    ("head", &[]),
    ("body", &[]),
];

#[derive(Deserialize)]
struct Payload {
    name: String,
    text: String,
}

/// The browser tests of the web app use the same file.
fn payloads() -> Vec<Payload> {
    serde_json::from_str(include_str!("../../../../web/e2e/payloads.json")).expect("a list of payloads")
}

/// The attack in each position of a text: a paragraph, a heading, a link, an image, a list, code and a table.
fn positions(text: &str) -> [String; 9] {
    let line = text.replace('\n', " ");
    [
        format!("## A\n\n{text}\n"),
        format!("## {line}\n\nx\n"),
        format!("## A\n\n[{line}](https://sovqat.az)\n"),
        format!("## A\n\n[x]({line})\n"),
        format!("## A\n\n[x](<{line}> \"{line}\")\n"),
        format!("## A\n\n![{line}]({line})\n"),
        format!("## A\n\n> - {line}\n"),
        format!("## A\n\n```{line}\n{text}\n```\n"),
        format!("## A\n\n| {line} |\n|---|\n| {line} |\n"),
    ]
}

fn findings(html: &str) -> Vec<String> {
    let document = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let (mut findings, mut pending) = (Vec::new(), vec![document.document.clone()]);
    while let Some(node) = pending.pop() {
        check_node(&node, &mut findings);
        pending.extend(node.children.borrow().iter().cloned());
    }
    findings
}

fn check_node(node: &Handle, findings: &mut Vec<String>) {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let tag = &*name.local;
            let Some((_, allowed_attributes)) = ALLOWED.iter().find(|(element, _)| *element == tag) else {
                findings.push(format!("<{tag}>"));
                return;
            };
            for attribute in attrs.borrow().iter() {
                let (key, value) = (&*attribute.name.local, &*attribute.value);
                let is_allowed = match key {
                    "href" => is_allowed_target(value),
                    "id" => value.strip_prefix("s-").is_some_and(|id| {
                        id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
                    }),
                    "rel" => value == "noopener noreferrer",
                    "start" => value.bytes().all(|b| b.is_ascii_digit()),
                    "scope" => value == "col",
                    _ => false,
                };
                if !allowed_attributes.contains(&key) || !is_allowed {
                    findings.push(format!("<{tag} {key}={value:?}>"));
                }
            }
        }
        NodeData::Comment { .. } | NodeData::ProcessingInstruction { .. } | NodeData::Doctype { .. } => {
            findings.push("markup that is not an element".to_owned());
        }
        NodeData::Document | NodeData::Text { .. } => {}
    }
}

fn is_allowed_target(href: &str) -> bool {
    let base = url::Url::parse("https://sovqat.az/faq").expect("a page");
    base.join(href).is_ok_and(|to| match to.scheme() {
        "https" | "http" => to.host_str() == Some("sovqat.az") || href.starts_with("http"),
        "mailto" | "tel" => true,
        _ => false,
    })
}

fn all_html(page: &ContentPage) -> impl Iterator<Item = &str> {
    page.sections.iter().map(|section| section.html.as_str()).chain([page.html.as_str()])
}

#[sqlx::test(migrator = "seo::MIGRATOR")]
async fn no_attack_survives_rendering(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let payloads = payloads();
    assert!(payloads.len() >= 100);
    for Payload { name, text } in payloads {
        for markdown in positions(&text) {
            match content.preview("terms", &markdown).await {
                Ok(page) => {
                    for html in all_html(&page) {
                        assert_eq!(findings(html), [] as [String; 0], "{name}: {markdown:?} became {html:?}");
                    }
                }
                // Unknown placeholders and control characters are rejected.
                Err(status) => assert_eq!(status.message(), "validation_failed", "{name}"),
            }
        }
    }
}

/// Proves that [`findings`] detects every payload. The appended text closes an open tag.
#[test]
fn attacks_in_unrendered_html_are_found() {
    for Payload { name, text } in payloads().into_iter().filter(|payload| payload.text.starts_with('<')) {
        assert_ne!(findings(&format!("{text} >")), [] as [String; 0], "{name}");
    }
}
