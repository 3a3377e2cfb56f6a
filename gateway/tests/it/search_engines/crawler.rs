//! Reads robots.txt, the sitemap, and all linked pages and files.

use std::collections::{BTreeMap, BTreeSet};

use futures::{StreamExt as _, stream};
use reqwest::{Method, header};
use serde::Deserialize;

use super::page::{self, Page, path_of};
use crate::test_shop::{TestShop, send};

const CONCURRENCY: usize = 8;

pub struct Crawler<'a> {
    shop: &'a TestShop,
    /// The prefixes of paths that robots.txt disallows.
    pub disallowed: Vec<String>,
    /// Paths, with the addresses of their translations by language.
    pub sitemap: BTreeMap<String, BTreeMap<String, String>>,
    pub pictures: BTreeSet<String>,
}

// The sitemap is an index of files, each a `UrlSet`.

#[derive(Deserialize)]
struct Index {
    sitemap: Vec<Location>,
}

#[derive(Deserialize)]
struct Location {
    loc: String,
}

#[derive(Deserialize)]
struct UrlSet {
    #[serde(default)]
    url: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    loc: String,
    #[serde(default)]
    link: Vec<Alternate>,
    image: Option<Location>,
}

#[derive(Deserialize)]
struct Alternate {
    #[serde(rename = "@hreflang")]
    hreflang: String,
    #[serde(rename = "@href")]
    href: String,
}

impl<'a> Crawler<'a> {
    pub async fn start(shop: &'a TestShop) -> Self {
        let robots = shop.get("/robots.txt").await.text;
        let values = |text: &str, name: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_prefix(name)).map(|value| value.trim().to_owned()).collect()
        };
        let index_address = values(&robots, "Sitemap:").pop().expect("robots.txt names the sitemap");
        // The first group is that of all crawlers (`User-agent: *`).
        let group = robots.split("\n\n").next().unwrap_or_default();
        let disallowed = values(group, "Disallow:");
        let mut crawler = Self { shop, disallowed, sitemap: BTreeMap::new(), pictures: BTreeSet::new() };
        let index: Index = crawler.xml(&index_address).await;
        for file in index.sitemap {
            let entries: UrlSet = crawler.xml(&file.loc).await;
            for Entry { loc, link, image } in entries.url {
                let alternates = link.into_iter().map(|Alternate { hreflang, href }| (hreflang, href)).collect();
                crawler.sitemap.insert(own_path(&loc), alternates);
                crawler.pictures.extend(image.map(|Location { loc }| own_path(&loc)));
            }
        }
        crawler
    }

    async fn xml<T: for<'de> Deserialize<'de>>(&self, address: &str) -> T {
        let path = own_path(address);
        let file = self.shop.get(&path).await;
        assert_eq!((file.status, file.header("content-type")), (200, "application/xml; charset=utf-8"), "{path}");
        quick_xml::de::from_str(&file.text).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Visits these paths and all linked ones, each once.
    pub async fn crawl(&self, start: impl IntoIterator<Item = String>) -> BTreeMap<String, Page> {
        // Paths that were visited or will be.
        let mut known_paths: BTreeSet<String> = start.into_iter().collect();
        let mut next: Vec<String> = known_paths.iter().cloned().collect();
        let mut pages = BTreeMap::new();
        while !next.is_empty() {
            let visits = stream::iter(next).map(|path| self.visit(path)).buffer_unordered(CONCURRENCY);
            let visited: Vec<Page> = visits.collect().await;
            let links = visited.iter().flat_map(|page| &page.links);
            next = links.filter(|link| known_paths.insert((*link).clone())).cloned().collect();
            pages.extend(visited.into_iter().map(|page| (page.path.clone(), page)));
        }
        pages
    }

    pub async fn visit(&self, path: String) -> Page {
        // A file only has to exist.
        let is_file = std::path::Path::new(&path).extension().is_some();
        let method = if is_file { Method::HEAD } else { Method::GET };
        let response = send(self.shop.request(method, &path).header(header::ACCEPT, "text/html,*/*")).await;
        let location = (!response.header("location").is_empty()).then(|| response.header("location").to_owned());
        let is_html = response.header("content-type").starts_with("text/html") && !is_file;
        let (head, links) = if is_html {
            let (head, links) = page::read(&path, &response.text);
            (Some(head), links)
        } else {
            (None, BTreeSet::new())
        };
        Page { status: response.status, location, head, links, path }
    }
}

fn own_path(address: &str) -> String {
    path_of("/", address).unwrap_or_else(|| panic!("{address} is not of this site"))
}
