//! The index at one moment, used by one search and the pages that follow it. Opening a snapshot reads only new
//! segments; the others share their columns with the snapshot before.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use moka::sync::Cache;
use tantivy::{Searcher, SegmentReader, index::SegmentId};

use super::{
    columns::Columns, expand::Dictionaries, facet::Facets, places::Places, schema::Fields, set::Bits, tags::Tags,
};
use crate::listing::Sort;

/// Maximum number of unfiltered lists cached per snapshot.
const REMEMBERED: u64 = 2_000;

pub struct Snapshot {
    pub number: u64,
    pub places: Arc<Places>,
    pub tags: Arc<Tags>,
    pub segments: Vec<Segment>,
    /// Key: category, store, sort order.
    pub fronts: Cache<(Option<i64>, Option<i64>, Sort), Arc<Front>>,
    pub facets: Cache<(Option<i64>, Option<i64>, kit::Language), Arc<Facets>>,
    product_counts: OnceLock<Arc<HashMap<i64, i64>>>,
}

/// The first products of an unfiltered list, and its total.
pub struct Front {
    pub products: Vec<i64>,
    pub total: u64,
}

pub struct Segment {
    id: SegmentId,
    pub part: Arc<Part>,
    /// Documents that were not replaced or deleted.
    pub alive: Bits,
}

/// The immutable data of a segment.
pub struct Part {
    pub columns: Columns,
    pub dictionaries: Dictionaries,
}

impl Snapshot {
    pub fn open(
        number: u64,
        searcher: &Searcher,
        fields: &Fields,
        places: Arc<Places>,
        before: Option<&Self>,
    ) -> tantivy::Result<Self> {
        let mut tags = before.map(|before| before.tags.clone()).unwrap_or_default();
        let before = before.into_iter().flat_map(|before| &before.segments);
        let before: HashMap<_, _> = before.map(|segment| (segment.id, &segment.part)).collect();
        let segments = searcher.segment_readers().iter().map(|reader| {
            let part = if let Some(part) = before.get(&reader.segment_id()) {
                Arc::clone(part)
            } else {
                let columns = Columns::of(reader, &mut tags)?;
                Arc::new(Part { columns, dictionaries: Dictionaries::open(reader, fields)? })
            };
            Ok(Segment { id: reader.segment_id(), alive: alive(reader, &part.columns), part })
        });
        let segments = segments.collect::<tantivy::Result<_>>()?;
        Ok(Self {
            number,
            places,
            tags,
            segments,
            fronts: Cache::new(REMEMBERED),
            facets: Cache::new(REMEMBERED),
            product_counts: OnceLock::new(),
        })
    }

    /// Number of products by category, subcategories included.
    pub fn product_counts(&self) -> Arc<HashMap<i64, i64>> {
        let count = |category: i64| -> i64 {
            let counts = self.segments.iter().map(|segment| {
                let products = segment.part.columns.subtree(&self.places, category);
                i64::from(products.count_in(&segment.alive))
            });
            counts.sum()
        };
        let counts = || self.places.categories().map(|category| (category.id, count(category.id))).collect();
        self.product_counts.get_or_init(|| Arc::new(counts())).clone()
    }

    /// Number of documents, including replaced ones.
    pub fn size(&self) -> u32 {
        self.segments.iter().map(|segment| segment.part.columns.count()).sum()
    }
}

fn alive(reader: &SegmentReader, columns: &Columns) -> Bits {
    let mut alive = columns.all.clone();
    if let Some(still) = reader.alive_bitset() {
        let gone = (0..reader.max_doc()).filter(|document| !still.is_alive(*document));
        gone.for_each(|document| alive.remove(columns.arrangement.place(document)));
    }
    alive
}
