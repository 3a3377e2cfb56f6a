//! Counts of tags, prices and numbers among matching products.

use std::borrow::Cow;

use super::{
    columns::Columns,
    numbers::Bounds,
    set::Bits,
    stretches::Found,
    tags::{Tag, Tags},
};

pub struct Tally<'a> {
    ///
    parts: Vec<Part<'a>>,
    /// Indexed by tag.
    counts: Vec<u32>,
    pub prices: Option<Bounds<i64>>,
}

struct Part<'a> {
    columns: &'a Columns,
    found: Cow<'a, Bits>,
    /// Matches per chunk.
    there: Vec<Found>,
}

impl<'a> Tally<'a> {
    /// `found` yields each segment's columns and matching documents.
    pub fn of(tags: &Tags, found: impl Iterator<Item = (&'a Columns, Cow<'a, Bits>)>) -> Self {
        let (mut counts, mut prices) = (vec![0; tags.count as usize], None);
        let parts = found.map(|(columns, found)| {
            let there = columns.stretches.count(&found, &mut counts);
            prices = columns.price.bounds(&found, &there, prices);
            Part { columns, found, there }
        });
        let parts = parts.collect();
        Self { parts, counts, prices }
    }

    pub fn having(&self, tag: Tag) -> u64 {
        u64::from(self.counts[tag as usize])
    }

    /// Adds up a count over all segments.
    pub fn within(&self, count: impl Fn(&Columns, &Bits) -> u32) -> u64 {
        self.parts.iter().map(|part| u64::from(count(part.columns, &part.found))).sum()
    }

    /// Minimum and maximum of a field.
    pub fn bounds(&self, key: &str) -> Option<Bounds<f64>> {
        let parts = self.parts.iter().filter_map(|part| Some((part, part.columns.numbers.get(key)?)));
        parts.fold(None, |known, (part, numbers)| numbers.bounds(&part.found, &part.there, known))
    }
}
