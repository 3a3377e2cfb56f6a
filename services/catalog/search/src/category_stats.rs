//! Counts the products of a category.

use std::{borrow::Cow, collections::HashMap};

use super::{selection::Selection, set::Bits, snapshot::Snapshot, tag_counts::TagCounts};
use crate::listing::Filters;

/// Numbers of a category's products per field value and per store.
pub struct CategoryStats {
    values: HashMap<String, HashMap<String, i64>>,
    bounds: HashMap<String, (f64, f64)>,
    /// Stores with their number of products, most products first.
    pub sellers: Vec<(i64, i64)>,
}

impl CategoryStats {
    pub fn new(snapshot: &Snapshot, category: i64, keys: &[String]) -> Self {
        let no_filters = Filters::default();
        let products: Vec<Bits> = snapshot
            .segments
            .iter()
            .map(|segment| Selection::new(segment, snapshot, Some(category), &no_filters).all())
            .collect();

        let columns = snapshot.segments.iter().map(|segment| &segment.data.columns);
        let tag_counts = TagCounts::new(&snapshot.tags, columns.zip(products.iter().map(Cow::Borrowed)));
        let count_of = |tag| i64::try_from(tag_counts.count(tag)).unwrap_or(i64::MAX);

        let values = keys.iter().filter_map(|key| {
            let counts = snapshot.tags.values(key)?.iter().map(|(value, tag)| (value.clone(), count_of(*tag)));
            Some((key.clone(), counts.collect()))
        });
        let bounds = keys.iter().filter_map(|key| {
            let bounds = tag_counts.bounds(key)?;
            Some((key.clone(), (bounds.min, bounds.max)))
        });
        let (values, bounds) = (values.collect(), bounds.collect());

        let sellers = snapshot.tags.stores().map(|(store, tag)| (store, count_of(tag)));
        let mut sellers: Vec<_> = sellers.filter(|(_, count)| *count > 0).collect();
        sellers.sort_unstable_by_key(|(store, count)| (std::cmp::Reverse(*count), *store));
        Self { values, bounds, sellers }
    }

    pub fn count(&self, key: &str, value: &str) -> i64 {
        self.values.get(key).and_then(|values| values.get(value)).copied().unwrap_or(0)
    }

    pub fn bounds(&self, key: &str) -> Option<(f64, f64)> {
        self.bounds.get(key).copied()
    }
}
