//! What documents have, stretch by stretch: for each thing that some of a stretch have a bit a document. Counting is an intersection
//! of words that lie side by side, and no work at all where all of a stretch was found.

use std::{collections::HashMap, ops::Range};

use super::{
    arrangement::{Arrangement, BLOCK},
    set::{Bits, counted_anywhere},
    tags::Tag,
};

/// When fewer of a stretch's words than one of so many have anything, only these are looked at. An estimate.
const FEW: usize = 4;

pub struct Stretches {
    each: Vec<Stretch>,
    /// Stretch after stretch.
    tagged: Vec<Tagged>,
    /// By tag, where it is among `tagged`.
    places: HashMap<Tag, Vec<u32>>,
    bits: Vec<u64>,
}

struct Stretch {
    blocks: Range<u32>,
    count: u32,
    tagged: Range<u32>,
}

/// What some of a stretch have.
struct Tagged {
    stretch: u32,
    tag: Tag,
    count: u32,
    /// Where its bits begin.
    bits: u32,
}

/// What was found of a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    pub stretch: u32,
    pub count: u32,
    /// Nothing of it was not found.
    pub is_all: bool,
}

impl Stretches {
    /// Of tags and those that have them, ascending.
    pub fn of(arrangement: &Arrangement, having: Vec<(Tag, Vec<u32>)>) -> Self {
        let stretches = &arrangement.stretches;
        let mut tagged: Vec<(Tagged, Vec<u64>)> = Vec::new();
        for (tag, documents) in having {
            let mut rest = documents.as_slice();
            while let Some(first) = rest.first() {
                let number = stretches.partition_point(|stretch| stretch.blocks.end * BLOCK as u32 <= *first);
                let blocks = &stretches[number].blocks;
                let (start, end) = (blocks.start * BLOCK as u32, blocks.end * BLOCK as u32);
                let here = rest.partition_point(|document| *document < end);
                let mut bits = vec![0_u64; blocks.len()];
                for document in &rest[..here] {
                    let place = (document - start) as usize;
                    bits[place / BLOCK] |= 1 << (place % BLOCK);
                }
                tagged.push((Tagged { stretch: number as u32, tag, count: here as u32, bits: 0 }, bits));
                rest = &rest[here..];
            }
        }
        tagged.sort_by_key(|(tagged, _)| tagged.stretch);
        let mut all = Self { each: Vec::new(), tagged: Vec::new(), places: HashMap::new(), bits: Vec::new() };
        for (mut tagged, bits) in tagged {
            tagged.bits = all.bits.len() as u32;
            all.bits.extend(bits);
            all.places.entry(tagged.tag).or_default().push(all.tagged.len() as u32);
            all.tagged.push(tagged);
        }
        let mut start = 0;
        for (number, stretch) in (0..).zip(stretches) {
            let end = start + all.tagged[start..].partition_point(|tagged| tagged.stretch <= number);
            let tagged = start as u32..end as u32;
            all.each.push(Stretch { blocks: stretch.blocks.clone(), count: stretch.count, tagged });
            start = end;
        }
        all
    }

    /// Adds those that have a tag.
    pub fn add_to(&self, tag: Tag, union: &mut Bits) {
        for place in self.places.get(&tag).into_iter().flatten() {
            let tagged = &self.tagged[*place as usize];
            let blocks = &self.each[tagged.stretch as usize].blocks;
            union.add_words(blocks, self.bits_of(tagged));
        }
    }

    fn bits_of(&self, tagged: &Tagged) -> &[u64] {
        &self.bits[tagged.bits as usize..][..self.each[tagged.stretch as usize].blocks.len()]
    }

