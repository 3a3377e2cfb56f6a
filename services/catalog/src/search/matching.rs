//! Finding the documents that words lead to. A segment is gone through in windows that fit the processor's cache, word
//! by word and the rarest first: a window where a word that must be there is not is left at once, and what costs time
//! is only reading lists of numbers.

use std::{ops::Range, sync::Arc};

use super::{
    columns::BLOCK,
    expand::{Listing, Source},
};
use crate::domain::ranking::{PERFECT, weight};

pub const WINDOW: usize = 4_096;

/// A word as one segment knows it.
pub struct Sought {
    /// Lists of sources, all of which count.
    pub sources: Vec<Arc<Vec<Source>>>,
    pub importance: u16,
    pub is_required: bool,
}

impl Sought {
    pub fn count(&self) -> u32 {
        self.sources.iter().flat_map(|sources| sources.iter()).map(|source| source.count).sum()
    }
}

/// What has to hold of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It holds every word that is required.
    All,
    /// It holds any of them.
    Any,
}

/// What of a window fits the words.
pub struct Window<'a> {
    /// The number of its first document, a multiple of [`WINDOW`].
    pub start: u32,
    /// By document: what its words weigh together; those that do not fit weigh nothing.
    totals: &'a [u16; WINDOW],
    scale: Scale,
}

impl Window<'_> {
    /// Those that fit, a bit each, block by block.
    pub fn bits(&self) -> impl Iterator<Item = u64> + '_ {
        let mut fits = [0_u8; BLOCK];
        self.totals.chunks_exact(BLOCK).map(move |totals| {
            for (fits, total) in fits.iter_mut().zip(totals) {
                *fits = u8::from(*total > 0);
            }
            let eights = fits.chunks_exact(8).zip(0..).map(|(eight, place)| packed(eight) << (8 * place));
            eights.fold(0, |bits, eight| bits | eight)
        })
    }

    /// How well the best of a block does.
    pub fn best_fit(&self, block: usize) -> u32 {
        let totals = &self.totals[block * BLOCK..][..BLOCK];
        self.scale.of(totals.iter().copied().max().unwrap_or(0))
    }

    /// How well one of them fits: `PERFECT` is perfectly.
    pub fn fit(&self, place: usize) -> u32 {
        self.scale.of(self.totals[place])
    }
}

