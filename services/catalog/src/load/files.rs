//! Reads the demo's files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use kit::config::LoadArgs;
use search::Texts;
use serde::Deserialize;

use super::reviews::pool::Pool;
use crate::{
    domain::category::MAX_DEPTH,
    import::{
        line::Line,
        records::Position,
        source::{Format, ParsedRow, Source},
    },
};

/// The first top categories. The others follow by file name.
const TOP_ORDER: [&str; 8] = [
    "hediyyeler",
    "gul-ve-buketler",
    "sirniyyat-ve-cay",
    "gozellik-ve-zergerlik",
    "usaq-dunyasi",
    "ev-ve-metbex",
    "elektronika",
    "geyim-ve-idman",
];

pub struct Demo {
    pub stores: Vec<Store>,
    pub categories: Vec<PlacedCategory>,
    pub products: Vec<ParsedRow>,
    /// Picture URLs by slug of a category or product.
    pub pictures: serde_json::Value,
    pub reviews: Option<Pool>,
}

impl Demo {
    pub fn category_path<'a>(&'a self, category: &'a str) -> Vec<&'a str> {
        let above = |slug: &&str| {
            let placed = self.categories.iter().find(|placed| placed.category.slug == **slug)?;
            placed.parent.as_deref()
        };
        std::iter::successors(Some(category), above).collect()
    }
}

pub struct Shop {
    pub stores: Vec<Store>,
    /// Parents before their children, siblings in order.
    pub categories: Vec<PlacedCategory>,
}

#[derive(Deserialize)]
pub struct Store {
    pub id: i64,
    pub slug: String,
    pub name: String,
}

#[derive(Deserialize)]
pub struct Category {
    pub slug: String,
    pub name: Texts,
    /// Slugs of products that are offered along.
    #[serde(default, rename = "addOns")]
    pub add_ons: Vec<String>,
    #[serde(default)]
    pub fields: Vec<Field>,
    #[serde(default)]
    pub children: Vec<Category>,
}

#[derive(Deserialize)]
pub struct Field {
    pub key: String,
    pub r#type: String,
    pub name: Texts,
    pub unit: Option<Texts>,
    #[serde(default)]
    pub values: Vec<FieldValue>,
}

#[derive(Deserialize)]
pub struct FieldValue {
    pub value: String,
    pub label: Texts,
}

pub struct PlacedCategory {
    pub category: Category,
    pub parent: Option<String>,
    pub position: i32,
}

/// A sample has every n-th product.
pub fn read(args: &LoadArgs) -> anyhow::Result<Demo> {
    ensure!(args.sample > 0, "--sample must be at least 1");
    let Shop { stores, categories } = read_shop(&args.folder)?;
    let pictures = args.read_pictures()?;
    let products = read_products(&args.folder, &pictures)?.into_iter().step_by(args.sample).collect();
    let reviews = Pool::read(args)?;
    Ok(Demo { stores, categories, products, pictures, reviews })
}

pub fn read_shop(folder: &Path) -> anyhow::Result<Shop> {
    let path = folder.join("stores.json");
    let stores = serde_json::from_str(&read_text(&path)?).with_context(|| invalid_file(&path))?;
    let mut categories = Vec::new();
    for (position, category) in (0..).zip(read_top_categories(folder)?) {
        add_category(category, None, position, 1, &mut categories)?;
    }
    Ok(Shop { stores, categories })
}

/// Each is a file, with all descendants.
fn read_top_categories(folder: &Path) -> anyhow::Result<Vec<Category>> {
    let paths = list(&folder.join("categories"), "json")?;
    let tops = paths.iter().map(|path| serde_json::from_str(&read_text(path)?).with_context(|| invalid_file(path)));
    let mut tops: Vec<Category> = tops.collect::<anyhow::Result<_>>()?;
    let rank = |top: &Category| TOP_ORDER.iter().position(|slug| *slug == top.slug).unwrap_or(TOP_ORDER.len());
    tops.sort_by_key(rank);
    Ok(tops)
}

fn add_category(
    mut category: Category,
    parent: Option<String>,
    position: i32,
    depth: usize,
    placed: &mut Vec<PlacedCategory>,
) -> anyhow::Result<()> {
    ensure!(depth <= MAX_DEPTH, "category {} is nested deeper than {MAX_DEPTH} levels", category.slug);
    let children = std::mem::take(&mut category.children);
    let slug = category.slug.clone();
    placed.push(PlacedCategory { category, parent, position });
    for (position, child) in (0..).zip(children) {
        add_category(child, Some(slug.clone()), position, depth + 1, placed)?;
    }
    Ok(())
}

/// Sorted by file name: the tool that draws the pictures relies on this order.
fn read_products(folder: &Path, pictures: &serde_json::Value) -> anyhow::Result<Vec<ParsedRow>> {
    let mut products = Vec::new();
    for path in list(&folder.join("products"), "jsonl")? {
        let mut source = Source::open(&path, Format::Jsonl, Position::default())?;
        while let Some(mut row) = source.next()? {
            if let Ok(line) = &mut row.line {
                add_pictures(line, pictures);
            }
            products.push(row);
        }
    }
    Ok(products)
}

/// The pictures of sizes are also pictures of the product.
fn add_pictures(line: &mut Line, pictures: &serde_json::Value) {
    let mut urls = picture_urls(&pictures["products"], &line.slug);
    let size_urls = picture_urls(&pictures["sizes"], &line.slug);
    for (size, url) in line.sizes.iter_mut().zip(size_urls) {
        if !urls.contains(&url) {
            urls.push(url.clone());
        }
        size.picture = Some(url);
    }
    line.pictures = Some(urls);
}

fn picture_urls(by_slug: &serde_json::Value, slug: &str) -> Vec<String> {
    let urls = by_slug[slug].as_array().into_iter().flatten();
    urls.filter_map(|url| url.as_str()).map(str::to_owned).collect()
}

fn list(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    let mut paths: Vec<_> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    Ok(paths)
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn invalid_file(path: &Path) -> String {
    format!("{} has invalid content", path.display())
}
