//! Finds the products for one page, and the documents to count in facets.

use super::{
    block::Block,
    columns::{Columns, Points},
    document_order::BLOCK,
    list_request::ListRequest,
    matching::{self, MatchMode},
    selection::Selection,
    set::{Bits, ones},
    snapshot::{Segment, Snapshot},
    top::{SortKey, Top},
    words::ExpandedWords,
};
use crate::listing::Sort;

/// For documents that are not found by words.
const NO_SCORE: u32 = 0;

pub struct Hits {
    /// Matching documents of the category, by segment. Other filters do not apply.
    pub matches: Vec<Bits>,
    /// Counts matches in any category.
    pub match_count: u64,
    /// `matches` that pass all filters. `None` without filters.
    filtered_sets: Option<Vec<Bits>>,
    /// Best first.
    pub products: Vec<i64>,
}

impl Hits {
    pub fn filtered(&self) -> &[Bits] {
        self.filtered_sets.as_ref().unwrap_or(&self.matches)
    }
}

/// A request, prepared once for all spellings that are tried.
pub struct Lookup<'a> {
    pub snapshot: &'a Snapshot,
    pub request: &'a ListRequest,
    pub selections: Vec<Selection<'a>>,
    /// The documents of `request.first_products`, by segment.
    first_documents: Vec<Vec<u32>>,
}

impl<'a> Lookup<'a> {
    pub fn new(snapshot: &'a Snapshot, request: &'a ListRequest) -> Self {
        let select = |segment| Selection::new(segment, snapshot, request.category, &request.filters);
        let selections: Vec<_> = snapshot.segments.iter().map(select).collect();
        let first_documents = first_documents(snapshot, &selections, &request.first_products);
        Self { snapshot, request, selections, first_documents }
    }

    pub fn hits(&self, words: &ExpandedWords, mode: MatchMode) -> Hits {
        let mut top = Top::new(self.request.offset + self.request.limit);
        let (mut matches, mut match_count) = (Vec::new(), 0);
        for (index, (segment, selection)) in self.snapshot.segments.iter().zip(&self.selections).enumerate() {
            let columns = &segment.data.columns;
            let ranker = Ranker::new(self.request.sort, columns, words);
            let mut segment_matches = Bits::empty(columns.length());
            matching::search(words.of_segment(index), mode, |block| {
                match_count += u64::from((block.bits & segment.alive.block(block.index)).count_ones());
                let in_category = selection.in_category(block.index, block.bits);
                segment_matches.set_block(block.index, in_category);
                ranker.add_block(block, selection.filter_block(block.index, in_category), &mut top);
            });

            for document in &self.first_documents[index] {
                if segment_matches.contains(*document) {
                    continue;
                }
                segment_matches.insert(*document);
                if selection.passes_filters(*document) {
                    let key = SortKey::new(self.request.sort, columns, *document, NO_SCORE);
                    top.push(key, columns.id[*document as usize]);
                }
            }
            matches.push(segment_matches);
        }
        Hits { filtered_sets: self.filtered_sets(&matches), matches, match_count, products: top.into_sorted() }
    }

    pub fn all(&self, size: usize) -> Hits {
        let matches: Vec<_> = self.selections.iter().map(Selection::all).collect();
        let (match_count, filtered_sets) = (count(&matches), self.filtered_sets(&matches));
        let mut hits = Hits { matches, match_count, filtered_sets, products: Vec::new() };
        let mut top = Top::new(size);
        if size > 0 {
            for (segment, filtered) in self.snapshot.segments.iter().zip(hits.filtered()) {
                let columns = &segment.data.columns;
                for document in filtered.iter() {
                    top.push(
                        SortKey::new(self.request.sort, columns, document, NO_SCORE),
                        columns.id[document as usize],
                    );
                }
            }
        }
        hits.products = top.into_sorted();
        hits
    }

