//! Numeric columns, and the bounds of matching documents. A chunk that cannot widen the bounds is not read.

use super::{
    document_order::{BLOCK, DocumentOrder},
    set::{Bits, ones},
    tag_bitmaps::ChunkMatches,
};

/// With fewer matches than one in this many, each is looked up by binary search.
const LOOKUP_SHARE: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds<T> {
    pub min: T,
    pub max: T,
}

impl<T: PartialOrd + Copy> Bounds<T> {
    fn of(numbers: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut numbers = numbers.into_iter().map(|number| Self { min: number, max: number });
        let mut bounds = numbers.next()?;
        numbers.for_each(|number| bounds = bounds.union(number));
        Some(bounds)
    }

    fn union(self, other: Self) -> Self {
        Self {
            min: if other.min < self.min { other.min } else { self.min },
            max: if other.max > self.max { other.max } else { self.max },
        }
    }

    fn contains_bounds(self, other: Self) -> bool {
        self.min <= other.min && other.max <= self.max
    }
}

fn union<T: PartialOrd + Copy>(current: Option<Bounds<T>>, other: Option<Bounds<T>>) -> Option<Bounds<T>> {
    match (current, other) {
        (Some(current), Some(other)) => Some(current.union(other)),
        (current, other) => current.or(other),
    }
}

/// Every document has a number.
pub struct DenseNumbers {
    pub values: Vec<i64>,
    chunks: Vec<DenseChunk>,
}

struct DenseChunk {
    first: u32,
    bounds: Option<Bounds<i64>>,
}

impl DenseNumbers {
    pub fn new(order: &DocumentOrder, values: Vec<i64>) -> Self {
        let chunks = order.chunks.iter().map(|chunk| {
            let first = chunk.positions().start;
            let in_chunk = &values[first as usize..][..chunk.count as usize];
            DenseChunk { first, bounds: Bounds::of(in_chunk.iter().copied()) }
        });
        Self { chunks: chunks.collect(), values }
    }

    /// Widens `current` to the documents in `found`.
    pub fn bounds(&self, found: &Bits, matches: &[ChunkMatches], current: Option<Bounds<i64>>) -> Option<Bounds<i64>> {
        matches.iter().fold(current, |current, ChunkMatches { chunk, count, is_all }| {
            let DenseChunk { first, bounds } = self.chunks[*chunk as usize];
            if *is_all {
                return union(current, bounds);
            }
            let cannot_widen = current.zip(bounds).is_some_and(|(current, bounds)| current.contains_bounds(bounds));
            if cannot_widen {
                return current;
            }
            let positions = positions_from(found, first).take(*count as usize);
            let numbers = positions.map(|position| self.values[position as usize]);
            union(current, Bounds::of(numbers))
        })
    }
}

/// Some documents have one or more numbers.
pub struct SparseNumbers {
    chunks: Vec<ChunkNumbers>,
}

struct ChunkNumbers {
    chunk: u32,
    first: u32,
    /// Ascending.
    positions: Vec<u32>,
    numbers: Vec<f64>,
    bounds: Option<Bounds<f64>>,
}

impl SparseNumbers {
    pub fn new(order: &DocumentOrder, documents_by_number: Vec<(f64, Vec<u32>)>) -> Self {
        let pairs = documents_by_number.into_iter().flat_map(|(number, documents)| {
            documents.into_iter().map(move |document| (order.position(document), number))
        });
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable_by_key(|(position, _)| *position);

        let (mut chunks, mut remaining) = (Vec::new(), pairs.as_slice());
        for (index, chunk) in (0..).zip(&order.chunks) {
            let count = remaining.partition_point(|(position, _)| *position < chunk.positions().end);
            let (in_chunk, later) = remaining.split_at(count);
            let (positions, numbers): (Vec<_>, Vec<_>) = in_chunk.iter().copied().unzip();
            let bounds = Bounds::of(numbers.iter().copied());
            if !positions.is_empty() {
                let first = chunk.positions().start;
                chunks.push(ChunkNumbers { chunk: index, first, positions, numbers, bounds });
            }
            remaining = later;
        }
        Self { chunks }
    }

