//! Numeric columns, and their minimum and maximum among matching documents. Chunks whose bounds cannot widen the result
//! are not read.

use super::{
    arrangement::{Arrangement, BLOCK},
    set::{Bits, ones},
    stretches::Found,
};

/// If fewer than one in this many documents with a number match, look each match up by binary search instead of
/// scanning. An estimate.
const FEW: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds<T> {
    pub min: T,
    pub max: T,
}

impl<T: PartialOrd + Copy> Bounds<T> {
    fn of(numbers: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut numbers = numbers.into_iter().map(|number| Self { min: number, max: number });
        let mut bounds = numbers.next()?;
        numbers.for_each(|number| bounds = bounds.and(number));
        Some(bounds)
    }

    fn and(self, other: Self) -> Self {
        Self {
            min: if other.min < self.min { other.min } else { self.min },
            max: if other.max > self.max { other.max } else { self.max },
        }
    }

    fn hold(self, other: Self) -> bool {
        self.min <= other.min && other.max <= self.max
    }
}

/// Bounds of both.
fn widened<T: PartialOrd + Copy>(known: Option<Bounds<T>>, more: Option<Bounds<T>>) -> Option<Bounds<T>> {
    match (known, more) {
        (Some(known), Some(more)) => Some(known.and(more)),
        (known, more) => known.or(more),
    }
}

/// A number that every document has, such as the price.
pub struct Column {
    pub each: Vec<i64>,
    /// Per chunk: its first position and its bounds.
    stretches: Vec<(u32, Option<Bounds<i64>>)>,
}

impl Column {
    pub fn of(arrangement: &Arrangement, each: Vec<i64>) -> Self {
        let stretches = arrangement.stretches.iter().map(|stretch| {
            let first = stretch.blocks.start * BLOCK as u32;
            (first, Bounds::of(each[first as usize..][..stretch.count as usize].iter().copied()))
        });
        Self { stretches: stretches.collect(), each }
    }

    /// Widens `known` to the bounds of the documents in `found`.
    pub fn bounds(&self, found: &Bits, there: &[Found], known: Option<Bounds<i64>>) -> Option<Bounds<i64>> {
        there.iter().fold(known, |known, Found { stretch, count, is_all }| {
            let (first, bounds) = self.stretches[*stretch as usize];
            if *is_all {
                return widened(known, bounds);
            }
            let has_nothing_new = known.zip(bounds).is_some_and(|(known, bounds)| known.hold(bounds));
            if has_nothing_new {
                return known;
            }
            let numbers =
                documents_from(found, first).take(*count as usize).map(|document| self.each[document as usize]);
            widened(known, Bounds::of(numbers))
        })
    }
}

/// A number that some documents have, such as a length.
pub struct Numbers {
    /// Ascending by chunk.
    parts: Vec<Part>,
}

struct Part {
    stretch: u32,
    /// First position of the chunk.
    first: u32,
    /// Documents with a number, ascending.
    documents: Vec<u32>,
    numbers: Vec<f64>,
    bounds: Option<Bounds<f64>>,
}

impl Numbers {
    /// `having` are numbers with the tantivy documents that have them.
    pub fn of(arrangement: &Arrangement, having: Vec<(f64, Vec<u32>)>) -> Self {
        let each = having.into_iter().flat_map(|(number, documents)| {
            documents.into_iter().map(move |document| (arrangement.place(document), number))
        });
        let mut each: Vec<_> = each.collect();
        each.sort_unstable_by_key(|(document, _)| *document);
        let (mut parts, mut rest) = (Vec::new(), each.as_slice());
        for (number, stretch) in (0..).zip(&arrangement.stretches) {
            let here = rest.partition_point(|(document, _)| *document < stretch.blocks.end * BLOCK as u32);
            let (documents, numbers): (Vec<_>, Vec<_>) = rest[..here].iter().copied().unzip();
            let bounds = Bounds::of(numbers.iter().copied());
            if here > 0 {
                let first = stretch.blocks.start * BLOCK as u32;
                parts.push(Part { stretch: number, first, documents, numbers, bounds });
            }
            rest = &rest[here..];
        }
        Self { parts }
    }

