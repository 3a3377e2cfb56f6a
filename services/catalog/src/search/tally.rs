//! What many products have in common, seen in one walk through their columns.

use std::collections::HashMap;

use super::{
    columns::{Columns, Tagged},
    set::Found,
};

#[derive(Clone)]
pub struct Tally {
    /// How many of each store.
    pub stores: HashMap<i64, u64>,
    /// How many at home in each category.
    pub homes: HashMap<i64, u64>,
    /// How many by their tenths of a star.
    pub ratings: [u64; 256],
    /// The least and the greatest; the other way round when there are none.
    pub prices: (i64, i64),
}

impl Tally {
    /// Segment by segment.
    pub fn of<'a>(found: impl Iterator<Item = (&'a Columns, &'a Found)>) -> Self {
        let mut tally = Self {
            stores: HashMap::new(),
            homes: HashMap::new(),
            ratings: [0; 256],
            prices: (i64::MAX, i64::MIN),
        };
        for (columns, found) in found {
            let (mut stores, mut homes) = (counts(&columns.store), counts(&columns.home));
            let (mut min, mut max) = tally.prices;
            found.for_each(|document| {
                stores[columns.store.places[document] as usize] += 1;
                homes[columns.home.places[document] as usize] += 1;
                tally.ratings[usize::from(columns.rating[document])] += 1;
                let price = columns.price[document];
                (min, max) = (min.min(price), max.max(price));
            });
            tally.prices = (min, max);
            add(&mut tally.stores, &columns.store, &stores);
            add(&mut tally.homes, &columns.home, &homes);
        }
        tally
    }
}

fn counts(tagged: &Tagged) -> Vec<u32> {
    vec![0; tagged.ids.len()]
}

fn add(sums: &mut HashMap<i64, u64>, tagged: &Tagged, counts: &[u32]) {
    for (id, count) in tagged.ids.iter().zip(counts).filter(|(_, count)| **count > 0) {
        *sums.entry(*id).or_default() += u64::from(*count);
    }
}
