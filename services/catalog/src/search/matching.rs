//! Finding the documents that words lead to. A segment is gone through in windows that fit the processor's cache, word
//! by word and the rarest first: a window where a word that must be there is not is left at once, and what costs time
//! is only reading lists of numbers.

use std::{ops::Range, sync::Arc};

use super::{
    block::{Block, Scale},
    columns::BLOCK,
    cursor::{Cursor, END, WINDOW},
    expand::Source,
    set::ones,
};
use crate::domain::ranking::weight;

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
        let sources = word.sources.iter().flat_map(|sources| sources.iter());
        cursors.push((word.importance, sources.map(Cursor::open).collect::<tantivy::Result<Vec<_>>>()?));
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::*;

    const LENGTH: u32 = 3 * WINDOW as u32 - 100;

    type Typed = (Vec<(u8, BTreeSet<u32>)>, u16, bool);

    fn word() -> impl Strategy<Value = Typed> {
        // Far from each other, close together, and in most blocks.
        let documents =
            prop_oneof![btree_set(0..LENGTH, 0..20), btree_set(4_000..4_300_u32, 0..200), btree_set(0..LENGTH, 0..900)];
        (vec((1..=60_u8, documents), 0..4), 1..9_u16, any::<bool>())
    }

    fn weigh(words: &[Typed], mode: Mode, document: u32) -> Option<u16> {
        let weights = words.iter().map(|(sources, importance, is_required)| {
            let here = sources.iter().filter(|(_, documents)| documents.contains(&document));
            match here.map(|(weight, _)| u16::from(*weight)).max() {
                None if *is_required && mode == Mode::All => None,
                weight => Some(weight.unwrap_or(0) * importance),
            }
        });
        weights.sum::<Option<u16>>().filter(|total| *total > 0)
    }

    proptest! {
        #[test]
        fn what_is_found_is_what_one_finds_by_looking_at_each(words in vec(word(), 1..4), of_all in any::<bool>()) {
            let mode = if of_all { Mode::All } else { Mode::Any };
            let expected: BTreeMap<_, _> =
                (0..LENGTH).filter_map(|document| Some((document, weigh(&words, mode, document)?))).collect();
            let sought = words.into_iter().map(|(sources, importance, is_required)| {
                let sources = sources.into_iter().map(|(weight, documents)| {
                    Source::listed(weight, documents.into_iter().collect())
                });
                Sought { sources: vec![Arc::new(sources.collect())], importance, is_required }
            });
            let sought: Vec<_> = sought.collect();
            let (mut found, mut elsewhere) = (BTreeMap::new(), BTreeMap::new());
            let note = |found: &mut BTreeMap<u32, u16>, block: &Block<'_>| {
                found.extend(ones(block.bits).map(|bit| {
                    ((block.place * BLOCK) as u32 + bit, block.totals[bit as usize])
                }));
            };
            search(LENGTH, &sought, mode, |block| note(&mut found, block)).unwrap();
            search_anywhere(LENGTH, &sought, mode, |block| note(&mut elsewhere, block)).unwrap();
            prop_assert_eq!(&found, &expected);
            prop_assert_eq!(&elsewhere, &expected);
        }
    }
}