    pub fn bounds(&self, found: &Bits, there: &[Found], known: Option<Bounds<f64>>) -> Option<Bounds<f64>> {
        self.parts.iter().fold(known, |known, part| {
            let Ok(place) = there.binary_search_by_key(&part.stretch, |found| found.stretch) else { return known };
            let Found { count, is_all, .. } = there[place];
            if is_all {
                return widened(known, part.bounds);
            }
            let has_nothing_new = known.zip(part.bounds).is_some_and(|(known, bounds)| known.hold(bounds));
            if has_nothing_new {
                return known;
            }
            widened(known, part.bounds_of(found, count as usize))
        })
    }

    /// Documents with a number within the bounds, inclusive.
    pub fn between(&self, min: f64, max: f64) -> impl Iterator<Item = u32> {
        let each = self.parts.iter().flat_map(|part| part.documents.iter().zip(&part.numbers));
        each.filter(move |(_, number)| (min..=max).contains(*number)).map(|(document, _)| *document)
    }
}

impl Part {
    fn bounds_of(&self, found: &Bits, count: usize) -> Option<Bounds<f64>> {
        if count < self.documents.len() / FEW {
            let documents = documents_from(found, self.first).take(count);
            let places = documents.filter_map(|document| self.documents.binary_search(&document).ok());
            return Bounds::of(places.map(|place| self.numbers[place]));
        }
        let each = self.documents.iter().zip(&self.numbers).filter(|(document, _)| found.contains(**document));
        Bounds::of(each.map(|(_, number)| *number))
    }
}

/// Positions in `found` starting at `first`, which begins a block.
fn documents_from(found: &Bits, first: u32) -> impl Iterator<Item = u32> + '_ {
    let words = found.words_from(first / BLOCK as u32).iter();
    words.zip(0..).flat_map(move |(word, place)| ones(*word).map(move |bit| first + place * BLOCK as u32 + bit))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use proptest::{
        collection::{btree_set, vec},
        prelude::*,
    };

    use super::{
        super::{stretches::Stretches, tags::Tags},
        *,
    };

    proptest! {
        #[test]
        fn bounds_equal_those_of_a_linear_scan(
            products in vec((0..4_i64, -50..50_i64, any::<bool>()), 1..5_000),
            whole in 0..5_i64, scattered in btree_set(0..5_000_u32, 0..60),
        ) {
            let homes: Vec<_> = products.iter().map(|(home, ..)| *home).collect();
            let arrangement = Arrangement::of(&homes, &vec![0; homes.len()]);
            let at_home = (0..).zip(&homes).filter(|(_, home)| **home == whole).map(|(document, _)| document);
            let scattered = scattered.into_iter().filter(|document| (*document as usize) < homes.len());
            let found: BTreeSet<u32> = at_home.chain(scattered).collect();
            let mut bits = Bits::none(arrangement.length);
            for document in &found {
                bits.insert(arrangement.place(*document));
            }
            let there = Stretches::of(&arrangement, &[]).count(&bits, &mut vec![0; Arc::new(Tags::default()).count as usize]);

            let prices = Column::of(&arrangement, arrangement.arranged(products.iter().map(|(_, price, _)| *price)));
            let expected = Bounds::of(found.iter().map(|document| products[*document as usize].1));
            prop_assert_eq!(prices.bounds(&bits, &there, None), expected);
            let before = Some(Bounds { min: -1, max: 60 });
            prop_assert_eq!(prices.bounds(&bits, &there, before), widened(before, expected));

            let having = (0..).zip(&products).filter(|(_, (_, _, has))| *has);
            let numbers = having.map(|(document, (_, number, _))| (*number as f64, vec![document])).collect();
            let numbers = Numbers::of(&arrangement, numbers);
            let measured = found.iter().map(|document| products[*document as usize]).filter(|(_, _, has)| *has);
            let expected = Bounds::of(measured.map(|(_, number, _)| number as f64));
            prop_assert_eq!(numbers.bounds(&bits, &there, None), expected);
            let between: BTreeSet<_> = numbers.between(-3.0, 7.0).collect();
            let one_by_one = (0..).zip(&products).filter(|(_, (_, number, has))| *has && (-3..=7).contains(number));
            prop_assert_eq!(between, one_by_one.map(|(document, _)| arrangement.place(document)).collect());
        }
    }
}
