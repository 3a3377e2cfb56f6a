//! The generator SplitMix64, implemented here so that a seed gives the same shop with any version of the dependencies.

use std::ops::RangeInclusive;

pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Each product has its own generator.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0.0..1.0`.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn in_range(&mut self, range: RangeInclusive<i64>) -> i64 {
        let width = range.end() - range.start() + 1;
        range.start() + (self.fraction() * width as f64) as i64
    }

    pub fn chance(&mut self, percent: u32) -> bool {
        self.fraction() * 100.0 < f64::from(percent)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get((self.fraction() * from.len() as f64) as usize)
    }
}
