//! A snapshot: the index at one moment. Segments are shared between snapshots.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use moka::sync::Cache;
use tantivy::{Searcher, SegmentReader, index::SegmentId};

use super::{
    columns::Columns, expand::Dictionaries, facet::Facets, schema::Fields, set::Bits, tags::Tags, taxonomy::Taxonomy,
};
use crate::listing::Sort;

const CACHED_LISTS: u64 = 2_000;

pub struct Snapshot {
    pub number: u64,
    pub taxonomy: Arc<Taxonomy>,
    pub tags: Arc<Tags>,
    pub segments: Vec<Segment>,
    /// By category, store and sort.
    pub first_products: Cache<(Option<i64>, Option<i64>, Sort), Arc<FirstProducts>>,
    /// By category, store and language.
    pub facets: Cache<(Option<i64>, Option<i64>, kit::Language), Arc<Facets>>,
    product_counts: OnceLock<Arc<HashMap<i64, i64>>>,
}

pub struct FirstProducts {
    pub products: Vec<i64>,
    pub total: u64,
}

/// A part of the index. Only `alive` changes.
pub struct Segment {
    id: SegmentId,
    pub data: Arc<SegmentData>,
    pub alive: Bits,
}

pub struct SegmentData {
    pub columns: Columns,
    pub dictionaries: Dictionaries,
}

impl Snapshot {
    /// Takes unchanged segments from `previous`.
    pub fn open(
        number: u64,
        searcher: &Searcher,
        fields: &Fields,
        taxonomy: Arc<Taxonomy>,
        previous: Option<&Self>,
    ) -> tantivy::Result<Self> {
        let mut tags = previous.map(|previous| previous.tags.clone()).unwrap_or_default();
        let previous_segments = previous.into_iter().flat_map(|previous| &previous.segments);
        let previous_data: HashMap<_, _> = previous_segments.map(|segment| (segment.id, &segment.data)).collect();
        let segments = searcher.segment_readers().iter().map(|reader| {
            let data = if let Some(data) = previous_data.get(&reader.segment_id()) {
                Arc::clone(data)
            } else {
                let columns = Columns::new(reader, &mut tags)?;
                Arc::new(SegmentData { columns, dictionaries: Dictionaries::open(reader, fields)? })
            };
            Ok(Segment { id: reader.segment_id(), alive: alive(reader, &data.columns), data })
        });
        let segments = segments.collect::<tantivy::Result<_>>()?;
        Ok(Self {
            number,
            taxonomy,
            tags,
            segments,
            first_products: Cache::new(CACHED_LISTS),
            facets: Cache::new(CACHED_LISTS),
            product_counts: OnceLock::new(),
        })
    }

    pub fn product_counts(&self) -> Arc<HashMap<i64, i64>> {
        let count = |category: i64| -> i64 {
            let counts = self.segments.iter().map(|segment| {
                let products = segment.data.columns.subtree(&self.taxonomy, category);
                i64::from(products.count_in(&segment.alive))
            });
            counts.sum()
        };
        let counts = || self.taxonomy.categories().map(|category| (category.id, count(category.id))).collect();
        self.product_counts.get_or_init(|| Arc::new(counts())).clone()
    }

    /// Counts replaced documents, too.
    pub fn size(&self) -> u32 {
        self.segments.iter().map(|segment| segment.data.columns.count()).sum()
    }
}

fn alive(reader: &SegmentReader, columns: &Columns) -> Bits {
    let mut alive = columns.all.clone();
    if let Some(alive_in_tantivy) = reader.alive_bitset() {
        let deleted = (0..reader.max_doc()).filter(|document| !alive_in_tantivy.is_alive(*document));
        deleted.for_each(|document| alive.remove(columns.order.position(document)));
    }
    alive
}
