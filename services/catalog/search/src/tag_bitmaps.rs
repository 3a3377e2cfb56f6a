//! Stores which documents have which tags (values of filters), and counts the tags of found documents.
//!
//! Each chunk (`document_order`) has a table of `u64` with one row per block of 64 documents and one column per tag.

use std::{collections::HashMap, ops::Range};

use super::{
    document_order::{BLOCK, Chunk, DocumentOrder},
    set::Bits,
    tags::Tag,
};

pub struct TagBitmaps {
    chunks: Vec<TaggedChunk>,
    /// The columns of all tables.
    tags: Vec<ChunkTag>,
    locations: HashMap<Tag, Vec<TagLocation>>,
    /// The tables of all chunks, row by row.
    bits: Vec<u64>,
}

struct TaggedChunk {
    blocks: Range<u32>,
    document_count: u32,
    /// Indexes in [`TagBitmaps::tags`].
    tags: Range<u32>,
    table_start: u32,
}

struct ChunkTag {
    tag: Tag,
    document_count: u32,
}

struct TagLocation {
    chunk: u32,
    column: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkMatches {
    pub chunk: u32,
    pub count: u32,
    /// Whether every document of the chunk was found.
    pub is_all: bool,
}

impl TagBitmaps {
    /// Positions must be sorted.
    pub fn new(order: &DocumentOrder, positions_by_tag: &[(Tag, Vec<u32>)]) -> Self {
        let mut by_chunk: Vec<Vec<(Tag, &[u32])>> = order.chunks.iter().map(|_| Vec::new()).collect();
        for (tag, positions) in positions_by_tag {
            let mut remaining = positions.as_slice();
            while let Some(first) = remaining.first() {
                let chunk = order.chunks.partition_point(|chunk| chunk.positions().end <= *first);
                let end = order.chunks[chunk].positions().end;
                let (in_chunk, later) = remaining.split_at(remaining.partition_point(|position| *position < end));
                by_chunk[chunk].push((*tag, in_chunk));
                remaining = later;
            }
        }

        let mut bitmaps = Self { chunks: Vec::new(), tags: Vec::new(), locations: HashMap::new(), bits: Vec::new() };
        for (chunk, positions_by_tag) in order.chunks.iter().zip(by_chunk) {
            bitmaps.add(chunk, &positions_by_tag);
        }
        bitmaps
    }

    fn add(&mut self, chunk: &Chunk, positions_by_tag: &[(Tag, &[u32])]) {
        let first_position = chunk.positions().start;
        let (table_start, width) = (self.bits.len(), positions_by_tag.len());
        self.bits.resize(table_start + chunk.blocks.len() * width, 0);
        for (column, (tag, positions)) in positions_by_tag.iter().enumerate() {
            for position in *positions {
                let offset = (position - first_position) as usize;
                let (row, bit) = (offset / BLOCK, offset % BLOCK);
                self.bits[table_start + row * width + column] |= 1 << bit;
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
            table_start: table_start as u32,
        });
    }

    pub fn union_into(&self, tag: Tag, union: &mut Bits) {
        for TagLocation { chunk, column } in self.locations.get(&tag).into_iter().flatten() {
            let chunk = &self.chunks[*chunk as usize];
            let blocks = self.rows(chunk).map(|row| row[*column as usize]);
            union.add_blocks(&chunk.blocks, blocks);
        }
    }

    fn tags_of(&self, chunk: &TaggedChunk) -> &[ChunkTag] {
        &self.tags[chunk.tags.start as usize..chunk.tags.end as usize]
    }

    fn rows(&self, chunk: &TaggedChunk) -> impl Iterator<Item = &[u64]> {
        let width = chunk.tags.len();
        let table = &self.bits[chunk.table_start as usize..][..chunk.blocks.len() * width];
        // `chunks_exact` panics on a width of 0.
        table.chunks_exact(width.max(1))
    }

    /// Adds the found documents of each tag to `counts`. Returns the chunks that have found documents.
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

    /// Counts the bits of eight tags at once.
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
            let found_blocks = found.blocks(&chunk.blocks);
            let count: u32 = found_blocks.iter().map(|found_bits| found_bits.count_ones()).sum();
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
            let rows = found_blocks.iter().zip(self.rows(chunk));
            for (found_bits, row) in rows.filter(|(found_bits, _)| **found_bits != 0) {
                for (tag_count, tag_bits) in tag_counts.iter_mut().zip(row) {
                    *tag_count += u64::from((tag_bits & found_bits).count_ones());
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
            category in 0..4_i64, scattered in btree_set(0..7_000_u32, 0..200), adjacent in 0..7_000_u32,
        ) {
            let order = DocumentOrder::new(&main_categories, &vec![0; main_categories.len()]);
            let positions_of = |documents: &BTreeSet<u32>| -> Vec<u32> {
                let exists = |document: &u32| (*document as usize) < main_categories.len();
                order.to_sorted_positions(documents.iter().copied().filter(exists).collect())
            };
            let positions_by_tag: Vec<_> = documents_by_tag.iter().map(positions_of).collect();
            let tagged: Vec<_> = (0..TAGS).zip(positions_by_tag.clone()).collect();
            let bitmaps = TagBitmaps::new(&order, &tagged);
            let in_category = (0..).zip(&main_categories).filter(|(_, main_category)| **main_category == category);
            let of_category = in_category.map(|(document, _)| document);
            let found: BTreeSet<_> = of_category.chain(scattered).chain(adjacent..adjacent + 100).collect();
            let mut bits = Bits::empty(order.length);
            let found = positions_of(&found);
            for position in &found {
                bits.insert(*position);
            }
            let (mut counts, mut portable_counts) = (vec![0; TAGS as usize], vec![0; TAGS as usize]);
            let matches = bitmaps.count(&bits, &mut counts);
            prop_assert_eq!(&bitmaps.count_portable(&bits, &mut portable_counts), &matches);
            prop_assert_eq!(matches.iter().map(|chunk| chunk.count as usize).sum::<usize>(), found.len());
            let expected_counts: Vec<_> = positions_by_tag
                .iter()
                .map(|positions| positions.iter().filter(|position| bits.contains(**position)).count() as u32)
                .collect();
            prop_assert_eq!(&counts, &expected_counts);
            prop_assert_eq!(&portable_counts, &expected_counts);
            for (tag, positions) in (0..).zip(&positions_by_tag) {
                let mut union = Bits::empty(order.length);
                bitmaps.union_into(tag, &mut union);
                prop_assert!(union.iter().eq(positions.iter().copied()));
            }
        }
    }
}
