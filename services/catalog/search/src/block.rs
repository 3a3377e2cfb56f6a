//! Match points of 64 documents, one per bit of a word.

use super::postings::{BlockPostings, Postings};
use crate::ranking::PERFECT;

pub struct Block<'a> {
    pub index: usize,
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
    pub fn max_match_points(&self) -> u32 {
        self.scale.to_points(self.words.iter().map(|word| word.importance * u16::from(word.block_postings.best)).sum())
    }

    /// Points for how well a document matches the words. They are `PERFECT` if every word matches exactly.
    pub fn match_points(&self, bit: u32) -> u32 {
        self.scale.to_points(self.total(bit))
    }

    /// Returns the weights of all words, multiplied by the importance of each word.
    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.postings.weight(word.block_postings, bit))).sum()
    }
}

/// Scales totals so that an exact match gets `PERFECT`. Multiplies by an inverse, because a broad search divides half a
/// million times by the same number.
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
