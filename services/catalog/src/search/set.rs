//! Sets of a segment's documents: dense ones as bits, sparse ones as sorted numbers. What a search does with sets is
//! intersect and count.

/// Below this share of a segment numbers take less room than bits.
const SPARSE: usize = 32;
/// As many words of bits are counted while one number is looked up: an estimate.
const WORDS: usize = 8;

/// A bit a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits(Box<[u64]>);

impl Bits {
    pub fn none(length: u32) -> Self {
        Self(vec![0; (length as usize).div_ceil(64)].into())
    }

    pub fn all(length: u32) -> Self {
        let mut bits = Self(vec![u64::MAX; (length as usize).div_ceil(64)].into());
        if let (Some(last), rest @ 1..) = (bits.0.last_mut(), length % 64) {
            *last = (1 << rest) - 1;
        }
        bits
    }

    /// Those of `0..length` that `fits` holds of.
    pub fn of(length: u32, fits: impl Fn(usize) -> bool) -> Self {
        let mut bits = Self::none(length);
        for (place, word) in bits.0.iter_mut().enumerate() {
            let first = place * 64;
            for bit in 0..64.min(length as usize - first) {
                *word |= u64::from(fits(first + bit)) << bit;
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

    /// Sixty-four of them.
    pub fn word(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }

    pub fn set_word(&mut self, place: usize, bits: u64) {
        self.0[place] = bits;
    }

    pub fn len(&self) -> u32 {
        counted(&self.0, &self.0)
    }

    pub fn keep(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own &= other;
        }
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().zip(0..).flat_map(|(word, place)| ones(*word).map(move |bit| place * 64 + bit))
    }

    fn shared(&self, other: &Self) -> u32 {
        counted(&self.0, &other.0)
    }
}

/// The places of the bits that are set, in ascending order.
pub fn ones(mut rest: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(bit)
    })
}

/// How many bits are set in both. A search counts millions of words of them, and processors of the last fifteen years have an
/// instruction for it, which programs for any processor may not take for granted.
fn counted(one: &[u64], other: &[u64]) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
        #[expect(unsafe_code, reason = "the line above has asked the processor whether it knows how")]
        return unsafe { counted_by_the_processor(one, other) };
    }
    counted_anywhere(one, other)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn counted_by_the_processor(one: &[u64], other: &[u64]) -> u32 {
    counted_anywhere(one, other)
}

#[expect(clippy::inline_always, reason = "it is compiled once more, for processors that can count")]
#[inline(always)]
fn counted_anywhere(one: &[u64], other: &[u64]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum()
}

/// Documents that were found.
#[derive(Debug, Clone)]
pub struct Found {
    bits: Bits,
    count: u32,
    /// One by one, where they are few.
    few: Vec<u32>,
}

impl Found {
    pub fn len(&self) -> u32 {
        self.count
    }

    pub fn contains(&self, document: u32) -> bool {
        self.bits.contains(document)
    }

    /// In ascending order, as many as a word has at a time.
    pub fn for_each_word(&self, mut see: impl FnMut(&[u32])) {
        let mut documents = [0; 64];
        for (word, place) in self.bits.0.iter().zip(0..).filter(|(word, _)| **word != 0) {
            let mut count = 0;
            for bit in ones(*word) {
                documents[count] = place * 64 + bit;
                count += 1;
            }
            see(&documents[..count]);
        }
    }
}

impl From<Bits> for Found {
    fn from(bits: Bits) -> Self {
        let count = bits.len();
        let few = if (count as usize) < bits.0.len() / WORDS { bits.iter().collect() } else { Vec::new() };
        Self { bits, count, few }
    }
}

/// Documents that share something, as a category or a colour.
#[derive(Debug, PartialEq, Eq)]
pub enum Set {
    Few(Box<[u32]>),
    Many { bits: Bits, count: u32 },
}

impl Set {
    /// Of ascending numbers below `length`.
    pub fn of(documents: Vec<u32>, length: u32) -> Self {
        if documents.len() < length as usize / SPARSE {
            return Self::Few(documents.into());
        }
        let mut bits = Bits::none(length);
        for document in documents {
            bits.insert(document);
        }
        Self::Many { count: bits.len(), bits }
    }

    pub fn contains(&self, document: u32) -> bool {
        match self {
            Self::Few(documents) => documents.binary_search(&document).is_ok(),
            Self::Many { bits, .. } => bits.contains(document),
        }
    }

    pub fn meets(&self, documents: &Bits) -> bool {
        match self {
            Self::Few(few) => few.iter().any(|document| documents.contains(*document)),
            Self::Many { bits, .. } => bits.0.iter().zip(&documents.0).any(|(own, other)| own & other != 0),
        }
    }

    pub fn add_to(&self, union: &mut Bits) {
        match self {
            Self::Few(documents) => {
                for document in documents {
                    union.insert(*document);
                }
            }
            Self::Many { bits, .. } => {
                for (own, other) in union.0.iter_mut().zip(&bits.0) {
                    *own |= other;
                }
            }
        }
    }

    /// How many of those found it holds, by whichever way is shorter.
    pub fn count_in(&self, found: &Found) -> u32 {
        match self {
            Self::Few(documents) if documents.len() <= found.few.len() || found.few.is_empty() => {
                documents.iter().map(|document| u32::from(found.bits.contains(*document))).sum()
            }
            Self::Many { bits, .. } if found.few.is_empty() => bits.shared(&found.bits),
            _ => found.few.iter().map(|document| u32::from(self.contains(*document))).sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    fn bits(documents: &BTreeSet<u32>, length: u32) -> Bits {
        Bits::of(length, |document| documents.contains(&(document as u32)))
    }

    proptest! {
        #[test]
        fn sets_do_what_sets_do(length in 1..400_u32, one in btree_set(0..400_u32, 0..400), other in btree_set(0..400_u32, 0..40)) {
            let [one, other] = [one, other].map(|set| set.into_iter().filter(|number| *number < length).collect::<BTreeSet<_>>());
            let set = Set::of(other.iter().copied().collect(), length);
            let found = Found::from(bits(&one, length));
            prop_assert_eq!(found.bits.len() as usize, one.len());
            prop_assert!(found.bits.iter().eq(one.iter().copied()));
            let mut seen = Vec::new();
            found.for_each_word(|documents| seen.extend_from_slice(documents));
            prop_assert!(seen.iter().eq(&one));
            prop_assert_eq!(set.count_in(&found) as usize, one.intersection(&other).count());
            prop_assert_eq!(set.meets(&found.bits), !one.is_disjoint(&other));
            let mut union = found.bits.clone();
            set.add_to(&mut union);
            prop_assert!(union.iter().eq(one.union(&other).copied()));
            let mut shared = found.bits;
            shared.keep(&bits(&other, length));
            prop_assert!(shared.iter().eq(one.intersection(&other).copied()));
            prop_assert_eq!(Bits::all(length).len(), length);
            prop_assert!((0..length).all(|document| set.contains(document) == other.contains(&document)));
        }
    }
}
