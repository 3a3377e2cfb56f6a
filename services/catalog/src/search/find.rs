//! Answering a list from a snapshot.

use std::sync::Arc;

use kit::Language;

use super::{
    arrangement::BLOCK,
    facets::{self, Facets},
    matching::{self, Mode},
    rescue,
    selection::Selection,
    set::{Bits, ones},
    snapshot::{Front, Snapshot},
    top::{Rank, Top},
    words::Words,
};
use crate::domain::listing::{Filters, Sort};

/// Of unfiltered places so many of the first products are remembered.
const FRONT: usize = 480;

/// A list as it was asked for.
#[derive(Debug, Clone)]
pub struct Ask {
    pub language: Language,
    pub category: Option<i64>,
    pub filters: Filters,
    pub sort: Sort,
    pub offset: usize,
    pub limit: usize,
    pub with_facets: bool,
}

#[derive(Debug, Default)]
pub struct Answer {
    /// The products of the page.
    pub products: Vec<i64>,
    pub total: u64,
    pub facets: Option<Arc<Facets>>,
    /// What was searched for instead of what was typed.
    pub corrected: Option<String>,
}

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
pub struct Search<'a> {
    pub snapshot: &'a Snapshot,
    pub ask: &'a Ask,
    pub selections: Vec<Selection<'a>>,
}

pub fn find(snapshot: &Snapshot, ask: &Ask) -> tantivy::Result<Answer> {
    let Some(text) = &ask.filters.text else { return Ok(browse(snapshot, ask)) };
    let search = Search::new(snapshot, ask);
    let Some((hits, corrected)) = rescue::best(&search, text)? else { return Ok(Answer::default()) };
    Ok(search.answer(hits, corrected))
}

/// A list without words. Those of unfiltered places are what is asked for again and again.
fn browse(snapshot: &Snapshot, ask: &Ask) -> Answer {
    let is_plain = ask.filters.is_empty();
    let end = ask.offset + ask.limit;
    if !is_plain || end > FRONT {
        let search = Search::new(snapshot, ask);
        return search.answer(search.everything(end), None);
    }
    let front = snapshot.fronts.get_with((ask.category, ask.sort), || {
        let search = Search::new(snapshot, ask);
        let hits = search.everything(FRONT);
        Arc::new(Front { total: count(hits.chosen()), products: hits.products })
    });
    let products = front.products.iter().skip(ask.offset).take(ask.limit).copied().collect();
    let facets = ask.with_facets.then(|| {
        snapshot.facets.get_with((ask.category, ask.language), || {
            let search = Search::new(snapshot, ask);
            let hits = search.everything(0);
            Arc::new(facets::count(&search, &hits))
        })
    });
    Answer { products, total: front.total, facets, corrected: None }
}

impl<'a> Search<'a> {
    fn new(snapshot: &'a Snapshot, ask: &'a Ask) -> Self {
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
    fn everything(&self, size: usize) -> Hits {
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

    fn answer(&self, hits: Hits, corrected: Option<String>) -> Answer {
        let facets = self.ask.with_facets.then(|| Arc::new(facets::count(self, &hits)));
        let total = count(hits.chosen());
        let products = hits.products.into_iter().skip(self.ask.offset).take(self.ask.limit).collect();
        Answer { products, total, facets, corrected }
    }
}

fn count(documents: &[Bits]) -> u64 {
    documents.iter().map(|documents| u64::from(documents.len())).sum()
}
