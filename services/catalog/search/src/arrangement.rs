//! The order of documents in memory, which differs from tantivy's: by main category, best quality first. Documents that
//! match together then lie close together, facets are counted for a whole category at once, and blocks that cannot
//! reach the page are skipped.

use std::{cmp::Reverse, ops::Range};

/// Documents per block: the bits of one word of `Bits`.
pub const BLOCK: usize = 64;
/// Minimum number of documents in a chunk. Smaller categories share one, because each chunk has a fixed cost per
/// search.
const LONG: u32 = 1_024;

pub struct Arrangement {
    /// Position in memory by tantivy's document id.
    places: Vec<u32>,
    /// Number of positions. Chunks begin at block borders, so the last positions of a chunk may be unused.
    pub length: u32,
    pub stretches: Vec<Stretch>,
}

/// Consecutive blocks whose facets are counted together: one category or several small ones.
pub struct Stretch {
    pub blocks: Range<u32>,
    pub count: u32,
}

impl Arrangement {
    /// Orders documents by main category, then by descending quality.
    pub fn of(homes: &[i64], standings: &[u8]) -> Self {
        let mut order: Vec<u32> = (0..homes.len() as u32).collect();
        order.sort_unstable_by_key(|document| {
            let place = *document as usize;
            (homes[place], Reverse(standings[place]), *document)
        });
        let (mut places, mut stretches) = (vec![0; homes.len()], Vec::new());
        let (mut first, mut count, mut home) = (0, 0, None);
        for document in order {
            let is_at_home = home.replace(homes[document as usize]) == Some(homes[document as usize]);
            if count >= LONG && !is_at_home {
                let stretch = Stretch::of(first, count);
                first = stretch.blocks.end * BLOCK as u32;
                stretches.push(stretch);
                count = 0;
            }
            places[document as usize] = first + count;
            count += 1;
        }
        stretches.push(Stretch::of(first, count));
        let length = stretches.last().map_or(0, |last| last.blocks.end * BLOCK as u32);
        Self { places, length, stretches }
    }

    /// Position in memory of a tantivy document.
    pub fn place(&self, document: u32) -> u32 {
        self.places[document as usize]
    }

    /// All positions, indexed by tantivy's document id.
    pub fn places(&self) -> &[u32] {
        &self.places
    }

    /// Reorders a column from tantivy's order to this one.
    pub fn arranged<T: Copy + Default>(&self, column: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut arranged = vec![T::default(); self.length as usize];
        for (value, place) in column.into_iter().zip(&self.places) {
            arranged[*place as usize] = value;
        }
        arranged
    }

    /// Converts tantivy document ids to sorted positions.
    pub fn sorted(&self, mut documents: Vec<u32>) -> Vec<u32> {
        for document in &mut documents {
            *document = self.place(*document);
        }
        documents.sort_unstable();
        documents
    }
}

impl Stretch {
    fn of(first: u32, count: u32) -> Self {
        let block = first / BLOCK as u32;
        Self { blocks: block..block + count.div_ceil(BLOCK as u32), count }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn documents_are_ordered_by_category_and_quality() {
        let arrangement = Arrangement::of(&[7, 3, 7, 3, 3], &[10, 20, 90, 20, 30]);
        assert_eq!(arrangement.places(), [4, 1, 3, 2, 0]);
        assert_eq!(arrangement.arranged(['a', 'b', 'c', 'd', 'e'])[..5], ['e', 'b', 'd', 'c', 'a']);
        assert_eq!(arrangement.sorted(vec![0, 2, 4]), [0, 3, 4]);
    }

    #[test]
    fn small_categories_share_a_chunk_and_chunks_begin_at_block_borders() {
        let homes: Vec<_> =
            [(1, 1_000), (2, 100), (3, 2_000), (4, 1)].iter().flat_map(|(id, count)| vec![*id; *count]).collect();
        let arrangement = Arrangement::of(&homes, &vec![0; homes.len()]);
        let stretches: Vec<_> =
            arrangement.stretches.iter().map(|stretch| (stretch.blocks.clone(), stretch.count)).collect();
        assert_eq!(stretches, [(0..18, 1_100), (18..50, 2_000), (50..51, 1)]);
        assert_eq!((arrangement.place(1_099), arrangement.place(1_100), arrangement.length), (1_099, 18 * 64, 51 * 64));
    }

    proptest! {
        #[test]
        fn every_document_has_a_unique_position_within_a_chunk(homes in vec(0..5_i64, 0..6_000)) {
            let standings: Vec<_> = homes.iter().zip(0..).map(|(home, number)| (home * 31 + number) as u8).collect();
            let arrangement = Arrangement::of(&homes, &standings);
            let places: BTreeSet<_> = arrangement.places().iter().copied().collect();
            prop_assert_eq!(places.len(), homes.len());
            let there = |place: u32| arrangement.stretches.iter().any(|stretch| {
                let first = stretch.blocks.start * BLOCK as u32;
                (first..first + stretch.count).contains(&place)
            });
            prop_assert!(places.into_iter().all(there));
        }
    }
}
