//! Parses a shelf: a row of product cards on the home page.

use std::{collections::HashSet, ops::RangeInclusive};

use kit::input::{Checks, single_line};
use proto::seo::{HomeShelf, HomeShelfSource as Source};

use super::{check_count, required};
use crate::domain::home::Shelf;

const MAX_PRODUCTS: usize = 12;
/// In characters.
const SLUG_LENGTH: RangeInclusive<usize> = 1..=100;

pub fn parse(checks: &mut Checks, path: &str, raw: Option<HomeShelf>) -> Option<Shelf> {
    let HomeShelf { source, category, products } = checks.take(path.to_owned(), required(raw))?;
    let source = checks.take(format!("{path}.source"), parse_source(source))?;
    let category = category.unwrap_or_default();
    if source != Source::Category && !category.trim().is_empty() {
        checks.fail(format!("{path}.category"), "must_be_empty");
    }
    if source != Source::Products && !products.is_empty() {
        checks.fail(format!("{path}.products"), "must_be_empty");
    }
    match source {
        Source::Unspecified => None,
        Source::Popular => Some(Shelf::Popular),
        Source::Newest => Some(Shelf::Newest),
        Source::Sale => Some(Shelf::Sale),
        Source::Category => {
            let slug = checks.take(format!("{path}.category"), parse_slug(&category));
            slug.map(|slug| Shelf::Category { slug })
        }
        Source::Products => parse_ids(checks, &format!("{path}.products"), products).map(|ids| Shelf::Products { ids }),
    }
}

fn parse_source(raw: i32) -> Result<Source, &'static str> {
    match Source::try_from(raw) {
        Ok(Source::Unspecified) => Err("required"),
        Ok(source) => Ok(source),
        Err(_) => Err("unknown_value"),
    }
}

fn parse_slug(raw: &str) -> Result<String, &'static str> {
    let slug = single_line(raw, SLUG_LENGTH)?;
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if slug.bytes().all(is_allowed) { Ok(slug) } else { Err("invalid_characters") }
}

fn parse_ids(checks: &mut Checks, path: &str, raw: Vec<i64>) -> Option<Vec<i64>> {
    checks.take(path.to_owned(), check_count(raw.len(), MAX_PRODUCTS))?;
    let mut earlier_ids = HashSet::new();
    let ids = raw.into_iter().enumerate().map(|(index, id)| {
        let checked = if id < 1 {
            Err("out_of_range")
        } else if earlier_ids.insert(id) {
            Ok(id)
        } else {
            Err("duplicate")
        };
        checks.take(format!("{path}[{index}]"), checked)
    });
    ids.collect::<Vec<_>>().into_iter().collect()
}
