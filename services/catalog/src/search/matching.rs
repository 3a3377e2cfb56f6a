//! Finding the documents that words lead to. A segment is gone through in windows that fit the processor's cache, word
//! by word and the rarest first: a window where a word that must be there is not is left at once, and what costs time
//! is only reading lists of numbers.

use std::{ops::Range, sync::Arc};

use super::{
    columns::BLOCK,
    expand::{Listing, Source},
    set::ones,
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

/// What of a block fits the words.
pub struct Block<'a> {
    /// The number of its first document is so many times [`BLOCK`].
    pub place: usize,
    /// Those that fit, a bit each.
    pub bits: u64,
    /// What the words weigh together in the best of them.
    best: u16,
    /// By document: what its words weigh together; those that do not fit weigh nothing.
    totals: &'a [u16],
    scale: Scale,
}

impl<'a> Block<'a> {
    #[expect(clippy::inline_always, reason = "it is compiled once more, for processors that do many at a time")]
    #[inline(always)]
    fn of(place: usize, totals: &'a [u16], scale: Scale) -> Self {
        let (mut fits, mut best) = ([0_u8; BLOCK], 0);
        for (fits, total) in fits.iter_mut().zip(totals) {
            *fits = u8::from(*total > 0);
            best = (*total).max(best);
        }
        let mut bits = 0;
        for (place, eight) in fits.chunks_exact(8).enumerate() {
            bits |= packed(eight) << (8 * place);
        }
        Self { place, bits, best, totals, scale }
    }

    /// How well the best of them fits: `PERFECT` is perfectly.
    pub fn best_fit(&self) -> u32 {
        self.scale.of(self.best)
    }

