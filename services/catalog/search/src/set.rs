//! Sets of documents, stored as bits or as sorted positions.

use std::ops::Range;

/// A set with fewer than one in this many documents is sparse.
const SPARSE_SHARE: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits(Box<[u64]>);

impl Bits {
    pub fn empty(length: u32) -> Self {
        Self(vec![0; (length as usize).div_ceil(64)].into())
    }

    pub fn from_fn(length: u32, matches: impl Fn(usize) -> bool) -> Self {
        let mut bits = Self::empty(length);
        for (index, block) in bits.0.iter_mut().enumerate() {
            let first = index * 64;
            for bit in 0..64.min(length as usize - first) {
                *block |= u64::from(matches(first + bit)) << bit;
            }
        }
        bits
    }

    pub fn insert(&mut self, document: u32) {
        self.0[document as usize / 64] |= 1 << (document % 64);
    }

    pub fn contains(&self, document: u32) -> bool {
        self.0[document as usize / 64] >> (document % 64) & 1 == 1
    }

    /// Empty beyond the end of the set.
    pub fn block(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    pub fn set_block(&mut self, index: usize, bits: u64) {
        self.0[index] = bits;
    }

    pub fn blocks(&self, range: &Range<u32>) -> &[u64] {
        &self.0[range.start as usize..range.end as usize]
    }

    pub fn blocks_from(&self, index: u32) -> &[u64] {
        &self.0[index as usize..]
    }

    pub fn add_blocks(&mut self, range: &Range<u32>, blocks: impl Iterator<Item = u64>) {
        for (block, other) in self.0[range.start as usize..range.end as usize].iter_mut().zip(blocks) {
            *block |= other;
        }
    }

    pub fn remove(&mut self, document: u32) {
        self.0[document as usize / 64] &= !(1 << (document % 64));
    }

    pub fn len(&self) -> u32 {
        count_common(&self.0, &self.0)
    }

    pub fn intersect(&mut self, other: &Self) {
        for (block, other) in self.0.iter_mut().zip(&other.0) {
            *block &= other;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().zip(0..).flat_map(|(block, index)| ones(*block).map(move |bit| index * 64 + bit))
    }

    fn intersection_len(&self, other: &Self) -> u32 {
        count_common(&self.0, &other.0)
    }
}

pub fn ones(mut remaining: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (remaining != 0).then(|| remaining.trailing_zeros())?;
        remaining &= remaining - 1;
        Some(bit)
    })
}

/// Facet counting spends most of its time here, so it is also compiled for newer CPUs.
fn count_common(one: &[u64], other: &[u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
        #[expect(unsafe_code, reason = "the line above checks that the CPU supports it")]
        return unsafe { count_common_avx512(one, other) };
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        #[expect(unsafe_code, reason = "the line above checks that the CPU supports it")]
        return unsafe { count_common_avx2(one, other) };
    }
    count_common_portable(one, other)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512vl,avx512vpopcntdq,popcnt")]
fn count_common_avx512(one: &[u64], other: &[u64]) -> u32 {
    count_common_portable(one, other)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn count_common_avx2(one: &[u64], other: &[u64]) -> u32 {
    count_common_portable(one, other)
}

#[expect(clippy::inline_always, reason = "it is inlined into the variants for newer CPUs")]
#[inline(always)]
fn count_common_portable(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

#[derive(Debug, PartialEq, Eq)]
pub enum DocumentSet {
    Sparse(Box<[u32]>),
    Dense { bits: Bits, count: u32 },
}

impl DocumentSet {
    /// `documents` must be ascending and less than `length`.
    pub fn new(documents: Vec<u32>, length: u32) -> Self {
        if documents.len() < length as usize / SPARSE_SHARE {
            return Self::Sparse(documents.into());
        }
        let mut bits = Bits::empty(length);
        for document in documents {
            bits.insert(document);
        }
        Self::Dense { count: bits.len(), bits }
    }

    pub fn intersects(&self, documents: &Bits) -> bool {
        match self {
            Self::Sparse(few) => few.iter().any(|document| documents.contains(*document)),
            Self::Dense { bits, .. } => bits.0.iter().zip(&documents.0).any(|(block, other)| block & other != 0),
        }
    }

    pub fn union_into(&self, union: &mut Bits) {
        match self {
            Self::Sparse(documents) => {
                for document in documents {
                    union.insert(*document);
                }
            }
            Self::Dense { bits, .. } => {
                for (block, other) in union.0.iter_mut().zip(&bits.0) {
                    *block |= other;
                }
            }
        }
    }

    pub fn count_in(&self, found: &Bits) -> u32 {
        match self {
            Self::Sparse(documents) => documents.iter().map(|document| u32::from(found.contains(*document))).sum(),
            Self::Dense { bits, .. } => bits.intersection_len(found),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    fn bits(documents: &BTreeSet<u32>, length: u32) -> Bits {
        Bits::from_fn(length, |document| documents.contains(&(document as u32)))
    }

    proptest! {
        #[test]
        fn operations_equal_those_of_a_btree_set(
            length in 1..400_u32,
            mut one in btree_set(0..400_u32, 0..400),
            mut other in btree_set(0..400_u32, 0..40),
        ) {
            one.retain(|document| *document < length);
            other.retain(|document| *document < length);

            let found = bits(&one, length);
            prop_assert_eq!(found.len() as usize, one.len());
            prop_assert!(found.iter().eq(one.iter().copied()));

            let set = DocumentSet::new(other.iter().copied().collect(), length);
            prop_assert_eq!(set.count_in(&found) as usize, one.intersection(&other).count());
            prop_assert_eq!(set.intersects(&found), !one.is_disjoint(&other));

            let mut union = found.clone();
            set.union_into(&mut union);
            prop_assert!(union.iter().eq(one.union(&other).copied()));

            let mut without = found.clone();
            for document in &other {
                without.remove(*document);
            }
            prop_assert!(without.iter().eq(one.difference(&other).copied()));

            let mut intersection = found;
            intersection.intersect(&bits(&other, length));
            prop_assert!(intersection.iter().eq(one.intersection(&other).copied()));
        }
    }
}