/// Eight bytes that are 0 or 1 as eight bits, the first the lowest: the product gathers them in its highest byte.
fn packed(eight: &[u8]) -> u64 {
    let bytes = eight.try_into().map_or(0, u64::from_le_bytes);
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Totals as parts of `PERFECT`. Dividing by the same number half a million times, one multiplies by its inverse.
#[derive(Clone, Copy)]
struct Scale(u64);

impl Scale {
    const BITS: u32 = 42;

    fn to(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn of(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}

/// Shows `found` what fits, window by window in ascending order. Windows in which nothing fits may be left out.
pub fn search(length: u32, words: &[Sought], mode: Mode, mut found: impl FnMut(&Window<'_>)) -> tantivy::Result<()> {
    let mut words: Vec<&Sought> = words.iter().collect();
    // With `Any`, order matters for nothing; with `All`, the required ones come first, the rarest at the front.
    words.sort_by_key(|word| (!word.is_required, word.count()));
    let required = if mode == Mode::All { words.iter().filter(|word| word.is_required).count() } else { 0 };
    let best: u32 = words.iter().map(|word| u32::from(word.importance) * u32::from(weight::EXACT)).sum();
    let scale = Scale::to(best);
    let mut cursors = Vec::with_capacity(words.len());
    for word in &words {
        cursors.push((word.importance, open(word)?));
    }
    let (mut weights, mut totals) = ([0_u8; WINDOW], [0_u16; WINDOW]);
    let mut start = 0;
    while start < length {
        if required > 0 {
            // Nothing can fit before the next document of the rarest word.
            let Some(next) = cursors[0].1.iter().filter_map(Cursor::next).min() else { return Ok(()) };
            start = start.max(next / WINDOW as u32 * WINDOW as u32);
        }
        let window = start..(start + WINDOW as u32).min(length);
        if fill(&mut cursors, required, &window, &mut weights, &mut totals) {
            found(&Window { start: window.start, totals: &totals, scale });
        }
        start = window.end;
    }
    Ok(())
}

/// Adds up in `totals` what the words weigh in a window; `false` when nothing there fits. Without a branch a document, so that
/// the processor does many at a time.
fn fill(
    words: &mut [(u16, Vec<Cursor>)],
    required: usize,
    window: &Range<u32>,
    weights: &mut [u8; WINDOW],
    totals: &mut [u16; WINDOW],
) -> bool {
    totals.fill(0);
    let mut is_empty = true;
    for (place, (importance, cursors)) in words.iter_mut().enumerate() {
        weights.fill(0);
        let mut is_here = false;
        for cursor in cursors {
            is_here |= cursor.fill(window, weights);
        }
        is_empty &= !is_here;
        if !is_here {
            if place < required {
                return false;
            }
            continue;
        }
        let weighed = totals.iter_mut().zip(weights.iter().map(|weight| u16::from(*weight)));
        if required == 0 || place == 0 {
            weighed.for_each(|(total, weight)| *total += weight * *importance);
        } else if place < required {
            weighed.for_each(|(total, weight)| {
                *total = (*total + weight * *importance) * u16::from(*total > 0) * u16::from(weight > 0);
            });
        } else {
            weighed.for_each(|(total, weight)| *total += weight * *importance * u16::from(*total > 0));
        }
    }
    !is_empty
}

fn open(word: &Sought) -> tantivy::Result<Vec<Cursor>> {
    let sources = word.sources.iter().flat_map(|sources| sources.iter());
    sources.map(|source| Ok(Cursor { listing: source.open()?, place: 0, weight: source.weight })).collect()
}

/// Where one is in a list of documents.
struct Cursor {
    listing: Listing,
    place: usize,
    weight: u8,
}

impl Cursor {
    fn next(&self) -> Option<u32> {
        match &self.listing {
            Listing::Postings(postings) => postings.docs().get(self.place).copied(),
            Listing::Listed(documents) => documents.get(self.place).copied(),
        }
    }

    /// Notes the weight of every document in the window; `true` when there is one. Windows only move forward.
    fn fill(&mut self, window: &Range<u32>, weights: &mut [u8; WINDOW]) -> bool {
        self.skip_to(window.start);
        let mut is_here = false;
        loop {
            let block = match &self.listing {
                Listing::Postings(postings) => postings.docs(),
                Listing::Listed(documents) => documents,
            };
            let rest = &block[self.place.min(block.len())..];
            let is_through = rest.last().is_none_or(|last| *last < window.end);
            let here = if is_through { rest.len() } else { rest.partition_point(|document| *document < window.end) };
            for document in &rest[..here] {
                let weight = &mut weights[(document - window.start) as usize % WINDOW];
                *weight = (*weight).max(self.weight);
            }
            is_here |= here > 0;
            self.place += here;
            if here < rest.len() || !self.advance() {
                return is_here;
            }
        }
    }

    fn skip_to(&mut self, start: u32) {
        if self.next().is_none_or(|next| next >= start) {
            return;
        }
        self.place = match &mut self.listing {
            Listing::Postings(postings) => postings.seek(start),
            Listing::Listed(documents) => documents.partition_point(|document| *document < start),
        };
    }

    /// On to the next block, once this one is through; `false` at the end.
    fn advance(&mut self) -> bool {
        let Listing::Postings(postings) = &mut self.listing else { return false };
        if postings.docs().is_empty() {
            return false;
        }
        postings.advance();
        self.place = 0;
        !postings.docs().is_empty()
    }
}
