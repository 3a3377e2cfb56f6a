//! The columns of a segment, unpacked into memory when it is opened: filters, counts and sorts read them millions of
//! times per second and must not unpack bits each time. Segments are immutable, so all snapshots that hold a segment
//! share its columns.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, PoisonError, RwLock},
};

use tantivy::{
    SegmentReader,
    columnar::{Column, StrColumn},
};

use super::{
    arrangement::{Arrangement, BLOCK},
    numbers::{Column as Prices, Numbers},
    places::Places,
    schema::Fact,
    set::{Bits, Set},
    stretches::Stretches,
    tags::{BESTSELLER, DISCOUNTED, IN_STOCK, READY_TODAY, STARS, Tag, Tags, rated},
};
use crate::ranking;

/// Every `Vec` is indexed by position in [`DocumentOrder`].
pub struct Columns {
    pub arrangement: Arrangement,
    pub id: Vec<i64>,
    pub price: Prices,
    pub popularity: Vec<i64>,
    pub published: Vec<i64>,
    pub reviews: Vec<u32>,
    /// Tenths of a star.
    pub rating: Vec<u8>,
    /// Days of preparation before the product can be sent.
    pub preparation: Vec<u8>,
    /// Main category, as an index into `main_category_ids`.
    pub home: Vec<u32>,
    /// The main category of a [`BLOCK`], if all its documents share one.
    pub block_homes: Vec<Option<u32>>,
    pub homes: Vec<i64>,
    /// Indexed by the number of query words minus one.
    points: [Points; MOST_WORDS],
    /// Positions that hold a document.
    pub all: Bits,
    pub stretches: Stretches,
    /// Keyed by field key.
    pub numbers: HashMap<String, Numbers>,
    /// Documents by category, counting every category a product is listed in.
    categories: HashMap<i64, Set>,
    subtrees: RwLock<HashMap<i64, Arc<Set>>>,
}

/// Score of each document apart from how well the words match and the category bonus: its quality and the brevity of
/// its name. One byte each, so that a broad search stays in the CPU cache.
pub struct Points {
    pub each: Vec<u8>,
    /// Maximum of each [`BLOCK`].
    pub most: Vec<u8>,
}

/// A query of this many words or more is treated as the complete name.
const MOST_WORDS: usize = 8;

impl Columns {
    /// Assigns tags to stores, categories and values that have none yet.
    pub fn of(segment: &SegmentReader, tags: &mut Arc<Tags>) -> tantivy::Result<Self> {
        let fast = segment.fast_fields();
        let count = segment.max_doc();
        let numbers = |name: &str| fast.i64(name).map(|column| first(&column, count));
        let small = |name: &str| -> tantivy::Result<Vec<u8>> {
            let column = fast.u64(name)?;
            Ok((0..count).map(|document| column.first(document).unwrap_or(0).min(255) as u8).collect())
        };
        let (at_home, standings) = (numbers("home")?, small("standing")?);
        let arrangement = Arrangement::of(&at_home, &standings);
        let mut having = Vec::new();
        for (name, tag) in [("discounted", DISCOUNTED), ("in_stock", IN_STOCK), ("bestseller", BESTSELLER)] {
            let column = fast.bool(name)?;
            having.push((tag, those(count, |document| column.first(document) == Some(true))));
        }
        let preparation = small("preparation")?;
        having.push((READY_TODAY, those(count, |document| preparation[document as usize] == 0)));
        let ratings: Vec<u8> = numbers("rating")?.into_iter().map(|rating| rating as u8).collect();
        for stars in STARS {
            having.push((rated(stars), those(count, |document| ratings[document as usize] >= stars * 10)));
        }
        let (stores, homes) = (by_id(&numbers("store")?), by_id(&at_home));
        let (home, block_homes) = places_of_homes(&arrangement, &homes);
        let ids = homes.keys().copied().collect();
        having.extend(stores.into_iter().map(|(id, documents)| (Tags::number_store(tags, id), documents)));
        having.extend(homes.into_iter().map(|(id, documents)| (Tags::number_home(tags, id), documents)));
        let facts = Facts::of(fast.str("fact")?, count, tags)?;
        having.extend(facts.values);
        let having = having.into_iter().map(|(tag, documents)| (tag, arrangement.sorted(documents)));
        let stretches = Stretches::of(&arrangement, &having.collect::<Vec<_>>());
        let numbers_by_key = facts.numbers.into_iter().map(|(key, of)| (key, Numbers::of(&arrangement, of)));
        let arranged = |name: &str| numbers(name).map(|column| arrangement.arranged(column));
        let price = Prices::of(&arrangement, arranged("price")?);
        let mut all = Bits::none(arrangement.length);
        arrangement.places().iter().for_each(|place| all.insert(*place));
        let name_lengths = arrangement.arranged(small("name_length")?);
        let standings = arrangement.arranged(standings);
        let reviews = arranged("reviews")?.into_iter().map(|count| count.clamp(0, u32::MAX.into()) as u32);
        Ok(Self {
            id: arranged("id")?,
            popularity: arranged("popularity")?,
            published: arranged("published")?,
            reviews: reviews.collect(),
            rating: arrangement.arranged(ratings),
            preparation: arrangement.arranged(preparation),
            home,
            block_homes,
            homes: ids,
            points: std::array::from_fn(|place| Points::of(place as u32 + 1, &standings, &name_lengths)),
            all,
            stretches,
            price,
            numbers: numbers_by_key.collect(),
            categories: grouped(&fast.i64("category")?, &arrangement),
            subtrees: RwLock::default(),
            arrangement,
        })
    }