    /// How well one of them does, by its place in the block.
    pub fn fit(&self, place: u32) -> u32 {
        self.scale.of(self.totals[place as usize])
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

/// Shows `found` what fits, block by block in ascending order, but for those in which nothing does.
pub fn search(length: u32, words: &[Sought], mode: Mode, found: impl FnMut(&Block<'_>)) -> tantivy::Result<()> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
        #[expect(unsafe_code, reason = "the line above has asked the processor whether it knows how")]
        return unsafe { search_by_the_processor(length, words, mode, found) };
    }
    search_anywhere(length, words, mode, found)
}

/// Processors of the last ten years do sixteen documents at a time, and those that programs are built for eight.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn search_by_the_processor(
    length: u32,
    words: &[Sought],
    mode: Mode,
    found: impl FnMut(&Block<'_>),
) -> tantivy::Result<()> {
    search_anywhere(length, words, mode, found)
}

#[expect(clippy::inline_always, reason = "it is compiled once more, for processors that do many at a time")]
#[inline(always)]
fn search_anywhere(
    length: u32,
    words: &[Sought],
    mode: Mode,
    mut found: impl FnMut(&Block<'_>),
) -> tantivy::Result<()> {
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
            let next = cursors[0].1.iter().map(|cursor| cursor.next).min().unwrap_or(END);
            start = start.max(next / WINDOW as u32 * WINDOW as u32);
            if start >= length {
                break;
            }
        }
        let end = (start + WINDOW as u32).min(length);
        let blocks = fill(&mut cursors, required, start..end, &mut weights, &mut totals);
        for block in ones(blocks) {
            let block = block as usize;
            let block = Block::of(start as usize / BLOCK + block, &totals[block * BLOCK..][..BLOCK], scale);
            if block.bits != 0 {
                found(&block);
            }
        }
        start = end;
    }
    Ok(())
}

/// Adds up in `totals` what the words weigh in a window; the answer is a bit for each block where something may fit, and other
/// blocks of `totals` hold what they held before. Without a branch a document, so that the processor does many at a time.
#[expect(clippy::inline_always, reason = "it is compiled once more, for processors that do many at a time")]
#[inline(always)]
fn fill(
    words: &mut [(u16, Vec<Cursor>)],
    required: usize,
    window: Range<u32>,
    weights: &mut [u8; WINDOW],
    totals: &mut [u16; WINDOW],
) -> u64 {
    let mut fitting = 0;
    for (place, (importance, cursors)) in words.iter_mut().enumerate() {
        // Where an earlier word that must be there is not, this one is not looked for.
        let among = if place == 0 || required == 0 { u64::MAX } else { fitting };
        let mut here = 0;
        for cursor in cursors {
            for part in parts(&window, among) {
                here |= cursor.fill(window.start, &part, weights);
            }
        }
        for block in ones(here) {
            let block = block as usize * BLOCK..(block as usize + 1) * BLOCK;
            let is_known = fitting >> (block.start / BLOCK) & 1 == 1;
            let weights = &mut weights[block.clone()];
            let totals = &mut totals[block];
            // As `for` and not as a closure: only what is written out here is done many at a time.
            if !is_known {
                for (total, weight) in totals.iter_mut().zip(&*weights) {
                    *total = u16::from(*weight) * *importance;
                }
            } else if required == 0 {
                for (total, weight) in totals.iter_mut().zip(&*weights) {
                    *total += u16::from(*weight) * *importance;
                }
            } else if place < required {
                for (total, weight) in totals.iter_mut().zip(&*weights) {
                    let both = u16::from(*total > 0) * u16::from(*weight > 0);
                    *total = (*total + u16::from(*weight) * *importance) * both;
                }
            } else {
                for (total, weight) in totals.iter_mut().zip(&*weights) {
                    *total += u16::from(*weight) * *importance * u16::from(*total > 0);
                }
            }
            weights.fill(0);
        }
        if required == 0 || place == 0 {
            fitting |= here;
        } else if place < required {
            fitting &= here;
        }
        if fitting == 0 && place < required {
            return 0;
        }
    }
    fitting
}

/// The documents of these blocks of a window, those of neighbours together.
fn parts(window: &Range<u32>, mut blocks: u64) -> impl Iterator<Item = Range<u32>> {
    let (start, end) = (window.start, window.end);
    std::iter::from_fn(move || {
        let first = (blocks != 0).then(|| blocks.trailing_zeros())?;
        let behind = first + (blocks >> first).trailing_ones();
        blocks = blocks.checked_shr(behind).unwrap_or(0).checked_shl(behind).unwrap_or(0);
        Some(start + first * BLOCK as u32..(start + behind * BLOCK as u32).min(end))
    })
}

fn open(word: &Sought) -> tantivy::Result<Vec<Cursor>> {
    let sources = word.sources.iter().flat_map(|sources| sources.iter());
    let cursors = sources.map(|source| {
        let mut cursor = Cursor { listing: source.open()?, place: 0, next: END, weight: source.weight };
        cursor.look();
        Ok(cursor)
    });
    cursors.collect()
}

/// Behind the last document.
const END: u32 = u32::MAX;

/// Where one is in a list of documents.
struct Cursor {
    listing: Listing,
    place: usize,
    /// The document there. Most of a hundred endings have none in most windows, which is seen without a look into their lists.
    next: u32,
    weight: u8,
}

impl Cursor {
    fn documents(&self) -> &[u32] {
        match &self.listing {
            Listing::Postings(postings) => postings.docs(),
            Listing::Listed(documents) => documents,
        }
    }

    fn look(&mut self) {
        self.next = self.documents().get(self.place).copied().unwrap_or(END);
    }

    /// Notes the weight of every document in this part of a window; the answer is a bit for each block that has one. Parts only
    /// move forward.
    fn fill(&mut self, window: u32, part: &Range<u32>, weights: &mut [u8; WINDOW]) -> u64 {
        if self.next < part.start {
            self.skip_to(part.start);
        }
        let mut blocks = 0;
        while self.next < part.end {
            let rest = &self.documents()[self.place..];
            let is_through = rest.last().is_none_or(|last| *last < part.end);
            let here = if is_through { rest.len() } else { rest.partition_point(|document| *document < part.end) };
            for document in &rest[..here] {
                let place = (document - window) as usize % WINDOW;
                weights[place] = weights[place].max(self.weight);
                blocks |= 1 << (place / BLOCK);
            }
            self.place += here;
            if is_through {
                self.advance();
            }
            self.look();
        }
        blocks
    }

    fn skip_to(&mut self, start: u32) {
        self.place = match &mut self.listing {
            Listing::Postings(postings) => postings.seek(start),
            Listing::Listed(documents) => documents.partition_point(|document| *document < start),
        };
        self.look();
    }

    /// On to the next block, once this one is through.
    fn advance(&mut self) {
        if let Listing::Postings(postings) = &mut self.listing
            && !postings.docs().is_empty()
        {
            postings.advance();
            self.place = 0;
        }
    }
}
