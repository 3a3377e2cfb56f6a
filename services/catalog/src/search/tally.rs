//! What many products have in common, seen in one walk through their columns.

use std::collections::HashMap;

use super::{columns::Columns, set::Found};

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
        let mut tally =
            Self { stores: HashMap::new(), homes: HashMap::new(), ratings: [0; 256], prices: (i64::MAX, i64::MIN) };
        for (columns, found) in found {
            let (mut stores, mut homes) = (vec![0; columns.stores.len()], vec![0; columns.homes.len()]);
            let (mut min, mut max) = tally.prices;
            found.for_each(|document| {
                let mark = &columns.marks[document];
                stores[mark.store as usize] += 1;
                homes[mark.home as usize] += 1;
                tally.ratings[usize::from(mark.rating)] += 1;
                let price = columns.price[document];
                (min, max) = (min.min(price), max.max(price));
            });
            tally.prices = (min, max);
            add(&mut tally.stores, &columns.stores, &stores);
            add(&mut tally.homes, &columns.homes, &homes);
        }
        tally
    }
}

fn add(sums: &mut HashMap<i64, u64>, ids: &[i64], counts: &[u32]) {
    for (id, count) in ids.iter().zip(counts).filter(|(_, count)| **count > 0) {
        *sums.entry(*id).or_default() += u64::from(*count);
    }
}
