//! What words weigh together in the documents of a block.

use super::columns::BLOCK;
use crate::domain::ranking::PERFECT;

/// What of a block fits the words.
pub struct Block<'a> {
    /// The number of its first document is so many times [`BLOCK`].
    pub place: usize,
    /// Those that fit, a bit each.
    pub bits: u64,
    /// What the words weigh together in the best of them.
    best: u16,
    /// By document: what its words weigh together; those that do not fit weigh nothing.
    pub totals: &'a [u16],
    scale: Scale,
}

impl<'a> Block<'a> {
    #[expect(clippy::inline_always, reason = "it is compiled once more, for processors that do many at a time")]
    #[inline(always)]
    pub fn of(place: usize, totals: &'a [u16], scale: Scale) -> Self {
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
