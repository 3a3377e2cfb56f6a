//! Match points of the documents in one block of 64.

use super::postings::{BlockPostings, Postings};
use crate::ranking::PERFECT;

pub struct Block<'a> {
    /// Index of the block; its first document is `index * BLOCK`.
    pub index: usize,
    /// One bit per matching document.
    pub bits: u64,
    pub words: &'a [BlockWord<'a>],
    pub scale: Scale,
}

pub struct BlockWord<'a> {
    pub importance: u16,
    pub postings: &'a Postings,
    pub block_postings: &'a BlockPostings,
}

impl Block<'_> {
    /// Upper bound of [`Block::match_points`] in this block.
    pub fn max_match_points(&self) -> u32 {
        self.scale.to_points(self.words.iter().map(|word| word.importance * u16::from(word.block_postings.best)).sum())
    }

    /// Points for how well a document matches the words; `PERFECT` if every word matches exactly.
    pub fn match_points(&self, bit: u32) -> u32 {
        self.scale.to_points(self.total(bit))
    }

    /// Sum of the weights of all words in a document, each multiplied by the importance of the word.
    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.postings.weight(word.block_postings, bit))).sum()
    }
}

/// Scales totals of weights so that an exact match gets `PERFECT`. Multiplies by a precomputed inverse, because a broad
/// search divides half a million times by the same number.
#[derive(Clone, Copy)]
pub struct Scale(u64);

impl Scale {
    const BITS: u32 = 42;

    pub fn new(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn to_points(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}
