//! Finds the products of a list: those that match the words and stand in the category.

use super::{
    arrangement::BLOCK,
    ask::Ask,
    matching::{self, Mode},
    selection::Selection,
    set::{Bits, ones},
    snapshot::Snapshot,
    top::{Rank, Top},
    words::Words,
};

/// Matching products, before facets are counted.
pub struct Hits {
    /// Per segment: documents of the category that match the words, ignoring other filters.
    pub fitting: Vec<Bits>,
    /// Number of documents that match the words in any category.
    pub fitting_count: u64,
    /// Per segment: those of `matching` that pass all filters; `None` without filters.
    narrowed: Option<Vec<Bits>>,
    pub products: Vec<i64>,
}

impl Hits {
    /// Per segment: documents that match the words and pass all filters.
    pub fn chosen(&self) -> &[Bits] {
        self.narrowed.as_ref().unwrap_or(&self.fitting)
    }
}

/// The parts of a request that stay the same when another spelling of the words is tried.
pub struct Lookup<'a> {
    pub snapshot: &'a Snapshot,
    pub ask: &'a Ask,
    pub selections: Vec<Selection<'a>>,
}

impl<'a> Lookup<'a> {
    pub fn new(snapshot: &'a Snapshot, ask: &'a Ask) -> Self {
        let select = |segment| Selection::of(segment, snapshot, ask.category, &ask.filters);
        Self { snapshot, ask, selections: snapshot.segments.iter().map(select).collect() }
    }

    /// Finds the documents that match the words, and the best of them up to the end of the page.
    pub fn hits(&self, words: &Words, mode: Mode) -> Hits {
        let mut top = Top::new(self.ask.offset + self.ask.limit);
        let (mut fitting, mut fitting_count) = (Vec::new(), 0);
        for (place, (segment, selection)) in self.snapshot.segments.iter().zip(&self.selections).enumerate() {
            let columns = &segment.part.columns;
            let mut fits = Bits::none(columns.length());
            let points = columns.points(words.count());
            let homes = words.points_of_homes(&columns.homes);
            let best_home = homes.iter().max().copied().unwrap_or(0);
            let points_of = |home: u32| homes.get(home as usize).copied().unwrap_or(0);
            matching::search(words.of_segment(place), mode, |block| {
                fitting_count += u64::from((block.bits & segment.alive.word(block.place)).count_ones());
                let there = selection.in_place(block.place, block.bits);
                fits.set_word(block.place, there);
                let candidates = selection.fitting(block.place, there);
                let is_beyond = |top: &Top, fit: u32, points: u8, home: u32| {
                    top.is_beyond(self.ask.sort, fit + u32::from(points) + home)
                };
                let home = columns.block_homes[block.place].map_or(best_home, points_of);
                if candidates == 0 || is_beyond(&top, block.best_fit(), points.most[block.place], home) {
                    return;
                }
                for bit in ones(candidates) {
                    let document = block.place * BLOCK + bit as usize;
                    let (fit, points) = (block.fit(bit), points.each[document]);
                    // Skip this document before reading its other columns: each read is a likely cache miss.
                    if is_beyond(&top, fit, points, home) {
                        continue;
                    }
                    let score = fit + u32::from(points) + points_of(columns.home[document]);
                    top.show(Rank::of(self.ask.sort, columns, document as u32, score), columns.id[document]);
                }
            });
            fitting.push(fits);
        }
        Hits { narrowed: self.narrowed(&fitting), fitting, fitting_count, products: top.into_sorted() }
    }

    /// Returns every product of the list, and the first `size` in its order.
    pub fn everything(&self, size: usize) -> Hits {
        let fitting: Vec<_> = self.selections.iter().map(Selection::everything).collect();
        let (fitting_count, narrowed) = (count(&fitting), self.narrowed(&fitting));
        let mut hits = Hits { fitting, fitting_count, narrowed, products: Vec::new() };
        let mut top = Top::new(size);
        if size > 0 {
            for (segment, chosen) in self.snapshot.segments.iter().zip(hits.chosen()) {
                let columns = &segment.part.columns;
                for document in chosen.iter() {
                    top.show(Rank::of(self.ask.sort, columns, document, 0), columns.id[document as usize]);
                }
            }
        }
        hits.products = top.into_sorted();
        hits
    }

    fn narrowed(&self, fitting: &[Bits]) -> Option<Vec<Bits>> {
        self.selections.iter().zip(fitting).map(|(selection, fitting)| selection.narrowed(fitting)).collect()
    }
}

pub fn count(documents: &[Bits]) -> u64 {
    documents.iter().map(|documents| u64::from(documents.len())).sum()
}
