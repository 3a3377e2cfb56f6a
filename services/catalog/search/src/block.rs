//! Match points of a block of 64 documents. Match points tell how well a document matches the words of a query. A block
//! has one bit per document in a `u64`.

use super::postings::{BlockPostings, Postings};
use crate::ranking::PERFECT;

/// A block that contains matching documents.
pub struct Block<'a> {
    pub index: usize,
    pub bits: u64,
    /// The query words that occur in the block.
    pub words: &'a [BlockWord<'a>],
    pub scale: Scale,
}

/// A query word that occurs in the block, with its documents.
pub struct BlockWord<'a> {
    pub importance: u16,
    pub postings: &'a Postings,
    pub block_postings: &'a BlockPostings,
}

impl Block<'_> {
    /// Returns an upper bound of the points of every document in the block.
    pub fn max_match_points(&self) -> u32 {
        self.scale.to_points(self.words.iter().map(|word| word.importance * u16::from(word.block_postings.best)).sum())
    }

    /// Returns the match points of a document. They are `PERFECT` if every word matches exactly.
    pub fn match_points(&self, bit: u32) -> u32 {
        self.scale.to_points(self.total(bit))
    }

    /// Returns the sum over all words of the word's weight in the document, multiplied by the word's importance.
    pub fn total(&self, bit: u32) -> u16 {
        self.words.iter().map(|word| word.importance * u16::from(word.postings.weight(word.block_postings, bit))).sum()
    }
}

/// Scales totals to points, so that an exact match of all words gets `PERFECT` points. Multiplies by an inverse,
/// because a broad search would otherwise divide half a million times by the same number.
#[derive(Clone, Copy)]
pub struct Scale(u64);

impl Scale {
    /// The inverse is a fixed-point number with this many fractional bits.
    const BITS: u32 = 42;

    /// `best` is the total of an exact match of all words.
    pub fn new(best: u32) -> Self {
        Self((1_u64 << Self::BITS).div_ceil(u64::from(best.max(1))))
    }

    fn to_points(self, total: u16) -> u32 {
        ((u64::from(u32::from(total) * PERFECT) * self.0) >> Self::BITS) as u32
    }
}
