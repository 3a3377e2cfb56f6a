//! Crawls the whole shop as a search engine does, and checks each page.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};

use sqlx::PgPool;

use super::{
    crawler::Crawler,
    page::{Page, path_of},
};
use crate::test_shop::TestShop;

const HREFLANGS: [&str; 4] = ["az", "en", "ru", "x-default"];
/// Types of structured data by path prefix.
const REQUIRED_TYPES: [(&str, &[&str]); 5] = [
    ("/kateqoriya/", &["BreadcrumbList", "ItemList"]),
    ("/mehsullar/", &["BreadcrumbList", "Product"]),
    ("/magazalar/", &["BreadcrumbList", "OnlineStore"]),
    ("/faq", &["FAQPage"]),
    ("/elaqe", &["ContactPage"]),
];

/// Splits a path into its language and its path in the default language.
fn language_of(path: &str) -> (&str, &str) {
    for language in ["ru", "en"] {
        if let Some(default_path) = path.strip_prefix('/').and_then(|path| path.strip_prefix(language))
            && (default_path.is_empty() || default_path.starts_with(['/', '?']))
        {
            return (language, if default_path.is_empty() { "/" } else { default_path });
        }
    }
    ("az", path)
}

fn in_language(language: &str, path: &str) -> String {
    match language {
        "az" | "x-default" => path.to_owned(),
        _ if path == "/" => format!("/{language}"),
        _ => format!("/{language}{path}"),
    }
}

#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// `what` names the value.
    fn expect<T: PartialEq + Debug>(&mut self, path: &str, what: &str, actual: &T, expected: &T) {
        if actual != expected {
            self.0.push(format!("{path}: {what} is {actual:?} and not {expected:?}"));
        }
    }

    #[track_caller]
    fn assert_none(&self) {
        assert!(self.0.is_empty(), "{} faults:\n{}", self.0.len(), self.0[..self.0.len().min(40)].join("\n"));
    }
}

fn check_public_page(page: &Page, faults: &mut Faults) {
    let path = page.path.as_str();
    let head = if page.status == 200 { page.head.as_ref() } else { None };
    let Some(head) = head else {
        faults.expect(path, "the status", &(page.status, page.location.as_deref()), &(200, None));
        return;
    };
    let (language, default_path) = language_of(path);
    faults.expect(path, "the language", &head.language.as_str(), &language);
    // In characters. Shorter texts say too little in a list of search results.
    let shortest_description = if default_path == "/" { 30 } else { 20 };
    check_text(path, "title", &head.titles, 10, faults);
    check_text(path, "description", &head.descriptions, shortest_description, faults);
    let canonicals: Vec<_> = head.canonicals.iter().map(|address| path_of(path, address)).collect();
    faults.expect(path, "the canonical", &canonicals, &vec![Some(path.to_owned())]);
    faults.expect(path, "being indexed", &head.is_indexed, &true);
    let expected: BTreeMap<&str, Option<String>> =
        HREFLANGS.map(|language| (language, Some(in_language(language, default_path)))).into();
    let alternates = head.alternates.iter().map(|(language, address)| (language.as_str(), path_of(path, address)));
    faults.expect(path, "the alternates", &alternates.collect(), &expected);
    for kind in required_types(default_path) {
        faults.expect(path, kind, &head.types.iter().any(|actual| actual == kind), &true);
    }
}

fn check_text(path: &str, what: &str, texts: &[String], shortest: usize, faults: &mut Faults) {
    faults.expect(path, &format!("the number of {what}s"), &texts.len(), &1);
    for text in texts.iter().filter(|text| text.chars().count() < shortest) {
        faults.0.push(format!("{path}: the {what} {text:?} is too short"));
    }
}

fn required_types(default_path: &str) -> &'static [&'static str] {
    if default_path == "/" {
        return &["Organization", "WebSite"];
    }
    match REQUIRED_TYPES.iter().find(|(prefix, _)| default_path.starts_with(prefix)) {
        Some(&(_, types)) => types,
        None => &[],
    }
}

#[sqlx::test(migrations = false)]
async fn a_crawl_finds_every_public_page_complete_and_no_dead_link(pool: PgPool) {
    let shop = TestShop::start_with(pool, &["--page-ttl", "0s"]).await;
    let crawler = Crawler::start(&shop).await;
    let homes = ["/", "/ru", "/en"].map(str::to_owned);
    let start = homes.iter().chain(crawler.sitemap.keys()).chain(&crawler.pictures).cloned();
    let pages = crawler.crawl(start).await;

    let mut faults = Faults::default();
    for home in &homes {
        faults.expect(home, "being in the sitemap", &crawler.sitemap.contains_key(home), &true);
    }
    for (path, alternates) in &crawler.sitemap {
        let is_disallowed = crawler.disallowed.iter().any(|prefix| path.starts_with(prefix));
        faults.expect(path, "being disallowed by robots.txt", &is_disallowed, &false);
        check_public_page(&pages[path], &mut faults);
        for other in alternates.values().filter_map(|address| path_of("/", address)) {
            let on_page = pages.get(&other).and_then(|page| page.head.as_ref()).map(|head| &head.alternates);
            faults.expect(path, &format!("hreflang on {other}"), &on_page, &Some(alternates));
        }
    }
    for page in pages.values() {
        faults.expect(&page.path, "the status of the target of a link", &page.status, &200);
        for fault in page.head.iter().flat_map(|head| &head.schema_faults) {
            faults.0.push(format!("{}: {fault}", page.path));
        }
        // Only stores link to campaign pages: campaigns end sooner than crawlers read the sitemap again.
        let (_, default_path) = language_of(&page.path);
        let is_lasting = !default_path.contains('?') && !default_path.starts_with("/kampaniya/");
        if is_lasting && page.head.as_ref().is_some_and(|head| head.is_indexed) {
            faults.expect(&page.path, "being in the sitemap", &crawler.sitemap.contains_key(&page.path), &true);
        }
    }
    faults.assert_none();

    for (kind, list) in [("/mehsullar/", "/product/all?perPage=1"), ("/magazalar/", "/store/all?perPage=1")] {
        let total = shop.get(&format!("/api/v1{list}")).await.json()["meta"]["total"].as_u64().expect("a number");
        let listed = crawler.sitemap.keys().filter(|path| language_of(path).1.starts_with(kind)).count();
        assert!(total > 0 && listed as u64 == 3 * total, "{listed} pages of {total} in three languages: {kind}");
    }
    let kinds: BTreeSet<&str> = pages.values().filter_map(|page| page.path.split('/').nth(1)).collect();
    assert!(kinds.contains("assets") && kinds.contains("media"), "files are among the addresses: {kinds:?}");
}
