//! Finds documents that match words, 64 at a time. Iterates over the blocks of the rarest required word and skips those
//! that lack another required word.

use std::sync::Arc;

use super::{
    block::{Block, Here, Scale},
    mentions::{Mention, Mentions},
};
use crate::ranking::weight;

/// A query word expanded for one segment.
pub struct Sought {
    pub mentions: Arc<Mentions>,
    pub importance: u16,
    pub is_required: bool,
}

/// Which words a document must contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// All required words.
    All,
    /// Any of the words.
    Any,
}

/// Calls `found` with each block that has matches, in ascending order.
pub fn search(words: &[Sought], mode: Mode, found: impl FnMut(&Block<'_>)) {
    let best = words.iter().map(|word| u32::from(word.importance) * u32::from(weight::EXACT)).sum();
    let (must, may): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.is_required && mode == Mode::All);
    let [mut must, may] = [must, may].map(|words| words.into_iter().map(Walk::new).collect::<Vec<_>>());
    must.sort_by_key(|walk| std::cmp::Reverse(walk.word.mentions.places.len()));
    match must.pop() {
        Some(rarest) => of_all(rarest.word, must, may, Scale::to(best), found),
        None => of_any(may, Scale::to(best), found),
    }
}

fn of_all(
    rarest: &Sought,
    mut others: Vec<Walk<'_>>,
    mut may: Vec<Walk<'_>>,
    scale: Scale,
    mut found: impl FnMut(&Block<'_>),
) {
    // After the rarest word the next rarest excludes most blocks.
    others.reverse();
    let mut here = Vec::with_capacity(1 + others.len() + may.len());
    'blocks: for (at, place) in rarest.mentions.places.iter().enumerate() {
        let mention = rarest.mentions.mention(at);
        let mut bits = mention.bits;
        here.clear();
        here.push(Here { importance: rarest.importance, mentions: &rarest.mentions, mention });
        for walk in &mut others {
            let Some(mention) = walk.to(*place) else { continue 'blocks };
            bits &= mention.bits;
            if bits == 0 {
                continue 'blocks;
            }
            here.push(walk.here(mention));
        }
        for walk in &mut may {
            if let Some(mention) = walk.to(*place) {
                here.push(walk.here(mention));
            }
        }
        found(&Block { place: *place as usize, bits, words: &here, scale });
    }
}

fn of_any(mut words: Vec<Walk<'_>>, scale: Scale, mut found: impl FnMut(&Block<'_>)) {
    let mut here = Vec::with_capacity(words.len());
    while let Some(place) = words.iter().filter_map(Walk::next).min() {
        here.clear();
        let mut bits = 0;
        for walk in &mut words {
            if let Some(mention) = walk.to(place) {
                bits |= mention.bits;
                here.push(walk.here(mention));
                walk.at += 1;
            }
        }
        found(&Block { place: place as usize, bits, words: &here, scale });
    }
}

/// A forward-only cursor over the blocks of a word.
struct Walk<'a> {
    word: &'a Sought,
    at: usize,
}

impl<'a> Walk<'a> {
    fn new(word: &'a Sought) -> Self {
        Self { word, at: 0 }
    }

    fn next(&self) -> Option<u32> {
        self.word.mentions.places.get(self.at).copied()
    }

    /// Advances to a block; `None` if the word does not occur in it.
    fn to(&mut self, place: u32) -> Option<&'a Mention> {
        let rest = &self.word.mentions.places[self.at..];
        if *rest.first()? < place {
            // Galloping search: the block is likely near.
            let mut step = 1;
            while rest.get(step).is_some_and(|next| *next < place) {
                step *= 2;
            }
            let between = &rest[step / 2..rest.len().min(step + 1)];
            self.at += step / 2 + between.partition_point(|next| *next < place);
        }
        (self.next() == Some(place)).then(|| self.word.mentions.mention(self.at))
    }

    fn here(&self, mention: &'a Mention) -> Here<'a> {
        Here { importance: self.word.importance, mentions: &self.word.mentions, mention }
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
        super::{arrangement::BLOCK, mentions::Builder, set::ones},
        *,
    };

    const LENGTH: u32 = 12_000;

    type Typed = (Vec<(u8, BTreeSet<u32>)>, u16, bool);

    fn word() -> impl Strategy<Value = Typed> {
        // Scattered, clustered, and in most blocks.
        let documents =
            prop_oneof![btree_set(0..LENGTH, 0..20), btree_set(4_000..4_300_u32, 0..200), btree_set(0..LENGTH, 0..900)];
        (vec((1..=60_u8, documents), 0..4), 1..9_u16, any::<bool>())
    }

    fn weigh(words: &[Typed], mode: Mode, document: u32) -> Option<u16> {
        let weights = words.iter().map(|(sources, importance, is_required)| {
            let here = sources.iter().filter(|(_, documents)| documents.contains(&document));
            match here.map(|(weight, _)| u16::from(*weight)).max() {
                None if *is_required && mode == Mode::All => None,
                weight => Some(weight.unwrap_or(0) * importance),
            }
        });
        weights.sum::<Option<u16>>().filter(|total| *total > 0)
    }

    proptest! {
        #[test]
        fn search_finds_the_same_as_a_linear_scan(words in vec(word(), 1..4), are_all in any::<bool>()) {
            let mode = if are_all { Mode::All } else { Mode::Any };
            let expected: BTreeMap<_, _> =
                (0..LENGTH).filter_map(|document| Some((document, weigh(&words, mode, document)?))).collect();
            let sought = words.into_iter().map(|(sources, importance, is_required)| {
                let mut builder = Builder::new(LENGTH);
                for (weight, documents) in sources {
                    for document in documents {
                        builder.add(document, weight);
                    }
                }
                Sought { mentions: Arc::new(builder.finish()), importance, is_required }
            });
            let sought: Vec<_> = sought.collect();
            let (mut found, mut before) = (BTreeMap::new(), None);
            search(&sought, mode, |block| {
                assert!(before.replace(block.place) < Some(block.place), "blocks come in order");
                let documents = ones(block.bits).map(|bit| ((block.place * BLOCK) as u32 + bit, block.total(bit)));
                found.extend(documents.inspect(|(document, _)| {
                    let fit = block.fit(document % BLOCK as u32);
                    assert!(fit <= block.best_fit(), "none fits better than the best");
                }));
            });
            prop_assert_eq!(&found, &expected);
        }
    }
}