    pub fn bounds(&self, found: &Bits, matches: &[ChunkMatches], current: Option<Bounds<f64>>) -> Option<Bounds<f64>> {
        self.chunks.iter().fold(current, |current, chunk| {
            let Ok(index) = matches.binary_search_by_key(&chunk.chunk, |found| found.chunk) else { return current };
            let ChunkMatches { count, is_all, .. } = matches[index];
            if is_all {
                return union(current, chunk.bounds);
            }
            let cannot_widen =
                current.zip(chunk.bounds).is_some_and(|(current, bounds)| current.contains_bounds(bounds));
            if cannot_widen {
                return current;
            }
            union(current, chunk.bounds_of(found, count as usize))
        })
    }

    /// Inclusive.
    pub fn between(&self, min: f64, max: f64) -> impl Iterator<Item = u32> {
        let values = self.chunks.iter().flat_map(|chunk| chunk.positions.iter().zip(&chunk.numbers));
        values.filter(move |(_, number)| (min..=max).contains(*number)).map(|(position, _)| *position)
    }
}

impl ChunkNumbers {
    fn bounds_of(&self, found: &Bits, count: usize) -> Option<Bounds<f64>> {
        if count < self.positions.len() / LOOKUP_SHARE {
            let positions = positions_from(found, self.first).take(count);
            let indexes = positions.filter_map(|position| self.positions.binary_search(&position).ok());
            return Bounds::of(indexes.map(|index| self.numbers[index]));
        }
        let values = self.positions.iter().zip(&self.numbers).filter(|(position, _)| found.contains(**position));
        Bounds::of(values.map(|(_, number)| *number))
    }
}

fn positions_from(found: &Bits, first: u32) -> impl Iterator<Item = u32> + '_ {
    let blocks = found.blocks_from(first / BLOCK as u32).iter();
    blocks.zip(0..).flat_map(move |(block, index)| ones(*block).map(move |bit| first + index * BLOCK as u32 + bit))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::{
        super::{tag_bitmaps::TagBitmaps, tags::Tags},
        *,
    };

    proptest! {
        #[test]
        fn bounds_equal_those_of_a_linear_scan(
            products in vec((0..4_i64, -50..50_i64, any::<bool>()), 1..5_000),
            category in 0..5_i64, scattered in btree_set(0..5_000_u32, 0..60),
        ) {
            let main_categories: Vec<_> = products.iter().map(|(main_category, ..)| *main_category).collect();
            let order = DocumentOrder::new(&main_categories, &vec![0; main_categories.len()]);
            let of_category = (0..)
                .zip(&main_categories)
                .filter(|(_, main_category)| **main_category == category)
                .map(|(document, _)| document);
            let scattered = scattered.into_iter().filter(|document| (*document as usize) < main_categories.len());
            let found: BTreeSet<u32> = of_category.chain(scattered).collect();
            let mut bits = Bits::empty(order.length);
            for document in &found {
                bits.insert(order.position(*document));
            }
            let matches = TagBitmaps::new(&order, &[]).count(&bits, &mut vec![0; Arc::new(Tags::default()).count as usize]);

            let prices = DenseNumbers::new(&order, order.reordered(products.iter().map(|(_, price, _)| *price)));
            let expected = Bounds::of(found.iter().map(|document| products[*document as usize].1));
            prop_assert_eq!(prices.bounds(&bits, &matches, None), expected);
            let before = Some(Bounds { min: -1, max: 60 });
            prop_assert_eq!(prices.bounds(&bits, &matches, before), union(before, expected));

            let documents_by_number = (0..).zip(&products).filter(|(_, (_, _, has_number))| *has_number);
            let numbers = documents_by_number.map(|(document, (_, number, _))| (*number as f64, vec![document])).collect();
            let numbers = SparseNumbers::new(&order, numbers);
            let found_products = found.iter().map(|document| products[*document as usize]);
            let with_number = found_products.filter(|(_, _, has_number)| *has_number);
            let expected = Bounds::of(with_number.map(|(_, number, _)| number as f64));
            prop_assert_eq!(numbers.bounds(&bits, &matches, None), expected);
            let between: BTreeSet<_> = numbers.between(-3.0, 7.0).collect();
            let one_by_one = (0..)
                .zip(&products)
                .filter(|(_, (_, number, has_number))| *has_number && (-3..=7).contains(number));
            prop_assert_eq!(between, one_by_one.map(|(document, _)| order.position(document)).collect());
        }
    }
}
