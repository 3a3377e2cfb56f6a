//! Bitmaps of documents' tags (filters). For each block of 64 documents, the words of its tags lie side by side, so
//! that counting reads consecutive memory. Chunks that match completely or not at all are not read.

use std::{collections::HashMap, ops::Range};

use super::{
    document_order::{BLOCK, Chunk, DocumentOrder},
    set::Bits,
    tags::Tag,
};

pub struct TagBitmaps {
    chunks: Vec<TaggedChunk>,
    tags: Vec<ChunkTag>,
    locations: HashMap<Tag, Vec<TagLocation>>,
    /// The words of all chunks: for each block of a chunk, one word per tag.
    bits: Vec<u64>,
}

struct TaggedChunk {
    blocks: Range<u32>,
    document_count: u32,
    /// Range of its tags in `TagBitmaps::tags`.
    tags: Range<u32>,
    /// Index in `TagBitmaps::bits`.
    first_word: u32,
}

struct ChunkTag {
    tag: Tag,
    /// Number of documents of the chunk that have it.
    document_count: u32,
}

struct TagLocation {
    chunk: u32,
    /// Index of the tag among the tags of the chunk.
    column: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkMatches {
    pub chunk: u32,
    /// Number of its documents that match.
    pub count: u32,
    /// Whether all its documents match.
    pub is_all: bool,
}

impl TagBitmaps {
    /// The positions are sorted.
    pub fn new(order: &DocumentOrder, positions_by_tag: &[(Tag, Vec<u32>)]) -> Self {
        let mut by_chunk: Vec<Vec<(Tag, &[u32])>> = order.chunks.iter().map(|_| Vec::new()).collect();
        for (tag, positions) in positions_by_tag {
            let mut rest = positions.as_slice();
            while let Some(first) = rest.first() {
                let chunk = order.chunks.partition_point(|chunk| chunk.positions().end <= *first);
                let end = order.chunks[chunk].positions().end;
                let (in_chunk, later) = rest.split_at(rest.partition_point(|position| *position < end));
                by_chunk[chunk].push((*tag, in_chunk));
                rest = later;
            }
        }
        let mut all = Self { chunks: Vec::new(), tags: Vec::new(), locations: HashMap::new(), bits: Vec::new() };
        for (chunk, positions_by_tag) in order.chunks.iter().zip(by_chunk) {
            all.add(chunk, &positions_by_tag);
        }
        all
    }

    fn add(&mut self, chunk: &Chunk, positions_by_tag: &[(Tag, &[u32])]) {
        let (first_position, first_word, width) = (chunk.positions().start, self.bits.len(), positions_by_tag.len());
        self.bits.resize(first_word + chunk.blocks.len() * width, 0);
        for (column, (tag, positions)) in positions_by_tag.iter().enumerate() {
            for bit in positions.iter().map(|position| (position - first_position) as usize) {
                self.bits[first_word + bit / BLOCK * width + column] |= 1 << (bit % BLOCK);
            }
            let location = TagLocation { chunk: self.chunks.len() as u32, column: column as u32 };
            self.locations.entry(*tag).or_default().push(location);
        }
        let tags = self.tags.len() as u32..(self.tags.len() + width) as u32;
        let chunk_tags = positions_by_tag
            .iter()
            .map(|(tag, positions)| ChunkTag { tag: *tag, document_count: positions.len() as u32 });
        self.tags.extend(chunk_tags);
        self.chunks.push(TaggedChunk {
            blocks: chunk.blocks.clone(),
            document_count: chunk.count,
            tags,
            first_word: first_word as u32,
        });
    }

    pub fn union_into(&self, tag: Tag, union: &mut Bits) {
        for TagLocation { chunk, column } in self.locations.get(&tag).into_iter().flatten() {
            let chunk = &self.chunks[*chunk as usize];
            let words = self.rows(chunk).map(|row| row[*column as usize]);
            union.add_words(&chunk.blocks, words);
        }
    }

    fn tags_of(&self, chunk: &TaggedChunk) -> &[ChunkTag] {
        &self.tags[chunk.tags.start as usize..chunk.tags.end as usize]
    }

    /// Blocks of a chunk, each with one word per tag.
    fn rows(&self, chunk: &TaggedChunk) -> impl Iterator<Item = &[u64]> {
        let width = chunk.tags.len();
        // A chunk without tags has no words, but `chunks_exact` panics on 0.
        self.bits[chunk.first_word as usize..][..chunk.blocks.len() * width].chunks_exact(width.max(1))
    }

