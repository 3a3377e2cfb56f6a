//! Checks lines before they are written, because a violated constraint would fail the whole batch.

use std::{
    collections::{BTreeSet, HashSet},
    ops::RangeInclusive,
};

use kit::{input, picture::hash_of};
use search::Texts;

use super::{
    line::{Line, Size},
    line_error::LineError,
};
use crate::domain::picture::MAX_PICTURES_PER_PRODUCT;

// In characters.
const MAX_SLUG_LENGTH: usize = 200;
const NAME_LENGTH: RangeInclusive<usize> = 1..=300;
const DESCRIPTION_LENGTH: RangeInclusive<usize> = 0..=20_000;
/// Qəpik, as in the constraint `product_price_check`.
const PRICES: RangeInclusive<i64> = 1..=100_000_000_000;
/// Far below the range of a bigint, so that the sum over all sizes fits.
const STOCK: RangeInclusive<i64> = 0..=1_000_000_000_000;
/// Reviews, popularity points and sold units.
const COUNTS: RangeInclusive<i64> = 0..=1_000_000_000_000;
const DAYS: RangeInclusive<i64> = 0..=4_000;
const MAX_SIZES: usize = 100;
const MAX_CATEGORIES: usize = 20;

pub fn validate(line: &Line) -> Vec<LineError> {
    let mut line_errors = LineErrors(Vec::new());
    if !is_slug(&line.slug) {
        line_errors.add("slug", "invalid", "lower-case latin letters, digits and hyphens");
    }
    line_errors.texts("name", &line.name, &NAME_LENGTH);
    line_errors.texts("description", &line.description, &DESCRIPTION_LENGTH);

    line_errors.within("price", Some(line.price), PRICES);
    if line.discounted.is_some_and(|discounted| discounted < 1 || discounted >= line.price) {
        line_errors.add("discounted", "not_lower", "must be above 0 and below the price");
    }
    if let (Some(from), Some(until)) = (line.discount_from, line.discount_until)
        && from >= until
    {
        line_errors.add("discountUntil", "invalid_period", "must be after discountFrom");
    }

    match line.stock {
        None if line.sizes.is_empty() => line_errors.add("stock", "required", "the number of units"),
        stock => line_errors.within("stock", stock, STOCK),
    }
    for (name, number, range) in line.properties.numbers() {
        line_errors.within(name, number, range);
    }

    line_errors.at_most("sizes", line.sizes.len(), MAX_SIZES);
    for (index, size) in line.sizes.iter().enumerate() {
        line_errors.size(index, size);
    }
    line_errors.size_fields(line);
    line_errors.size_pictures(line);

    line_errors.at_most("also", line.also.len(), MAX_CATEGORIES);
    line_errors.pictures(line.pictures.as_deref().unwrap_or_default());
    if line.rating.is_some_and(|rating| !(0.0..=5.0).contains(&rating)) {
        line_errors.add("rating", "out_of_range", "0 to 5");
    }
    line_errors.within("reviews", line.reviews, COUNTS);
    line_errors.within("popularity", line.popularity, COUNTS);
    line_errors.within("sold", line.sold, COUNTS);
    line_errors.within("days", line.days, DAYS);
    line_errors.0
}

pub fn is_slug(slug: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_SLUG_LENGTH).contains(&slug.len()) && slug.bytes().all(is_allowed)
}

struct LineErrors(Vec<LineError>);

impl LineErrors {
    fn add(&mut self, field: impl Into<String>, code: &'static str, explanation: impl Into<String>) {
        self.0.push(LineError::new(field, code, explanation));
    }

    fn within(&mut self, field: impl Into<String>, number: Option<i64>, range: RangeInclusive<i64>) {
        if number.is_some_and(|number| !range.contains(&number)) {
            self.add(field, "out_of_range", format!("{} to {}", range.start(), range.end()));
        }
    }

    fn at_most(&mut self, field: &str, count: usize, max: usize) {
        if count > max {
            self.add(field, "too_many", format!("{count} exceeds the limit of {max}"));
        }
    }

    fn texts(&mut self, field: &str, texts: &Texts, length: &RangeInclusive<usize>) {
        for (language, text) in texts.each() {
            if let Err(code) = input::text(text, length.clone()) {
                let explanation = format!("{} to {} characters", length.start(), length.end());
                self.add(format!("{field}.{language}"), code, explanation);
            }
        }
    }

    fn size(&mut self, index: usize, size: &Size) {
        self.texts(&format!("sizes[{index}].name"), &size.name, &NAME_LENGTH);
        self.within(format!("sizes[{index}].price"), Some(size.price), PRICES);
        self.within(format!("sizes[{index}].stock"), Some(size.stock), STOCK);
    }

    fn size_fields(&mut self, line: &Line) {
        let keys: BTreeSet<&String> = line.sizes.iter().flat_map(|size| size.fields.keys()).collect();
        for key in keys {
            if line.fields.contains_key(key) {
                self.add(format!("fields.{key}"), "duplicate", "already given by the sizes");
            }
            for (index, _) in line.sizes.iter().enumerate().filter(|(_, size)| !size.fields.contains_key(key)) {
                self.add(format!("sizes[{index}].fields.{key}"), "required", "given by other sizes");
            }
        }
    }

    fn size_pictures(&mut self, line: &Line) {
        let pictures = line.pictures.as_deref().unwrap_or_default();
        for (index, size) in line.sizes.iter().enumerate() {
            if size.picture.as_ref().is_some_and(|picture| !pictures.contains(picture)) {
                self.add(format!("sizes[{index}].picture"), "unknown_value", "one of the product's pictures");
            }
        }
    }

    fn pictures(&mut self, pictures: &[String]) {
        self.at_most("pictures", pictures.len(), MAX_PICTURES_PER_PRODUCT);
        let mut earlier_urls = HashSet::new();
        for (index, url) in pictures.iter().enumerate() {
            if hash_of(url).is_none() || !earlier_urls.insert(url) {
                self.add(format!("pictures[{index}]"), "invalid_link", "/media/{hash}/640.webp, each once");
            }
        }
    }
}
