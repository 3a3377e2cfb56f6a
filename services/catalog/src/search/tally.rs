//! What many products have in common, seen in one walk through their columns.

use std::collections::HashMap;

use super::{
    columns::{BLOCK, Columns},
    set::Found,
    tags::Tagged,
};

/// When more than one of so many documents was found, what was found is intersected with those that have a thing, thing by thing,
/// instead of looking at all that each of them has. Estimated from what a look at memory costs, not measured.
const MANY: u32 = 8;

pub struct Tally {
    /// By segment.
    parts: Vec<Part>,
    /// How many of each store.
    pub stores: HashMap<i64, u64>,
    /// How many at home in each category.
    pub homes: HashMap<i64, u64>,
    /// How many by their tenths of a star.
    pub ratings: [u64; 256],
    /// The least and the greatest; the other way round when there are none.
    pub prices: (i64, i64),
}

struct Part {
    found: Found,
    /// How many have each tag, unless they were too many to look at all that each of them has.
    tags: Option<Vec<u32>>,
}

impl Tally {
    /// Segment by segment.
    pub fn of<'a>(found: impl Iterator<Item = (&'a Columns, Found)>) -> Self {
        let mut tally = Self {
            parts: Vec::new(),
            stores: HashMap::new(),
            homes: HashMap::new(),
            ratings: [0; 256],
            prices: (i64::MAX, i64::MIN),
        };
        for (columns, found) in found {
            tally.add(columns, found);
        }
        tally
    }

    fn add(&mut self, columns: &Columns, found: Found) {
        let mut tags = (found.len() <= columns.length / MANY).then(|| vec![0_u32; columns.tag_count as usize]);
        let (mut stores, mut homes) = (vec![0; columns.stores.len()], vec![0; columns.homes.len()]);
        let (mut min, mut max) = self.prices;
        let mut ranges = [(0, 0); BLOCK];
        found.for_each_word(|documents| {
            for (document, range) in documents.iter().zip(&mut ranges) {
                let mark = &columns.marks[*document as usize];
                stores[mark.store as usize] += 1;
                homes[mark.home as usize] += 1;
                self.ratings[usize::from(mark.rating)] += 1;
                (min, max) = (min.min(mark.price), max.max(mark.price));
                *range = (mark.tags.start, mark.tags.end);
            }
            // Only now: how often to go round here must not be a question that memory has yet to answer.
            let Some(tags) = &mut tags else { return };
            for (start, end) in &ranges[..documents.len()] {
                for tag in &columns.tags[*start as usize..*end as usize] {
                    tags[*tag as usize] += 1;
                }
            }
        });
        self.prices = (min, max);
        add(&mut self.stores, &columns.stores, &stores);
        add(&mut self.homes, &columns.homes, &homes);
        self.parts.push(Part { found, tags });
    }

    /// By segment.
    pub fn found(&self) -> impl Iterator<Item = &Found> {
        self.parts.iter().map(|part| &part.found)
    }

    /// How many have a thing, which is given as each segment knows it.
    pub fn having<'a>(&self, thing: impl Iterator<Item = Option<&'a Tagged>>) -> u64 {
        let counts = self.parts.iter().zip(thing).filter_map(|(part, thing)| {
            let thing = thing?;
            Some(match &part.tags {
                Some(counts) => counts[thing.tag as usize],
                None => thing.documents.count_in(&part.found),
            })
        });
        counts.map(u64::from).sum()
    }
}

fn add(sums: &mut HashMap<i64, u64>, ids: &[i64], counts: &[u32]) {
    for (id, count) in ids.iter().zip(counts).filter(|(_, count)| **count > 0) {
        *sums.entry(*id).or_default() += u64::from(*count);
    }
}