    /// Adds to `counts`; returns the chunks with matches.
    pub fn count(&self, found: &Bits, counts: &mut [u32]) -> Vec<ChunkMatches> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            #[expect(unsafe_code, reason = "the line above checks that the CPU supports it")]
            return unsafe { self.count_avx512(found, counts) };
        }
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
            #[expect(unsafe_code, reason = "the line above checks that the CPU supports it")]
            return unsafe { self.count_avx2(found, counts) };
        }
        self.count_portable(found, counts)
    }

    /// AVX-512 counts the bits of eight words at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512vl,avx512vpopcntdq,bmi1,popcnt")]
    fn count_avx512(&self, found: &Bits, counts: &mut [u32]) -> Vec<ChunkMatches> {
        self.count_portable(found, counts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn count_avx2(&self, found: &Bits, counts: &mut [u32]) -> Vec<ChunkMatches> {
        self.count_portable(found, counts)
    }

    #[expect(clippy::inline_always, reason = "it is inlined into the variants for newer CPUs")]
    #[inline(always)]
    fn count_portable(&self, found: &Bits, counts: &mut [u32]) -> Vec<ChunkMatches> {
        let (mut matches, mut tag_counts) = (Vec::new(), Vec::new());
        for (index, chunk) in (0..).zip(&self.chunks) {
            let words = found.words(&chunk.blocks);
            let count: u32 = words.iter().map(|word| word.count_ones()).sum();
            if count == 0 {
                continue;
            }
            let is_all = count == chunk.document_count;
            matches.push(ChunkMatches { chunk: index, count, is_all });
            let tags = self.tags_of(chunk);
            if is_all {
                for ChunkTag { tag, document_count } in tags {
                    counts[*tag as usize] += document_count;
                }
                continue;
            }
            tag_counts.clear();
            tag_counts.resize(tags.len(), 0_u64);
            for (word, row) in words.iter().zip(self.rows(chunk)).filter(|(word, _)| **word != 0) {
                for (tag_count, bits) in tag_counts.iter_mut().zip(row) {
                    *tag_count += u64::from((bits & word).count_ones());
                }
            }
            for (ChunkTag { tag, .. }, tag_count) in tags.iter().zip(&tag_counts) {
                counts[*tag as usize] += *tag_count as u32;
            }
        }
        matches
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
            main_categories in vec(0..4_i64, 1..7_000),
            documents_by_tag in vec(btree_set(0..7_000_u32, 0..900), TAGS as usize),
            // A whole category, scattered documents, and adjacent ones.
            category in 0..4_i64, scattered in btree_set(0..7_000_u32, 0..200), adjacent in 0..7_000_u32,
        ) {
            let order = DocumentOrder::new(&main_categories, &vec![0; main_categories.len()]);
            let positions_of = |documents: &BTreeSet<u32>| -> Vec<u32> {
                order.to_sorted_positions(documents.iter().copied().filter(|document| (*document as usize) < main_categories.len()).collect())
            };
            let positions_by_tag: Vec<_> = documents_by_tag.iter().map(positions_of).collect();
            let bitmaps = TagBitmaps::new(&order, &(0..TAGS).zip(positions_by_tag.clone()).collect::<Vec<_>>());
            let of_category = (0..).zip(&main_categories).filter(|(_, main_category)| **main_category == category).map(|(document, _)| document);
            let found: BTreeSet<_> = of_category.chain(scattered).chain(adjacent..adjacent + 100).collect();
            let mut bits = Bits::empty(order.length);
            let found = positions_of(&found);
            for position in &found {
                bits.insert(*position);
            }
            let (mut counts, mut portable_counts) = (vec![0; TAGS as usize], vec![0; TAGS as usize]);
            let matches = bitmaps.count(&bits, &mut counts);
            prop_assert_eq!(&bitmaps.count_portable(&bits, &mut portable_counts), &matches);
            prop_assert_eq!(matches.iter().map(|found| found.count as usize).sum::<usize>(), found.len());
            let one_by_one: Vec<_> = positions_by_tag
                .iter()
                .map(|positions| positions.iter().filter(|position| bits.contains(**position)).count() as u32)
                .collect();
            prop_assert_eq!(&counts, &one_by_one);
            prop_assert_eq!(&portable_counts, &one_by_one);
            for (tag, positions) in (0..).zip(&positions_by_tag) {
                let mut union = Bits::empty(order.length);
                bitmaps.union_into(tag, &mut union);
                prop_assert!(union.iter().eq(positions.iter().copied()));
            }
        }
    }
}
