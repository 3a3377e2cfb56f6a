//! Known attacks by markup, sent through the preview of content pages and parsed as a browser parses HTML.

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proto::seo::ContentPage;
use serde::Deserialize;
use sqlx::PgPool;

use crate::test_content::TestContent;

/// The elements that Markdown may become, with their attributes.
const KNOWN: [(&str, &[&str]); 24] = [
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

fn payloads() -> Vec<Payload> {
    serde_json::from_str(include_str!("../../../../web/e2e/payloads.json")).expect("a list of payloads")
}

/// Markdown with the payload in every position.
fn places(text: &str) -> [String; 9] {
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

/// Returns the elements and attributes that are not allowed.
fn findings(html: &str) -> Vec<String> {
    let document = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let (mut findings, mut unread) = (Vec::new(), vec![document.document.clone()]);
    while let Some(node) = unread.pop() {
        look_at(&node, &mut findings);
        unread.extend(node.children.borrow().iter().cloned());
    }
    findings
}

fn look_at(node: &Handle, findings: &mut Vec<String>) {
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let tag = &*name.local;
            let Some((_, known)) = KNOWN.iter().find(|(known, _)| *known == tag) else {
                findings.push(format!("<{tag}>"));
                return;
            };
            for attribute in attrs.borrow().iter() {
                let (key, value) = (&*attribute.name.local, &*attribute.value);
                let is_fine = match key {
                    "href" => leads_somewhere_known(value),
                    "id" => value.strip_prefix("s-").is_some_and(|id| {
                        id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
                    }),
                    "rel" => value == "noopener noreferrer",
                    "start" => value.bytes().all(|b| b.is_ascii_digit()),
                    "scope" => value == "col",
                    _ => false,
                };
                if !known.contains(&key) || !is_fine {
                    findings.push(format!("<{tag} {key}={value:?}>"));
                }
            }
        }
        NodeData::Comment { .. } | NodeData::ProcessingInstruction { .. } | NodeData::Doctype { .. } => {
            findings.push("markup that is no element".to_owned());
        }
        NodeData::Document | NodeData::Text { .. } => {}
    }
}

/// Whether the link, resolved against the page's address, has an allowed scheme.
fn leads_somewhere_known(href: &str) -> bool {
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
async fn no_payload_survives_rendering(pool: PgPool) {
    let content = TestContent::start(pool).await;
    let payloads = payloads();
    assert!(payloads.len() >= 100);
    for Payload { name, text } in payloads {
        for markdown in places(&text) {
            match content.preview("terms", &markdown).await {
                Ok(page) => {
                    for html in all_html(&page) {
                        assert_eq!(findings(html), [] as [String; 0], "{name}: {markdown:?} became {html:?}");
                    }
                }
                // A payload with `{{` has an unknown placeholder, and control characters are refused.
                Err(status) => assert_eq!(status.message(), "validation_failed", "{name}"),
            }
        }
    }
}

/// Proves that `findings` finds each payload that is HTML. The appended text closes a tag that is left open.
#[test]
fn every_payload_would_be_found_if_it_survived() {
    for Payload { name, text } in payloads().into_iter().filter(|payload| payload.text.starts_with('<')) {
        assert_ne!(findings(&format!("{text} >")), [] as [String; 0], "{name}");
    }
}