    /// Number of positions, used or not.
    pub fn length(&self) -> u32 {
        self.arrangement.length
    }

    /// Number of documents, including those replaced since.
    pub fn count(&self) -> u32 {
        self.arrangement.places().len() as u32
    }

    pub fn points(&self, words: u32) -> &Points {
        &self.points[(words as usize).clamp(1, MOST_WORDS) - 1]
    }

    /// Documents in a category or its subcategories. Cached: a change of the category tree rebuilds the whole index.
    pub fn subtree(&self, places: &Places, category: i64) -> Arc<Set> {
        if let Some(known) = self.subtrees.read().unwrap_or_else(PoisonError::into_inner).get(&category) {
            return known.clone();
        }
        let mut bits = Bits::none(self.length());
        for category in places.subtree(category) {
            if let Some(set) = self.categories.get(&category) {
                set.add_to(&mut bits);
            }
        }
        let set = Arc::new(Set::of(bits.iter().collect(), self.length()));
        self.subtrees.write().unwrap_or_else(PoisonError::into_inner).insert(category, set.clone());
        set
    }
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

fn first(column: &Column<i64>, count: u32) -> Vec<i64> {
    (0..count).map(|document| column.first(document).unwrap_or(0)).collect()
}

fn those(count: u32, fits: impl Fn(u32) -> bool) -> Vec<u32> {
    (0..count).filter(|document| fits(*document)).collect()
}

///
fn by_id(column: &[i64]) -> BTreeMap<i64, Vec<u32>> {
    let mut by_id: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    for (document, id) in (0..).zip(column) {
        by_id.entry(*id).or_default().push(document);
    }
    by_id
}

/// Returns the main category of each position and the common one of each block.
fn places_of_homes(arrangement: &Arrangement, homes: &BTreeMap<i64, Vec<u32>>) -> (Vec<u32>, Vec<Option<u32>>) {
    let mut home = vec![0; arrangement.length as usize];
    let mut of_blocks: Vec<Vec<u32>> = vec![Vec::new(); arrangement.length as usize / BLOCK];
    for (place, documents) in (0..).zip(homes.values()) {
        for document in documents.iter().map(|document| arrangement.place(*document) as usize) {
            home[document] = place;
            let of_block = &mut of_blocks[document / BLOCK];
            if of_block.last() != Some(&place) {
                of_block.push(place);
            }
        }
    }
    let only = |homes: Vec<u32>| if let [home] = homes[..] { Some(home) } else { None };
    (home, of_blocks.into_iter().map(only).collect())
}

fn grouped(column: &Column<i64>, arrangement: &Arrangement) -> HashMap<i64, Set> {
    let mut grouped: HashMap<i64, Vec<u32>> = HashMap::new();
    for document in 0..arrangement.places().len() as u32 {
        for id in column.values_for_doc(document) {
            grouped.entry(id).or_default().push(document);
        }
    }
    let sets = grouped.into_iter();
    sets.map(|(id, documents)| (id, Set::of(arrangement.sorted(documents), arrangement.length))).collect()
}

/// Documents by field value and by field number.
#[derive(Default)]
struct Facts {
    values: Vec<(Tag, Vec<u32>)>,
    /// Keyed by field key.
    numbers: HashMap<String, Vec<(f64, Vec<u32>)>>,
}

impl Facts {
    fn of(column: Option<StrColumn>, count: u32, tags: &mut Arc<Tags>) -> tantivy::Result<Self> {
        let mut facts = Self::default();
        let Some(column) = column else { return Ok(facts) };
        let mut documents: Vec<Vec<u32>> = vec![Vec::new(); column.num_terms()];
        for document in 0..count {
            for place in column.term_ords(document) {
                documents[place as usize].push(document);
            }
        }
        let mut text = String::new();
        for (place, documents) in (0..).zip(documents) {
            column.ord_to_str(place, &mut text)?;
            match Fact::parse(&text) {
                Some(Fact::Value { key, value }) => {
                    facts.values.push((Tags::number_value(tags, key, value), documents));
                }
                Some(Fact::Number { key, number }) => {
                    facts.numbers.entry(key.to_owned()).or_default().push((number, documents));
                }
                None => {}
            }
        }
        Ok(facts)
    }
}
