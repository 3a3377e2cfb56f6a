//! Postings: the documents that match a typed word in any form, with weights.

use std::{mem::size_of, sync::Arc};

use super::{
    document_order::BLOCK,
    set::{Bits, ones},
};

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Postings {
    /// Number of documents, added up over the word's expansions.
    pub count: u32,
    pub block_indexes: Box<[u32]>,
    blocks: Box<[BlockPostings]>,
    /// Weights of the documents in blocks that are not uniform.
    weights: Box<[u8]>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct BlockPostings {
    pub bits: u64,
    pub best: u8,
    /// All weights are `best`.
    is_uniform: bool,
    /// First index in [`Postings::weights`].
    weights: u32,
}

impl Postings {
    pub fn block_postings(&self, position: usize) -> &BlockPostings {
        &self.blocks[position]
    }

    /// 0 if the document lacks the word.
    pub fn weight(&self, block_postings: &BlockPostings, bit: u32) -> u8 {
        if block_postings.bits >> bit & 1 == 0 {
            0
        } else if block_postings.is_uniform {
            block_postings.best
        } else {
            let before = block_postings.bits & ((1 << bit) - 1);
            self.weights[(block_postings.weights + before.count_ones()) as usize]
        }
    }

    fn find(&self, index: u32) -> Option<&BlockPostings> {
        self.block_indexes.binary_search(&index).ok().map(|position| &self.blocks[position])
    }

    /// A document keeps its greatest weight.
    pub fn union(length: u32, all: &[&Self]) -> Self {
        let mut builder = PostingsBuilder::new(length);
        for postings in all {
            builder.count += postings.count;
            for (index, block_postings) in postings.block_indexes.iter().zip(&postings.blocks) {
                for bit in ones(block_postings.bits) {
                    builder.add(index * BLOCK as u32 + bit, postings.weight(block_postings, bit));
                }
            }
        }
        builder.finish()
    }

    pub fn bytes(&self) -> u32 {
        let block_bytes = self.block_indexes.len() * (size_of::<u32>() + size_of::<BlockPostings>());
        (block_bytes + self.weights.len() + size_of::<Self>()) as u32
    }
}

/// Visits documents with all words, with their smallest weight.
pub fn for_each_in_all(words: &[Arc<Postings>], mut visit: impl FnMut(u32, u8)) {
    let Some(rarest) = words.iter().min_by_key(|word| word.block_indexes.len()) else { return };
    let mut found = Vec::with_capacity(words.len());
    for index in &rarest.block_indexes {
        found.clear();
        found.extend(words.iter().map_while(|word| Some((word, word.find(*index)?))));
        if found.len() < words.len() {
            continue;
        }
        for bit in ones(found.iter().fold(u64::MAX, |bits, (_, block_postings)| bits & block_postings.bits)) {
            let min_weight =
                found.iter().map(|(word, block_postings)| word.weight(block_postings, bit)).min().unwrap_or(0);
            visit(index * BLOCK as u32 + bit, min_weight);
        }
    }
}

/// A document keeps its greatest weight.
pub struct PostingsBuilder {
    pub count: u32,
    weights: Vec<u8>,
    touched: Vec<bool>,
}

impl PostingsBuilder {
    pub fn new(length: u32) -> Self {
        let blocks = (length as usize).div_ceil(BLOCK);
        Self { count: 0, weights: vec![0; blocks * BLOCK], touched: vec![false; blocks] }
    }

    pub fn add(&mut self, document: u32, weight: u8) {
        let weight_so_far = &mut self.weights[document as usize];
        *weight_so_far = weight.max(*weight_so_far);
        self.touched[document as usize / BLOCK] = true;
    }

    pub fn add_all(&mut self, documents: &Bits, weight: u8) {
        let (blocks, _) = self.weights.as_chunks_mut::<BLOCK>();
        for ((bits, block), touched) in documents.blocks_from(0).iter().zip(blocks).zip(&mut self.touched) {
            if *bits == 0 {
                continue;
            }
            *touched = true;
            for (weights_of_byte, byte) in block.as_chunks_mut::<8>().0.iter_mut().zip(bits.to_le_bytes()) {
                for (weight_so_far, mask) in weights_of_byte.iter_mut().zip(SPREAD[byte as usize]) {
                    *weight_so_far = (mask & weight).max(*weight_so_far);
                }
            }
        }
    }

    pub fn finish(self) -> Postings {
        let (mut block_indexes, mut blocks, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        let (blocks_of_weights, _) = self.weights.as_chunks::<BLOCK>();
        for (index, block) in (0..).zip(blocks_of_weights).filter(|(index, _)| self.touched[*index as usize]) {
            let best = block.iter().copied().max().unwrap_or(0);
            let bits = bits_of(block);
            let best_ones: u8 = block.iter().map(|weight| u8::from(*weight == best)).sum();
            let is_uniform = u32::from(best_ones) == bits.count_ones();
            block_indexes.push(index);
            blocks.push(BlockPostings { bits, best, is_uniform, weights: weights.len() as u32 });
            if !is_uniform {
                weights.extend(ones(bits).map(|bit| block[bit as usize]));
            }
        }
        Postings {
            count: self.count,
            block_indexes: block_indexes.into(),
            blocks: blocks.into(),
            weights: weights.into(),
        }
    }
}

/// The bits of each byte, lowest first, as 0x00 or 0xff.
const SPREAD: [[u8; 8]; 256] = {
    let mut spread = [[0; 8]; 256];
    let mut position = 0;
    while position < 256 * 8 {
        if ((position / 8) >> (position % 8)) & 1 == 1 {
            spread[position / 8][position % 8] = u8::MAX;
        }
        position += 1;
    }
    spread
};

fn bits_of(block: &[u8; BLOCK]) -> u64 {
    let mut bits = 0;
    for (index, weights_of_byte) in (0..).step_by(8).zip(block.chunks_exact(8)) {
        let flags: [u8; 8] = std::array::from_fn(|bit| u8::from(weights_of_byte[bit] > 0));
        // Gathers eight bytes of 0 or 1 into the highest byte.
        bits |= u64::from_le_bytes(flags).wrapping_mul(0x0102_0408_1020_4080) >> 56 << index;
    }
    bits
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::{collection::vec, prelude::*};

    use super::*;

    const LENGTH: u32 = 20 * BLOCK as u32;

    fn listed(postings: &Postings) -> BTreeMap<u32, u8> {
        let blocks = postings.block_indexes.iter().zip(&postings.blocks);
        let documents = blocks.flat_map(|(index, block_postings)| {
            ones(block_postings.bits).map(move |bit| (index * BLOCK as u32 + bit, postings.weight(block_postings, bit)))
        });
        documents.collect()
    }

    proptest! {
        #[test]
        fn unions_keep_the_greatest_weight_and_intersections_the_least(entries in vec((0..LENGTH, 1..4_u8), 0..400)) {
            let mut expected: BTreeMap<u32, u8> = BTreeMap::new();
            let mut builder = PostingsBuilder::new(LENGTH);
            for (document, weight) in &entries {
                builder.add(*document, *weight);
                let weight_so_far = expected.entry(*document).or_default();
                *weight_so_far = (*weight_so_far).max(*weight);
            }
            let mut built_by_sets = PostingsBuilder::new(LENGTH);
            for weight in 1..4 {
                let mut documents = Bits::empty(LENGTH);
                let with_weight = entries.iter().filter(|(_, entry_weight)| *entry_weight == weight);
                with_weight.for_each(|(document, _)| documents.insert(*document));
                built_by_sets.add_all(&documents, weight);
            }
            let all = builder.finish();
            prop_assert_eq!(listed(&all), expected);
            prop_assert_eq!(&built_by_sets.finish(), &all);

            let build = |entries: &[(u32, u8)]| {
                let mut builder = PostingsBuilder::new(LENGTH);
                for (document, weight) in entries {
                    builder.add(*document, *weight);
                }
                builder.finish()
            };
            let parts: Vec<_> = entries.chunks(50).map(build).collect();
            prop_assert_eq!(Postings::union(LENGTH, &parts.iter().collect::<Vec<_>>()), all);

            let intersect = |one: BTreeMap<u32, u8>, other: BTreeMap<u32, u8>| {
                let common = one.into_iter().filter_map(|(document, weight)| {
                    Some((document, weight.min(*other.get(&document)?)))
                });
                common.collect::<BTreeMap<_, _>>()
            };
            let expected_in_all = parts.iter().map(listed).reduce(intersect).unwrap_or_default();
            let mut visited = BTreeMap::new();
            let shared_parts: Vec<_> = parts.into_iter().map(Arc::new).collect();
            for_each_in_all(&shared_parts, |document, min_weight| { visited.insert(document, min_weight); });
            prop_assert_eq!(visited, expected_in_all);
        }
    }
}
