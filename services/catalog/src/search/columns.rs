//! A segment's columns, unpacked into memory when the segment is opened: what a search filters, counts and sorts by a
//! million times must not be unpacked bit by bit each time. Segments never change, so columns are built once and shared
//! by all snapshots that hold the segment.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{Arc, PoisonError, RwLock},
};

use tantivy::{
    SegmentReader,
    columnar::{Column, StrColumn},
};

use super::{
    places::Places,
    schema::Fact,
    set::{Bits, Set},
    tags::{Tagged, Tags},
};
use crate::domain::ranking;

pub struct Columns {
    pub length: u32,
    pub id: Vec<i64>,
    pub price: Vec<i64>,
    pub popularity: Vec<i64>,
    pub published: Vec<i64>,
    pub reviews: Vec<u32>,
    pub marks: Vec<Mark>,
    /// For one word, two, and so on.
    points: [Points; MOST_WORDS],
    /// What documents have, one after the other: `Mark::tags` are places of it.
    pub tags: Vec<u32>,
    pub tag_count: u32,
    pub discounted: Tagged,
    pub in_stock: Tagged,
    /// The ids of what `Mark::store` and `Mark::home` are places of.
    pub stores: Vec<i64>,
    pub homes: Vec<i64>,
    /// All categories a product stands in, by category.
    categories: HashMap<i64, Set>,
    /// Values by field and value.
    pub values: HashMap<String, HashMap<String, Tagged>>,
    pub numbers: HashMap<String, Numbers>,
    subtrees: RwLock<HashMap<i64, Arc<Set>>>,
}

/// What is looked at together of every document that is found, in one place: a search waits for memory more than for anything else.
#[repr(align(32))]
pub struct Mark {
    /// Once more: whoever filters by it looks at the prices of all, and at nothing else.
    pub price: i64,
    pub tags: Range<u32>,
    pub store: u32,
    /// The category it is at home in.
    pub home: u32,
    /// In tenths of a star.
    pub rating: u8,
}

/// What documents score beside how well so many words fit and where they are at home: what the shop thinks of them, and how short
/// their names are. A byte each, so that those of a broad search stay in the processor's cache.
pub struct Points {
    pub each: Vec<u8>,
    /// The most of each [`BLOCK`].
    pub most: Vec<u8>,
}

/// As many documents as a word of `Bits` has.
pub const BLOCK: usize = 64;
/// Who types so many or more is taken to type the whole name.
const MOST_WORDS: usize = 8;

/// The numbers of a field, by document.
#[derive(Default)]
pub struct Numbers {
    pub documents: Vec<u32>,
    pub numbers: Vec<f64>,
}

impl Columns {
    pub fn of(segment: &SegmentReader) -> tantivy::Result<Self> {
        let fast = segment.fast_fields();
        let length = segment.max_doc();
        let numbers = |name: &str| fast.i64(name).map(|column| first(&column, length));
        let mut tags = Tags::of(length);
        let mut flag = |name: &str| -> tantivy::Result<Tagged> {
            let column = fast.bool(name)?;
            Ok(tags.add((0..length).filter(|document| column.first(*document) == Some(true)).collect()))
        };
        let (discounted, in_stock) = (flag("discounted")?, flag("in_stock")?);
        let small = |name: &str| -> tantivy::Result<Vec<u8>> {
            let column = fast.u64(name)?;
            Ok((0..length).map(|document| column.first(document).unwrap_or(0).min(255) as u8).collect())
        };
        let (values, numbers_by_key) = facts(fast.str("fact")?, length, &mut tags)?;
        let price = numbers("price")?;
        let ((stores, store), (homes, home)) = (tagged(numbers("store")?), tagged(numbers("home")?));
        let ratings = numbers("rating")?.into_iter().map(|rating| rating as u8);
        let (tag_count, ranges, tags) = tags.by_document();
        let marks = price.iter().zip(ranges).zip(store.into_iter().zip(home)).zip(ratings);
        let marks =
            marks.map(|(((price, tags), (store, home)), rating)| Mark { price: *price, tags, store, home, rating });
        let marks = marks.collect();
        let (standings, name_lengths) = (small("standing")?, small("name_length")?);
        Ok(Self {
            length,
            id: numbers("id")?,
            price,
            popularity: numbers("popularity")?,
            published: numbers("published")?,
            reviews: numbers("reviews")?.into_iter().map(|count| count.clamp(0, u32::MAX.into()) as u32).collect(),
            marks,
            points: std::array::from_fn(|place| Points::of(place as u32 + 1, &standings, &name_lengths)),
            tags,
            tag_count,
            discounted,
            in_stock,
            stores,
            homes,
            categories: grouped(&fast.i64("category")?, length),
            values,
            numbers: numbers_by_key,
            subtrees: RwLock::default(),
        })
    }

