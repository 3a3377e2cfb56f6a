//! Which products hold the words of a search, or stand in the place that a list is of.

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

/// What words found, before facets are counted.
pub struct Hits {
    /// By segment: what in the place asked for the words fit, whatever was chosen.
    pub fitting: Vec<Bits>,
    /// How many the words fit, in whichever place.
    pub fitting_count: u64,
    /// By segment: those of them that fit what was chosen too, if anything was.
    narrowed: Option<Vec<Bits>>,
    pub products: Vec<i64>,
}

impl Hits {
    /// By segment: what fits words and choices.
    pub fn chosen(&self) -> &[Bits] {
        self.narrowed.as_ref().unwrap_or(&self.fitting)
    }
}

/// Everything of an answer that does not depend on which words are tried.
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

    /// What holds the words, the best first as far as the page reaches.
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
                    // Whoever waits for memory waits for all else that is known of a product.
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

    /// As if every product held the words; the first `size` of them.
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
