//! Parses requests about products.

use std::{collections::HashSet, fmt, ops::RangeInclusive};

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::catalog::{FieldFilter, ListProductsRequest, LookupLine, ProductSort};

use search::{FieldCondition, Filters, Sort};

const MAX_SLUG_LENGTH: usize = 200;
const MAX_SEARCH_LENGTH: usize = 100;
const MAX_FIELDS: usize = 20;
const MAX_VALUES: usize = 50;
const MAX_VALUE_LENGTH: usize = 100;
/// Lines of a cart.
const MAX_LINES: usize = 200;
const MAX_IDS: usize = 100;
/// In qəpik, as in the constraint `product_price_check`.
const PRICES: RangeInclusive<i64> = 0..=100_000_000_000;

/// A malformed slug cannot exist, so it is reported as not found.
pub fn slug_or_id<'a>(raw: &'a str, not_found: &'static str) -> Result<&'a str> {
    let is_plausible = !raw.is_empty() && raw.len() <= MAX_SLUG_LENGTH && !raw.chars().any(char::is_control);
    if is_plausible { Ok(raw) } else { Err(Error::NotFound(not_found)) }
}

pub fn sort(sort: ProductSort, has_text: bool) -> Sort {
    match sort {
        ProductSort::Unspecified | ProductSort::Relevance if has_text => Sort::Relevance,
        ProductSort::Unspecified | ProductSort::Relevance | ProductSort::Popular => Sort::Popular,
        ProductSort::Newest => Sort::Newest,
        ProductSort::PriceAsc => Sort::PriceAsc,
        ProductSort::PriceDesc => Sort::PriceDesc,
        ProductSort::Rating => Sort::Rating,
        ProductSort::Soonest => Sort::Soonest,
    }
}

/// The store needs a lookup in the search index, so it is not parsed here.
pub fn filters(request: &ListProductsRequest) -> Result<Filters> {
    let mut checks = Checks::default();
    let text = checks.take("search", text(request.search.as_deref()));
    let min_price = checks.take("minPrice", price(request.min_price));
    let max_price = checks.take("maxPrice", price(request.max_price));
    let rating = checks.take("rating", stars(request.rating));
    let fields = checks.take("fields", fields(&request.fields));
    checks.finish()?;
    Ok(Filters {
        text: text.flatten(),
        store: None,
        min_price: min_price.flatten(),
        max_price: max_price.flatten(),
        discounted: request.discounted.unwrap_or_default(),
        in_stock: request.in_stock.unwrap_or_default(),
        bestseller: request.bestseller.unwrap_or_default(),
        ready_today: request.ready_today.unwrap_or_default(),
        rating: rating.flatten(),
        fields: fields.unwrap_or_default(),
    })
}

/// A text without words, such as `!!!`, is a search that finds nothing.
pub fn text(search: Option<&str>) -> Result<Option<String>, &'static str> {
    let text = input::text(search.unwrap_or_default(), 0..=MAX_SEARCH_LENGTH)?;
    Ok((!text.is_empty()).then_some(text))
}

/// Identifies a search, as `snapshot` or `snapshot.number`: further pages read the same snapshot of the index, and the
/// number counts opened products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchId<'a> {
    pub snapshot_name: &'a str,
    pub search_number: Option<u64>,
}

impl fmt::Display for SearchId<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.snapshot_name)?;
        self.search_number.map_or(Ok(()), |search_number| write!(to, ".{search_number:x}"))
    }
}

/// A malformed id is treated like an expired one.
pub fn search_id(raw: Option<&str>) -> Option<SearchId<'_>> {
    let (snapshot_name, search_number) = raw.map(|raw| raw.split_once('.').unwrap_or((raw, "")))?;
    Some(SearchId { snapshot_name, search_number: u64::from_str_radix(search_number, 16).ok() })
}

pub fn ids(ids: &[i64]) -> Result<Vec<i64>> {
    if ids.len() > MAX_IDS {
        return Err(Error::invalid("ids", "too_many"));
    }
    let mut earlier_ids = HashSet::new();
    Ok(ids.iter().copied().filter(|id| earlier_ids.insert(*id)).collect())
}

fn price(price: Option<i64>) -> Result<Option<i64>, &'static str> {
    match price {
        Some(price) if !PRICES.contains(&price) => Err("out_of_range"),
        price => Ok(price),
    }
}

/// Tenths, rounded up: at least 4.25 stars means at least 4.3.
fn stars(rating: Option<f64>) -> Result<Option<i16>, &'static str> {
    match rating {
        Some(rating) if !(0.0..=5.0).contains(&rating) => Err("out_of_range"),
        // 4.3 * 10 is slightly more than 43 in binary.
        rating => Ok(rating.map(|rating| (rating * 10.0 - 1e-9).ceil() as i16)),
    }
}

fn fields(filters: &[FieldFilter]) -> Result<Vec<FieldCondition>, &'static str> {
    if filters.len() > MAX_FIELDS {
        return Err("too_many");
    }
    let conditions = filters.iter().map(condition).collect::<Result<Vec<_>, _>>()?;
    Ok(conditions.into_iter().filter(|condition| !condition.values.is_empty() || condition.between.is_some()).collect())
}

/// A missing bound is infinite.
fn condition(filter: &FieldFilter) -> Result<FieldCondition, &'static str> {
    if filter.values.len() > MAX_VALUES {
        return Err("too_many");
    }
    let key = input::text(&filter.key, 1..=MAX_VALUE_LENGTH)?;
    let values =
        filter.values.iter().map(|value| input::text(value, 1..=MAX_VALUE_LENGTH)).collect::<Result<_, _>>()?;
    let between = match (filter.min, filter.max) {
        (None, None) => None,
        (min, max) => Some((min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY))),
    };
    if between.is_some_and(|(min, max)| min.is_nan() || max.is_nan()) {
        return Err("out_of_range");
    }
    Ok(FieldCondition { key, values, between })
}

pub fn lines(lines: &[LookupLine]) -> Result<&[LookupLine]> {
    if lines.len() > MAX_LINES { Err(Error::invalid("lines", "too_many")) } else { Ok(lines) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_parsed_in_tenths_and_rounded_up() {
        for (rating, tenths) in [(4.3, 43), (4.25, 43), (4.0, 40), (0.0, 0), (5.0, 50), (0.1, 1), (0.7, 7)] {
            assert_eq!(stars(Some(rating)), Ok(Some(tenths)), "{rating}");
        }
        for invalid in [f64::NAN, -1.0, 5.1] {
            assert!(stars(Some(invalid)).is_err(), "{invalid}");
        }
    }

    #[test]
    fn search_ids_survive_formatting_and_parsing() {
        for raw in ["1f", "1f.a0", ""] {
            assert_eq!(search_id(Some(raw)).map(|id| id.to_string()).as_deref(), Some(raw));
        }
        assert_eq!(search_id(Some("gül.gül")), Some(SearchId { snapshot_name: "gül", search_number: None }));
        assert_eq!(search_id(None), None);
    }

    #[test]
    fn text_is_none_when_search_is_empty() {
        assert_eq!(text(None), Ok(None));
        assert_eq!(text(Some(" ")), Ok(None));
        assert_eq!(text(Some(" Qırmızı GÜL ")), Ok(Some("Qırmızı GÜL".to_owned())));
        assert_eq!(text(Some("a\0b")), Err("invalid_characters"));
        assert_eq!(text(Some(&"a".repeat(101))), Err("too_long"));
    }
}
