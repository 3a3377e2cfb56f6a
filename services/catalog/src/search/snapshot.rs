//! The index at one moment: what one search, and the pages that follow it, are answered from. Opening a snapshot costs
//! as much as what is new in it; segments that were there before bring their columns along.

use std::{collections::HashMap, sync::Arc};

use moka::sync::Cache;
use tantivy::{Searcher, SegmentReader, index::SegmentId};

use super::{columns::Columns, expand::Dictionaries, facets::Facets, places::Places, schema::Fields, set::Bits};
use crate::domain::listing::Sort;

/// What unfiltered places look like is asked for most of all, and differs only from snapshot to snapshot.
const REMEMBERED: u64 = 2_000;

pub struct Snapshot {
    pub number: u64,
    pub places: Arc<Places>,
    pub segments: Vec<Segment>,
    /// By category.
    pub fronts: Cache<(Option<i64>, Sort), Arc<Front>>,
    pub facets: Cache<(Option<i64>, kit::Language), Arc<Facets>>,
}

/// The first products of an unfiltered place, and how many there are.
pub struct Front {
    pub products: Vec<i64>,
    pub total: u64,
}

pub struct Segment {
    id: SegmentId,
    pub part: Arc<Part>,
    /// What has not been replaced or withdrawn since.
    pub alive: Bits,
}

/// What never changes of a segment.
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
        let before = before.into_iter().flat_map(|before| &before.segments);
        let before: HashMap<_, _> = before.map(|segment| (segment.id, &segment.part)).collect();
        let segments = searcher.segment_readers().iter().map(|reader| {
            let part = match before.get(&reader.segment_id()) {
                Some(part) => Arc::clone(part),
                None => {
                    Arc::new(Part { columns: Columns::of(reader)?, dictionaries: Dictionaries::open(reader, fields)? })
                }
            };
            Ok(Segment { id: reader.segment_id(), part, alive: alive(reader) })
        });
        let segments = segments.collect::<tantivy::Result<_>>()?;
        Ok(Self { number, places, segments, fronts: Cache::new(REMEMBERED), facets: Cache::new(REMEMBERED) })
    }

    /// How many products there are, with those that were replaced since.
    pub fn size(&self) -> u32 {
        self.segments.iter().map(|segment| segment.part.columns.length).sum()
    }
}

fn alive(reader: &SegmentReader) -> Bits {
    match reader.alive_bitset() {
        Some(alive) => Bits::of(reader.max_doc(), |document| alive.is_alive(document as u32)),
        None => Bits::all(reader.max_doc()),
    }
}
