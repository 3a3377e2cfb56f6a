//! Finds the products of a list: those that match the words and belong to the category.

use super::{
    document_order::BLOCK,
    list_request::ListRequest,
    matching::{self, MatchMode},
    selection::Selection,
    set::{Bits, ones},
    snapshot::Snapshot,
    top::{SortKey, Top},
    words::ExpandedWords,
};

/// The products that match a request.
pub struct Hits {
    /// Per segment: documents of the category that match the words, ignoring other filters.
    pub matches: Vec<Bits>,
    /// Number of documents that match the words in any category.
    pub match_count: u64,
    /// Per segment: those of `matches` that pass all filters; `None` without filters.
    filtered_sets: Option<Vec<Bits>>,
    pub products: Vec<i64>,
}

impl Hits {
    /// Per segment: documents that match the words and pass all filters.
    pub fn filtered(&self) -> &[Bits] {
        self.filtered_sets.as_ref().unwrap_or(&self.matches)
    }
}

/// The parts of a request that stay the same when another spelling of the words is tried.
pub struct Lookup<'a> {
    pub snapshot: &'a Snapshot,
    pub request: &'a ListRequest,
    pub selections: Vec<Selection<'a>>,
}

impl<'a> Lookup<'a> {
    pub fn new(snapshot: &'a Snapshot, request: &'a ListRequest) -> Self {
        let select = |segment| Selection::new(segment, snapshot, request.category, &request.filters);
        Self { snapshot, request, selections: snapshot.segments.iter().map(select).collect() }
    }

    /// Finds the documents that match the words, and the best of them up to the end of the page.
    pub fn hits(&self, words: &ExpandedWords, mode: MatchMode) -> Hits {
        let mut top = Top::new(self.request.offset + self.request.limit);
        let (mut matches, mut match_count) = (Vec::new(), 0);
        for (index, (segment, selection)) in self.snapshot.segments.iter().zip(&self.selections).enumerate() {
            let columns = &segment.data.columns;
            let mut segment_matches = Bits::empty(columns.length());
            let points = columns.points(words.count());
            let category_points = words.points_of_categories(&columns.main_category_ids);
            let max_category_points = category_points.iter().max().copied().unwrap_or(0);
            let points_of_category = |category: u32| category_points.get(category as usize).copied().unwrap_or(0);
            matching::search(words.of_segment(index), mode, |block| {
                match_count += u64::from((block.bits & segment.alive.word(block.index)).count_ones());
                let in_category = selection.in_category(block.index, block.bits);
                segment_matches.set_word(block.index, in_category);
                let candidates = selection.filter_word(block.index, in_category);
                let cannot_rank = |top: &Top, match_points: u32, points: u8, bonus: u32| {
                    top.cannot_include(self.request.sort, match_points + u32::from(points) + bonus)
                };
                let bonus = columns.block_main_categories[block.index].map_or(max_category_points, points_of_category);
                if candidates == 0 || cannot_rank(&top, block.max_match_points(), points.block_max[block.index], bonus)
                {
                    return;
                }
                for bit in ones(candidates) {
                    let document = block.index * BLOCK + bit as usize;
                    let (match_points, points) = (block.match_points(bit), points.values[document]);
                    // Skip this document before reading its other columns: each read is a likely cache miss.
                    if cannot_rank(&top, match_points, points, bonus) {
                        continue;
                    }
                    let score = match_points + u32::from(points) + points_of_category(columns.main_category[document]);
                    top.push(SortKey::new(self.request.sort, columns, document as u32, score), columns.id[document]);
                }
            });
            matches.push(segment_matches);
        }
        Hits { filtered_sets: self.filtered_sets(&matches), matches, match_count, products: top.into_sorted() }
    }

    /// Returns every product of the list, and the first `size` in its order.
    pub fn all(&self, size: usize) -> Hits {
        let matches: Vec<_> = self.selections.iter().map(Selection::all).collect();
        let (match_count, filtered_sets) = (count(&matches), self.filtered_sets(&matches));
        let mut hits = Hits { matches, match_count, filtered_sets, products: Vec::new() };
        let mut top = Top::new(size);
        if size > 0 {
            for (segment, filtered) in self.snapshot.segments.iter().zip(hits.filtered()) {
                let columns = &segment.data.columns;
                for document in filtered.iter() {
                    top.push(SortKey::new(self.request.sort, columns, document, 0), columns.id[document as usize]);
                }
            }
        }
        hits.products = top.into_sorted();
        hits
    }

    fn filtered_sets(&self, matches: &[Bits]) -> Option<Vec<Bits>> {
        self.selections.iter().zip(matches).map(|(selection, matches)| selection.filtered(matches)).collect()
    }
}

pub fn count(documents: &[Bits]) -> u64 {
    documents.iter().map(|documents| u64::from(documents.len())).sum()
}