    /// What stands in a category or below it. Remembered: when the tree changes, the whole index is built anew.
    pub fn subtree(&self, places: &Places, category: i64) -> Arc<Set> {
        if let Some(known) = self.subtrees.read().unwrap_or_else(PoisonError::into_inner).get(&category) {
            return known.clone();
        }
        let mut bits = Bits::none(self.length);
        for category in places.subtree(category) {
            if let Some(set) = self.categories.get(&category) {
                set.add_to(&mut bits);
            }
        }
        let set = Arc::new(Set::of(bits.iter().collect(), self.length));
        self.subtrees.write().unwrap_or_else(PoisonError::into_inner).insert(category, set.clone());
        set
    }
}

/// A column of few different ids: these, and for each document the place of its own.
fn tagged(column: Vec<i64>) -> (Vec<i64>, Vec<u32>) {
    let mut places: HashMap<i64, u32> = HashMap::new();
    let mut ids = Vec::new();
    let column = column.into_iter().map(|id| {
        *places.entry(id).or_insert_with(|| {
            ids.push(id);
            ids.len() as u32 - 1
        })
    });
    let places = column.collect();
    (ids, places)
}

impl Points {
    fn of(words: u32, standings: &[u8], name_lengths: &[u8]) -> Self {
        let words = if words < MOST_WORDS as u32 { words } else { u8::MAX.into() };
        let each = standings.iter().zip(name_lengths).map(|(standing, name_length)| {
            (u32::from(*standing) + ranking::brevity(words, (*name_length).into())).min(u8::MAX.into()) as u8
        });
        let each: Vec<_> = each.collect();
        let most = each.chunks(BLOCK).map(|block| block.iter().copied().max().unwrap_or(0)).collect();
        Self { each, most }
    }
}

impl Columns {
    pub fn points(&self, words: u32) -> &Points {
        &self.points[(words as usize).clamp(1, MOST_WORDS) - 1]
    }
}

fn first(column: &Column<i64>, length: u32) -> Vec<i64> {
    (0..length).map(|document| column.first(document).unwrap_or(0)).collect()
}

fn grouped(column: &Column<i64>, length: u32) -> HashMap<i64, Set> {
    let mut grouped: HashMap<i64, Vec<u32>> = HashMap::new();
    for document in 0..length {
        for id in column.values_for_doc(document) {
            grouped.entry(id).or_default().push(document);
        }
    }
    grouped.into_iter().map(|(id, documents)| (id, Set::of(documents, length))).collect()
}

type Facts = (HashMap<String, HashMap<String, Tagged>>, HashMap<String, Numbers>);

fn facts(column: Option<StrColumn>, length: u32, tags: &mut Tags) -> tantivy::Result<Facts> {
    let (mut values, mut numbers): Facts = (HashMap::new(), HashMap::new());
    let Some(column) = column else { return Ok((values, numbers)) };
    let mut documents: Vec<Vec<u32>> = vec![Vec::new(); column.num_terms()];
    for document in 0..length {
        for place in column.term_ords(document) {
            documents[place as usize].push(document);
        }
    }
    let mut text = String::new();
    for (place, documents) in (0..).zip(documents) {
        column.ord_to_str(place, &mut text)?;
        match Fact::parse(&text) {
            Some(Fact::Value { key, value }) => {
                values.entry(key.to_owned()).or_default().insert(value.to_owned(), tags.add(documents));
            }
            Some(Fact::Number { key, number }) => {
                let column = numbers.entry(key.to_owned()).or_default();
                column.numbers.resize(column.numbers.len() + documents.len(), number);
                column.documents.extend(documents);
            }
            None => {}
        }
    }
    Ok((values, numbers))
}
