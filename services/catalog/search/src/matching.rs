//! Finds the documents that match a query, in blocks of 64. Blocks without a required word are skipped.

use std::sync::Arc;

use super::{
    block::{Block, BlockWord, Scale},
    postings::{BlockPostings, Postings},
};
use crate::ranking::weight;

pub struct SearchWord {
    pub postings: Arc<Postings>,
    pub importance: u16,
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchMode {
    All,
    Any,
}

pub fn search(words: &[SearchWord], mode: MatchMode, found: impl FnMut(&Block<'_>)) {
    // The total of an exact match.
    let best = words.iter().map(|word| u32::from(word.importance) * u32::from(weight::EXACT)).sum();
    let (required, optional): (Vec<_>, Vec<_>) =
        words.iter().partition(|word| word.is_required && mode == MatchMode::All);
    let [mut required, optional] =
        [required, optional].map(|words| words.into_iter().map(BlockCursor::new).collect::<Vec<_>>());
    required.sort_by_key(|cursor| std::cmp::Reverse(cursor.word.postings.block_indexes.len()));
    match required.pop() {
        Some(rarest) => search_all(rarest.word, required, optional, Scale::new(best), found),
        None => search_any(optional, Scale::new(best), found),
    }
}

fn search_all(
    rarest: &SearchWord,
    mut others: Vec<BlockCursor<'_>>,
    mut optional: Vec<BlockCursor<'_>>,
    scale: Scale,
    mut found: impl FnMut(&Block<'_>),
) {
    // Rare words come first, because they exclude most blocks.
    others.reverse();
    let mut block_words = Vec::with_capacity(1 + others.len() + optional.len());
    'blocks: for (position, index) in rarest.postings.block_indexes.iter().enumerate() {
        let block_postings = rarest.postings.block_postings(position);
        let mut bits = block_postings.bits;
        block_words.clear();
        block_words.push(BlockWord { importance: rarest.importance, postings: &rarest.postings, block_postings });
        for cursor in &mut others {
            let Some(block_postings) = cursor.advance_to(*index) else { continue 'blocks };
            bits &= block_postings.bits;
            if bits == 0 {
                continue 'blocks;
            }
            block_words.push(cursor.block_word(block_postings));
        }
        for cursor in &mut optional {
            if let Some(block_postings) = cursor.advance_to(*index) {
                block_words.push(cursor.block_word(block_postings));
            }
        }
        found(&Block { index: *index as usize, bits, words: &block_words, scale });
    }
}

fn search_any(mut words: Vec<BlockCursor<'_>>, scale: Scale, mut found: impl FnMut(&Block<'_>)) {
    let mut block_words = Vec::with_capacity(words.len());
    while let Some(index) = words.iter().filter_map(BlockCursor::next).min() {
        block_words.clear();
        let mut bits = 0;
        for cursor in &mut words {
            if let Some(block_postings) = cursor.advance_to(index) {
                bits |= block_postings.bits;
                block_words.push(cursor.block_word(block_postings));
                cursor.position += 1;
            }
        }
        found(&Block { index: index as usize, bits, words: &block_words, scale });
    }
}

struct BlockCursor<'a> {
    word: &'a SearchWord,
    position: usize,
}

impl<'a> BlockCursor<'a> {
    fn new(word: &'a SearchWord) -> Self {
        Self { word, position: 0 }
    }

    fn next(&self) -> Option<u32> {
        self.word.postings.block_indexes.get(self.position).copied()
    }

    /// Returns `None` if the block lacks the word.
    fn advance_to(&mut self, index: u32) -> Option<&'a BlockPostings> {
        let remaining = &self.word.postings.block_indexes[self.position..];
        if *remaining.first()? < index {
            // Galloping search, because the block is probably near.
            let mut step = 1;
            while remaining.get(step).is_some_and(|next| *next < index) {
                step *= 2;
            }
            let between = &remaining[step / 2..remaining.len().min(step + 1)];
            self.position += step / 2 + between.partition_point(|next| *next < index);
        }
        (self.next() == Some(index)).then(|| self.word.postings.block_postings(self.position))
    }

    fn block_word(&self, block_postings: &'a BlockPostings) -> BlockWord<'a> {
        BlockWord { importance: self.word.importance, postings: &self.word.postings, block_postings }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::{
        super::{document_order::BLOCK, postings::PostingsBuilder, set::ones},
        *,
    };

    const LENGTH: u32 = 12_000;

    /// Sources with their weight and documents, importance, and whether the word is required.
    type RandomWord = (Vec<(u8, BTreeSet<u32>)>, u16, bool);

    fn word() -> impl Strategy<Value = RandomWord> {
        let documents =
            prop_oneof![btree_set(0..LENGTH, 0..20), btree_set(4_000..4_300_u32, 0..200), btree_set(0..LENGTH, 0..900)];
        (vec((1..=60_u8, documents), 0..4), 1..9_u16, any::<bool>())
    }

    fn expected_weight(words: &[RandomWord], mode: MatchMode, document: u32) -> Option<u16> {
        let weights = words.iter().map(|(sources, importance, is_required)| {
            let containing = sources.iter().filter(|(_, documents)| documents.contains(&document));
            match containing.map(|(weight, _)| u16::from(*weight)).max() {
                None if *is_required && mode == MatchMode::All => None,
                weight => Some(weight.unwrap_or(0) * importance),
            }
        });
        weights.sum::<Option<u16>>().filter(|total| *total > 0)
    }

    proptest! {
        #[test]
        fn search_finds_the_same_as_a_linear_scan(words in vec(word(), 1..4), are_all in any::<bool>()) {
            let mode = if are_all { MatchMode::All } else { MatchMode::Any };
            let expected: BTreeMap<_, _> =
                (0..LENGTH).filter_map(|document| Some((document, expected_weight(&words, mode, document)?))).collect();
            let search_words = words.into_iter().map(|(sources, importance, is_required)| {
                let mut builder = PostingsBuilder::new(LENGTH);
                for (weight, documents) in sources {
                    for document in documents {
                        builder.add(document, weight);
                    }
                }
                SearchWord { postings: Arc::new(builder.finish()), importance, is_required }
            });
            let search_words: Vec<_> = search_words.collect();
            let (mut found, mut before) = (BTreeMap::new(), None);
            search(&search_words, mode, |block| {
                assert!(before.replace(block.index) < Some(block.index), "blocks are visited in order");
                let documents = ones(block.bits).map(|bit| ((block.index * BLOCK) as u32 + bit, block.total(bit)));
                found.extend(documents.inspect(|(document, _)| {
                    let match_points = block.match_points(document % BLOCK as u32);
                    assert!(match_points <= block.max_match_points(), "no document exceeds the upper bound");
                }));
            });
            prop_assert_eq!(&found, &expected);
        }
    }
}
