//! Match points: how well each document of a block matches the query.

use super::postings::{BlockPostings, Postings};
use crate::ranking::PERFECT;

pub struct Block<'a> {
    pub index: usize,
    /// Matching documents, one bit each.
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

    /// `PERFECT` if every word matches exactly.
    pub fn match_points(&self, bit: u32) -> u32 {
        self.scale.to_points(self.total(bit))
    }

    /// The weights of the words, multiplied by their importance.
    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.postings.weight(word.block_postings, bit))).sum()
    }
}

/// Scales totals to points. Stores an inverse, because division is slow.
#[derive(Clone, Copy)]
pub struct Scale(u64);

impl Scale {
    /// Fractional bits of the inverse.
    const BITS: u32 = 42;

    /// `best` is the total of an exact match.
    pub fn new(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn to_points(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}
