//! Scores of the documents in one block of 64.

use super::mentions::{BlockMentions, Mentions};
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
    pub mentions: &'a Mentions,
    pub mention: &'a BlockMentions,
}

impl Block<'_> {
    /// Upper bound of [`Block::fit`] in this block.
    pub fn best_fit(&self) -> u32 {
        self.scale.to_perfect(self.words.iter().map(|word| word.importance * u16::from(word.mention.best)).sum())
    }

    /// How well a document matches all words; `PERFECT` when every word matches exactly.
    pub fn fit(&self, bit: u32) -> u32 {
        self.scale.to_perfect(self.total(bit))
    }

    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.mentions.weight(word.mention, bit))).sum()
    }
}

/// Converts weight totals to parts of `PERFECT`. Multiplies by a precomputed inverse, because a broad search divides
/// half a million times by the same number.
#[derive(Clone, Copy)]
pub struct Scale(u64);

impl Scale {
    const BITS: u32 = 42;

    pub fn new(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn to_perfect(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}
