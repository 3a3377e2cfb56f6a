//! Bitmaps of the tags of documents, grouped by chunk. For each block of 64 documents, the words of all tags that occur
//! in the chunk lie side by side, so counting reads consecutive memory, and nothing where a chunk matches completely or
//! not at all.

use std::{collections::HashMap, ops::Range};

use super::{
    arrangement::{Arrangement, BLOCK},
    set::Bits,
    tags::Tag,
};

pub struct Stretches {
    each: Vec<Stretch>,
    /// Tags of all chunks, chunk by chunk.
    tagged: Vec<Tagged>,
    /// Chunks with documents that have the tag.
    places: HashMap<Tag, Vec<Place>>,
    /// Chunk by chunk, block by block: one word per tag of the chunk.
    bits: Vec<u64>,
}

struct Stretch {
    blocks: Range<u32>,
    count: u32,
    tagged: Range<u32>,
    /// Index of its first word in `bits`.
    bits: u32,
}

/// A tag in a chunk and the number of documents that have it.
struct Tagged {
    tag: Tag,
    count: u32,
}

/// A chunk, and the index of a tag in it.
struct Place {
    stretch: u32,
    column: u32,
}

/// The number of matches in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    pub stretch: u32,
    pub count: u32,
    /// Whether all its documents match.
    pub is_all: bool,
}

impl Stretches {
    /// `having` lists each tag with its documents, ascending.
    pub fn of(arrangement: &Arrangement, having: &[(Tag, Vec<u32>)]) -> Self {
        let mut by_stretch: Vec<Vec<(Tag, &[u32])>> = arrangement.stretches.iter().map(|_| Vec::new()).collect();
        for (tag, documents) in having {
            let mut rest = documents.as_slice();
            while let Some(first) = rest.first() {
                let number =
                    arrangement.stretches.partition_point(|stretch| stretch.blocks.end * BLOCK as u32 <= *first);
                let end = arrangement.stretches[number].blocks.end * BLOCK as u32;
                let (here, beyond) = rest.split_at(rest.partition_point(|document| *document < end));
                by_stretch[number].push((*tag, here));
                rest = beyond;
            }
        }
        let mut all = Self { each: Vec::new(), tagged: Vec::new(), places: HashMap::new(), bits: Vec::new() };
        for (stretch, having) in arrangement.stretches.iter().zip(by_stretch) {
            all.add(stretch.blocks.clone(), stretch.count, &having);
        }
        all
    }

    fn add(&mut self, blocks: Range<u32>, count: u32, having: &[(Tag, &[u32])]) {
        let (first, begin, width) = (blocks.start * BLOCK as u32, self.bits.len(), having.len());
        self.bits.resize(begin + blocks.len() * width, 0);
        for (column, (tag, documents)) in having.iter().enumerate() {
            for place in documents.iter().map(|document| (document - first) as usize) {
                self.bits[begin + place / BLOCK * width + column] |= 1 << (place % BLOCK);
            }
            let place = Place { stretch: self.each.len() as u32, column: column as u32 };
            self.places.entry(*tag).or_default().push(place);
        }
        let tagged = self.tagged.len() as u32..(self.tagged.len() + width) as u32;
        self.tagged.extend(having.iter().map(|(tag, documents)| Tagged { tag: *tag, count: documents.len() as u32 }));
        self.each.push(Stretch { blocks, count, tagged, bits: begin as u32 });
    }

    /// Adds the documents with a tag to `union`.
    pub fn add_to(&self, tag: Tag, union: &mut Bits) {
        for Place { stretch, column } in self.places.get(&tag).into_iter().flatten() {
            let stretch = &self.each[*stretch as usize];
            let words = self.rows(stretch).map(|row| row[*column as usize]);
            union.add_words(&stretch.blocks, words);
        }
    }

    /// Tags of a chunk.
    fn tagged(&self, stretch: &Stretch) -> &[Tagged] {
        &self.tagged[stretch.tagged.start as usize..stretch.tagged.end as usize]
    }

    /// Blocks of a chunk, each with one word per tag.
    fn rows(&self, stretch: &Stretch) -> impl Iterator<Item = &[u64]> {
        let width = stretch.tagged.len();
        self.bits[stretch.bits as usize..][..stretch.blocks.len() * width].chunks_exact(width.max(1))
    }

    /// Adds the number of matches with each tag to `counts`, and returns the chunks that have matches.
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

    /// AVX-512 counts the bits of eight words at once.
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
        let (mut found_there, mut having) = (Vec::new(), Vec::new());
        for (number, stretch) in (0..).zip(&self.each) {
            let words = found.words(&stretch.blocks);
            let count: u32 = words.iter().map(|word| word.count_ones()).sum();
            if count == 0 {
                continue;
            }
            let is_all = count == stretch.count;
            found_there.push(Found { stretch: number, count, is_all });
            let tagged = self.tagged(stretch);
            if is_all {
                for Tagged { tag, count } in tagged {
                    counts[*tag as usize] += count;
                }
                continue;
            }
            having.clear();
            having.resize(tagged.len(), 0_u64);
            for (word, row) in words.iter().zip(self.rows(stretch)).filter(|(word, _)| **word != 0) {
                for (having, bits) in having.iter_mut().zip(row) {
                    *having += u64::from((bits & word).count_ones());
                }
            }
            for (Tagged { tag, .. }, having) in tagged.iter().zip(&having) {
                counts[*tag as usize] += *having as u32;
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
        fn tag_counts_equal_those_of_a_linear_scan(
            homes in vec(0..4_i64, 1..7_000),
            having in vec(btree_set(0..7_000_u32, 0..900), TAGS as usize),
            // A whole category, scattered documents, and adjacent ones.
            whole in 0..4_i64, scattered in btree_set(0..7_000_u32, 0..200), near in 0..7_000_u32,
        ) {
            let arrangement = Arrangement::of(&homes, &vec![0; homes.len()]);
            let there = |documents: &BTreeSet<u32>| -> Vec<u32> {
                arrangement.sorted(documents.iter().copied().filter(|document| (*document as usize) < homes.len()).collect())
            };
            let having: Vec<_> = having.iter().map(there).collect();
            let stretches = Stretches::of(&arrangement, &(0..TAGS).zip(having.clone()).collect::<Vec<_>>());
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