    /// Adds to `counts`, by tag, how many of those found have it; the answer are the stretches where anything was found.
    pub fn count(&self, found: &Bits, counts: &mut [u32]) -> Vec<Found> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            #[expect(unsafe_code, reason = "the line above has asked the processor whether it knows how")]
            return unsafe { self.count_by_a_new_processor(found, counts) };
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "the line above has asked the processor whether it knows how")]
            return unsafe { self.count_by_the_processor(found, counts) };
        }
        self.count_anywhere(found, counts)
    }

    /// Those of the last years count the bits of several words at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512vl,avx512vpopcntdq,bmi1,popcnt")]
    fn count_by_a_new_processor(&self, found: &Bits, counts: &mut [u32]) -> Vec<Found> {
        self.count_anywhere(found, counts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn count_by_the_processor(&self, found: &Bits, counts: &mut [u32]) -> Vec<Found> {
        self.count_anywhere(found, counts)
    }

    #[expect(clippy::inline_always, reason = "it is compiled twice more, for processors that can count")]
    #[inline(always)]
    fn count_anywhere(&self, found: &Bits, counts: &mut [u32]) -> Vec<Found> {
        let (mut found_there, mut few) = (Vec::new(), Vec::new());
        for (number, stretch) in (0..).zip(&self.each) {
            let words = found.words(&stretch.blocks);
            few.clear();
            few.extend((0_u32..).zip(words).filter(|(_, word)| **word != 0).map(|(place, word)| (place, *word)));
            if few.is_empty() {
                continue;
            }
            let here: u32 = few.iter().map(|(_, word)| word.count_ones()).sum();
            let is_all = here == stretch.count;
            found_there.push(Found { stretch: number, count: here, is_all });
            let tagged = &self.tagged[stretch.tagged.start as usize..stretch.tagged.end as usize];
            for Tagged { tag, count, bits, .. } in tagged {
                let count = if is_all {
                    *count
                } else if *count == stretch.count {
                    here
                } else {
                    let bits = &self.bits[*bits as usize..][..words.len()];
                    if few.len() < words.len() / FEW {
                        few.iter().map(|(place, word)| (bits[*place as usize] & word).count_ones()).sum()
                    } else {
                        counted_anywhere(words, bits)
                    }
                };
                counts[*tag as usize] += count;
            }
        }
        found_there
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::*;

    const TAGS: u32 = 6;

    proptest! {
        #[test]
        fn counts_are_what_one_counts_one_by_one(
            homes in vec(0..4_i64, 1..7_000),
            having in vec(btree_set(0..7_000_u32, 0..900), TAGS as usize),
            // Everything of a home, scattered documents, and neighbours.
            whole in 0..4_i64, scattered in btree_set(0..7_000_u32, 0..200), near in 0..7_000_u32,
        ) {
            let arrangement = Arrangement::of(&homes, &vec![0; homes.len()]);
            let there = |documents: &BTreeSet<u32>| -> Vec<u32> {
                arrangement.sorted(documents.iter().copied().filter(|document| (*document as usize) < homes.len()).collect())
            };
            let having: Vec<_> = having.iter().map(there).collect();
            let stretches = Stretches::of(&arrangement, (0..TAGS).zip(having.clone()).collect());
            let of_home = (0..).zip(&homes).filter(|(_, home)| **home == whole).map(|(document, _)| document);
            let found: BTreeSet<_> = of_home.chain(scattered).chain(near..near + 100).collect();
            let mut bits = Bits::none(arrangement.length);
            let found = there(&found);
            for document in &found {
                bits.insert(*document);
            }
            let (mut counts, mut elsewhere) = (vec![0; TAGS as usize], vec![0; TAGS as usize]);
            let there = stretches.count(&bits, &mut counts);
            prop_assert_eq!(&stretches.count_anywhere(&bits, &mut elsewhere), &there);
            prop_assert_eq!(there.iter().map(|found| found.count as usize).sum::<usize>(), found.len());
            let one_by_one: Vec<_> = having
                .iter()
                .map(|having| having.iter().filter(|document| bits.contains(**document)).count() as u32)
                .collect();
            prop_assert_eq!(&counts, &one_by_one);
            prop_assert_eq!(&elsewhere, &one_by_one);
            for (tag, having) in (0..).zip(&having) {
                let mut union = Bits::none(arrangement.length);
                stretches.add_to(tag, &mut union);
                prop_assert!(union.iter().eq(having.iter().copied()));
            }
        }
    }
}
