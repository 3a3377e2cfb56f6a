//! What words weigh together in the documents of a block.

use super::mentions::{Mention, Mentions};
use crate::ranking::PERFECT;

/// What of a block fits the words.
pub struct Block<'a> {
    /// The number of its first document is so many times `BLOCK`.
    pub place: usize,
    /// Those that fit, a bit each.
    pub bits: u64,
    pub words: &'a [Here<'a>],
    pub scale: Scale,
}

/// A word that is in a block.
pub struct Here<'a> {
    pub importance: u16,
    pub mentions: &'a Mentions,
    pub mention: &'a Mention,
}

impl Block<'_> {
    /// How well none of them fits better: `PERFECT` is perfectly.
    pub fn best_fit(&self) -> u32 {
        self.scale.of(self.words.iter().map(|word| word.importance * u16::from(word.mention.best)).sum())
    }

    /// How well one of them does, by its place in the block.
    pub fn fit(&self, bit: u32) -> u32 {
        self.scale.of(self.total(bit))
    }

    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.mentions.weight(word.mention, bit))).sum()
    }
}

/// Totals as parts of `PERFECT`. Dividing by the same number half a million times, one multiplies by its inverse.
#[derive(Clone, Copy)]
pub struct Scale(u64);

impl Scale {
    const BITS: u32 = 42;

    pub fn to(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn of(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}
