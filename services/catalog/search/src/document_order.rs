//! Orders documents by main category, then by descending quality, so that facets are counted for whole categories and
//! blocks of poor documents are skipped.

use std::{cmp::Reverse, ops::Range};

pub const BLOCK: usize = 64;
/// Smaller categories share a chunk, because each chunk has a fixed cost per search.
const MIN_CHUNK_DOCUMENTS: u32 = 1_024;

pub struct DocumentOrder {
    /// The position of each document, by tantivy's id.
    positions: Vec<u32>,
    /// Number of positions. Chunks begin at block borders, so some positions are unused.
    pub length: u32,
    pub chunks: Vec<Chunk>,
}

/// The blocks of one large category, or of several small ones.
pub struct Chunk {
    pub blocks: Range<u32>,
    pub count: u32,
}

impl DocumentOrder {
    pub fn new(main_categories: &[i64], qualities: &[u8]) -> Self {
        let mut ids: Vec<u32> = (0..main_categories.len() as u32).collect();
        ids.sort_unstable_by_key(|document| {
            let index = *document as usize;
            (main_categories[index], Reverse(qualities[index]), *document)
        });
        let (mut positions, mut chunks) = (vec![0; main_categories.len()], Vec::new());
        let (mut first, mut count, mut previous_category) = (0, 0, None);
        for document in ids {
            // A category is never split.
            let category = Some(main_categories[document as usize]);
            let starts_category = category != previous_category;
            previous_category = category;
            if count >= MIN_CHUNK_DOCUMENTS && starts_category {
                let chunk = Chunk::new(first, count);
                first = chunk.positions().end;
                chunks.push(chunk);
                count = 0;
            }
            positions[document as usize] = first + count;
            count += 1;
        }
        chunks.push(Chunk::new(first, count));
        let length = chunks.last().map_or(0, |last| last.positions().end);
        Self { positions, length, chunks }
    }

    pub fn position(&self, document: u32) -> u32 {
        self.positions[document as usize]
    }

    pub fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// Moves values from tantivy's order to the positions.
    pub fn reordered<T: Copy + Default>(&self, column: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut reordered = vec![T::default(); self.length as usize];
        for (value, position) in column.into_iter().zip(&self.positions) {
            reordered[*position as usize] = value;
        }
        reordered
    }

    pub fn to_sorted_positions(&self, mut documents: Vec<u32>) -> Vec<u32> {
        for document in &mut documents {
            *document = self.position(*document);
        }
        documents.sort_unstable();
        documents
    }
}

impl Chunk {
    fn new(first: u32, count: u32) -> Self {
        let block = first / BLOCK as u32;
        Self { blocks: block..block + count.div_ceil(BLOCK as u32), count }
    }

    /// Includes unused positions at the end.
    pub fn positions(&self) -> Range<u32> {
        self.blocks.start * BLOCK as u32..self.blocks.end * BLOCK as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn new_orders_documents_by_category_and_quality() {
        // Sorted: 4, 1 and 3 of category 3, then 2 and 0 of category 7.
        let order = DocumentOrder::new(&[7, 3, 7, 3, 3], &[10, 20, 90, 20, 30]);
        assert_eq!(order.positions(), [4, 1, 3, 2, 0]);
        assert_eq!(order.reordered(['a', 'b', 'c', 'd', 'e'])[..5], ['e', 'b', 'd', 'c', 'a']);
        assert_eq!(order.to_sorted_positions(vec![0, 2, 4]), [0, 3, 4]);
    }

    #[test]
    fn small_categories_share_a_chunk_and_chunks_begin_at_block_borders() {
        let main_categories: Vec<_> =
            [(1, 1_000), (2, 100), (3, 2_000), (4, 1)].iter().flat_map(|(id, count)| vec![*id; *count]).collect();
        let order = DocumentOrder::new(&main_categories, &vec![0; main_categories.len()]);
        let chunks: Vec<_> = order.chunks.iter().map(|chunk| (chunk.blocks.clone(), chunk.count)).collect();
        assert_eq!(chunks, [(0..18, 1_100), (18..50, 2_000), (50..51, 1)]);
        assert_eq!((order.position(1_099), order.position(1_100), order.length), (1_099, 18 * 64, 51 * 64));
    }

    proptest! {
        #[test]
        fn every_document_has_a_unique_position_within_a_chunk(main_categories in vec(0..5_i64, 0..6_000)) {
            let qualities: Vec<_> = (0..)
                .zip(&main_categories)
                .map(|(number, main_category)| (main_category * 31 + number) as u8)
                .collect();
            let order = DocumentOrder::new(&main_categories, &qualities);
            let positions: BTreeSet<_> = order.positions().iter().copied().collect();
            prop_assert_eq!(positions.len(), main_categories.len());
            let is_in_a_chunk = |position: u32| order.chunks.iter().any(|chunk| {
                let first = chunk.positions().start;
                (first..first + chunk.count).contains(&position)
            });
            prop_assert!(positions.into_iter().all(is_in_a_chunk));
        }
    }
}
