//! The parts of a page that a crawler reads: its head, its structured data, and its links.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use url::Url;

use super::{
    SITE,
    html::{Element, elements},
    schema,
};

pub struct Page {
    pub path: String,
    pub status: u16,
    pub location: Option<String>,
    /// `None` if the page is not HTML.
    pub head: Option<Head>,
    /// Paths on this site: links, files, pictures and previews.
    pub links: BTreeSet<String>,
}

/// Lists have one element on a correct page.
pub struct Head {
    pub language: String,
    pub titles: Vec<String>,
    pub descriptions: Vec<String>,
    pub canonicals: Vec<String>,
    pub is_indexed: bool,
    /// By language.
    pub alternates: BTreeMap<String, String>,
    /// The types of the structured data.
    pub types: Vec<String>,
    pub schema_faults: Vec<String>,
}

/// Resolves an address on the page at `path`. Returns `None` for another site.
pub fn path_of(path: &str, address: &str) -> Option<String> {
    let site = Url::parse(SITE).expect("the shop's address");
    let url = site.join(path).and_then(|page| page.join(address)).ok()?;
    (url.origin() == site.origin()).then(|| match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    })
}

/// Reads the head of the page, and the paths of all links to this site.
pub fn read(path: &str, html: &str) -> (Head, BTreeSet<String>) {
    let elements = elements(html);
    let in_head =
        |name: &'static str| elements.iter().filter(move |element| element.is_in_head && element.name == name);
    let meta = |name: &'static str| in_head("meta").filter(move |element| element.attribute("name") == name);
    let link = |rel: &'static str| in_head("link").filter(move |element| element.attribute("rel") == rel);
    let blocks = scripts(&elements, "application/ld+json").map(|text| (text, serde_json::from_str::<Value>(text)));
    let (mut types, mut schema_faults, mut addresses) = (Vec::new(), Vec::new(), addresses(&elements));
    for (text, block) in blocks {
        match block {
            Ok(block) => {
                types.push(block["@type"].as_str().unwrap_or_default().to_owned());
                schema_faults.extend(schema::faults(&block));
                schema::collect_addresses(&block, &mut addresses);
            }
            Err(error) => schema_faults.push(format!("{text} is not JSON: {error}")),
        }
    }
    let head = Head {
        language: elements
            .iter()
            .find(|element| element.name == "html")
            .map_or("", |element| element.attribute("lang"))
            .to_owned(),
        titles: in_head("title").map(|element| element.text.clone()).collect(),
        descriptions: meta("description").map(|element| element.attribute("content").to_owned()).collect(),
        canonicals: link("canonical").map(|element| element.attribute("href").to_owned()).collect(),
        is_indexed: !meta("robots").any(|element| element.attribute("content").contains("noindex")),
        alternates: link("alternate")
            .map(|element| (element.attribute("hreflang").to_owned(), element.attribute("href").to_owned()))
            .collect(),
        types,
        schema_faults,
    };
    let links = addresses.iter().filter(|address| !address.is_empty()).filter_map(|address| path_of(path, address));
    (head, links.collect())
}

fn scripts<'a>(elements: &'a [Element], kind: &'static str) -> impl Iterator<Item = &'a str> {
    elements
        .iter()
        .filter(move |element| element.name == "script" && element.attribute("type") == kind)
        .map(|element| element.text.as_str())
}

fn addresses(page: &[Element]) -> Vec<String> {
    let mut addresses = Vec::new();
    for element in page {
        match element.name.as_str() {
            "a" => addresses.push(element.attribute("href").to_owned()),
            "link" => {
                addresses.push(element.attribute("href").to_owned());
                addresses.extend(srcset_addresses(element.attribute("imagesrcset")));
            }
            "img" => {
                addresses.push(element.attribute("src").to_owned());
                addresses.extend(srcset_addresses(element.attribute("srcset")));
            }
            "script" => addresses.push(element.attribute("src").to_owned()),
            "meta" if ["og:url", "og:image"].contains(&element.attribute("property")) => {
                addresses.push(element.attribute("content").to_owned());
            }
            _ => {}
        }
    }
    // Content pages are HTML inside the app's initial state.
    for state in scripts(page, "application/json").filter(|state| !state.is_empty()) {
        collect_links_of_texts(&serde_json::from_str(state).expect("the state is JSON"), &mut addresses);
    }
    addresses
}

/// Parses a list such as `/a.webp 320w, /b.webp 640w`.
fn srcset_addresses(set: &str) -> impl Iterator<Item = String> {
    set.split(',').filter_map(|candidate| candidate.split_whitespace().next()).map(str::to_owned)
}

fn collect_links_of_texts(value: &Value, addresses: &mut Vec<String>) {
    match value {
        Value::String(text) if text.contains("<a ") => {
            let links = elements(text).into_iter().filter(|element| element.name == "a");
            addresses.extend(links.map(|element| element.attribute("href").to_owned()));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_links_of_texts(value, addresses)),
        Value::Object(members) => members.values().for_each(|value| collect_links_of_texts(value, addresses)),
        _ => {}
    }
}
