//! Counts matching products by tag.

use std::borrow::Cow;

use super::{
    columns::Columns,
    numbers::Bounds,
    set::Bits,
    tag_bitmaps::ChunkMatches,
    tags::{Tag, Tags},
};

pub struct TagCounts<'a> {
    segments: Vec<SegmentCounts<'a>>,
    counts: Vec<u32>,
    pub prices: Option<Bounds<i64>>,
}

struct SegmentCounts<'a> {
    columns: &'a Columns,
    found: Cow<'a, Bits>,
    matches: Vec<ChunkMatches>,
}

impl<'a> TagCounts<'a> {
    /// `found` has the matching documents of each segment.
    pub fn new(tags: &Tags, found: impl Iterator<Item = (&'a Columns, Cow<'a, Bits>)>) -> Self {
        let (mut counts, mut prices) = (vec![0; tags.count as usize], None);
        let segments = found.map(|(columns, found)| {
            let matches = columns.tag_bitmaps.count(&found, &mut counts);
            prices = columns.price.bounds(&found, &matches, prices);
            SegmentCounts { columns, found, matches }
        });
        let segments = segments.collect();
        Self { segments, counts, prices }
    }

    pub fn count(&self, tag: Tag) -> u64 {
        u64::from(self.counts[tag as usize])
    }

    pub fn sum(&self, count: impl Fn(&Columns, &Bits) -> u32) -> u64 {
        self.segments.iter().map(|segment| u64::from(count(segment.columns, &segment.found))).sum()
    }

    pub fn bounds(&self, key: &str) -> Option<Bounds<f64>> {
        let segments = self.segments.iter().filter_map(|segment| Some((segment, segment.columns.numbers.get(key)?)));
        segments.fold(None, |current, (segment, numbers)| numbers.bounds(&segment.found, &segment.matches, current))
    }
}