    /// Serves a text without searchable words.
    pub fn first_hits(&self) -> Hits {
        let segments = self.snapshot.segments.iter().zip(&self.first_documents);
        let matches: Vec<_> = segments
            .map(|(segment, documents)| {
                let mut matches = Bits::empty(segment.data.columns.length());
                for document in documents {
                    matches.insert(*document);
                }
                matches
            })
            .collect();
        let (match_count, filtered_sets) = (count(&matches), self.filtered_sets(&matches));
        Hits { matches, match_count, filtered_sets, products: self.first_products() }
    }

    /// Returns those that pass all filters.
    pub fn first_products(&self) -> Vec<i64> {
        let segments = self.snapshot.segments.iter().zip(&self.selections).zip(&self.first_documents);
        let shown = segments.flat_map(|((segment, selection), documents)| {
            let passing = documents.iter().filter(|document| selection.passes_filters(**document));
            passing.map(|document| segment.data.columns.id[*document as usize])
        });
        let shown: Vec<i64> = shown.collect();
        self.request.first_products.iter().copied().filter(|product| shown.contains(product)).collect()
    }

    fn filtered_sets(&self, matches: &[Bits]) -> Option<Vec<Bits>> {
        self.selections.iter().zip(matches).map(|(selection, matches)| selection.filtered(matches)).collect()
    }
}

/// Scores documents of a segment: the sum of the points for the words, the document, and its category.
struct Ranker<'a> {
    sort: Sort,
    columns: &'a Columns,
    own_points: &'a Points,
    /// Parallel to `main_category_ids`. Empty if the query names no category.
    category_points: Vec<u32>,
    max_category_points: u32,
}

impl<'a> Ranker<'a> {
    fn new(sort: Sort, columns: &'a Columns, words: &ExpandedWords) -> Self {
        let category_points = words.points_of_categories(&columns.main_category_ids);
        let max_category_points = category_points.iter().max().copied().unwrap_or(0);
        let own_points = columns.points(words.count());
        Self { sort, columns, own_points, category_points, max_category_points }
    }

    /// `candidates` are the documents of the block that pass the filters, one bit each.
    fn add_block(&self, block: &Block<'_>, candidates: u64, top: &mut Top) {
        if candidates == 0 {
            return;
        }
        // Exact for a block of one category, otherwise an upper bound.
        let max_category_points = match self.columns.block_main_categories[block.index] {
            Some(category) => self.points_of_category(category),
            None => self.max_category_points,
        };
        let max_own_points = u32::from(self.own_points.block_max[block.index]);
        if top.cannot_include(self.sort, block.max_match_points() + max_own_points + max_category_points) {
            return;
        }

        for bit in ones(candidates) {
            let document = block.index * BLOCK + bit as usize;
            let points = block.match_points(bit) + u32::from(self.own_points.values[document]);
            // Skips before reading other columns, which are likely cache misses.
            if top.cannot_include(self.sort, points + max_category_points) {
                continue;
            }
            let score = points + self.points_of_category(self.columns.main_category[document]);
            let key = SortKey::new(self.sort, self.columns, document as u32, score);
            top.push(key, self.columns.id[document]);
        }
    }

    fn points_of_category(&self, category: u32) -> u32 {
        self.category_points.get(category as usize).copied().unwrap_or(0)
    }
}

fn first_documents(snapshot: &Snapshot, selections: &[Selection<'_>], products: &[i64]) -> Vec<Vec<u32>> {
    let in_segment = |(segment, selection): (&Segment, &Selection<'_>)| {
        if products.is_empty() {
            return Vec::new();
        }
        let ids = (0..).zip(&segment.data.columns.id);
        let documents = ids.filter(|(_, id)| products.contains(id)).map(|(document, _)| document);
        documents.filter(|document| selection.contains(*document)).collect()
    };
    snapshot.segments.iter().zip(selections).map(in_segment).collect()
}

pub fn count(documents: &[Bits]) -> u64 {
    documents.iter().map(|documents| u64::from(documents.len())).sum()
}
