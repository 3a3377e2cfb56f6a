//! The columns of a segment, an immutable part of the index. They are in memory for speed.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, PoisonError, RwLock},
};

use tantivy::{
    SegmentReader,
    columnar::{Column, StrColumn},
    fastfield::FastFieldReaders,
};

use super::{
    document_order::{BLOCK, DocumentOrder},
    numbers::{DenseNumbers, SparseNumbers},
    schema::FieldValue,
    set::{Bits, DocumentSet},
    tag_bitmaps::TagBitmaps,
    tags::{BESTSELLER, DISCOUNTED, IN_STOCK, READY_TODAY, STARS, Tag, Tags, rated},
    taxonomy::Taxonomy,
};
use crate::ranking;

/// The vectors are indexed by position in [`DocumentOrder`].
pub struct Columns {
    pub order: DocumentOrder,
    pub id: Vec<i64>,
    pub price: DenseNumbers,
    pub popularity: Vec<i64>,
    /// In microseconds.
    pub published: Vec<i64>,
    pub reviews: Vec<u32>,
    /// In tenths of a star.
    pub rating: Vec<u8>,
    /// In days.
    pub preparation: Vec<u8>,
    /// Indexes in `main_category_ids`.
    pub main_category: Vec<u32>,
    /// `None` for a block (adjacent positions) with several main categories.
    pub block_main_categories: Vec<Option<u32>>,
    pub main_category_ids: Vec<i64>,
    /// For queries of 1, 2, … words.
    points: [Points; MAX_WORDS],
    pub all: Bits,
    pub tag_bitmaps: TagBitmaps,
    pub numbers: HashMap<String, SparseNumbers>,
    categories: HashMap<i64, DocumentSet>,
    /// Cache of [`Self::subtree`].
    subtrees: RwLock<HashMap<i64, Arc<DocumentSet>>>,
}

/// Points for quality and brevity of the name. One byte each, so that a broad search fits into the CPU cache.
pub struct Points {
    pub values: Vec<u8>,
    pub block_max: Vec<u8>,
}

const MAX_WORDS: usize = 8;

impl Columns {
    pub fn new(segment: &SegmentReader, tags: &mut Arc<Tags>) -> tantivy::Result<Self> {
        let stored = StoredColumns { fast: segment.fast_fields(), count: segment.max_doc() };
        // The columns `home`, `standing` and `fact` have old names (`schema`).
        let (main_category_column, qualities) = (stored.numbers("home")?, stored.bytes("standing")?);
        let order = DocumentOrder::new(&main_category_column, &qualities);

        let by_main_category = by_id(&main_category_column);
        let (main_category, block_main_categories) = main_categories_by_position(&order, &by_main_category);
        let main_category_ids = by_main_category.keys().copied().collect();

        let ratings: Vec<u8> = stored.numbers("rating")?.into_iter().map(|rating| rating as u8).collect();
        let preparation = stored.bytes("preparation")?;
        let mut documents_by_tag = stored.documents_by_flag(&preparation, &ratings)?;
        for (store, documents) in by_id(&stored.numbers("store")?) {
            documents_by_tag.push((Tags::assign_store(tags, store), documents));
        }
        for (category, documents) in by_main_category {
            documents_by_tag.push((Tags::assign_main_category(tags, category), documents));
        }
        let field_values = FieldValues::new(stored.fast.str("fact")?, stored.count, tags)?;
        documents_by_tag.extend(field_values.values);
        let positions_by_tag: Vec<_> =
            documents_by_tag.into_iter().map(|(tag, documents)| (tag, order.to_sorted_positions(documents))).collect();
        let numbers_by_key =
            field_values.numbers.into_iter().map(|(key, documents)| (key, SparseNumbers::new(&order, documents)));

        let name_lengths = order.reordered(stored.bytes("name_length")?);
        let qualities = order.reordered(qualities);
        let reordered = |name: &str| stored.numbers(name).map(|column| order.reordered(column));
        let reviews = reordered("reviews")?.into_iter().map(|count| count.clamp(0, u32::MAX.into()) as u32);

        Ok(Self {
            id: reordered("id")?,
            price: DenseNumbers::new(&order, reordered("price")?),
            popularity: reordered("popularity")?,
            published: reordered("published")?,
            reviews: reviews.collect(),
            rating: order.reordered(ratings),
            preparation: order.reordered(preparation),
            main_category,
            block_main_categories,
            main_category_ids,
            points: std::array::from_fn(|index| Points::new(index as u32 + 1, &qualities, &name_lengths)),
            all: all_positions(&order),
            tag_bitmaps: TagBitmaps::new(&order, &positions_by_tag),
            numbers: numbers_by_key.collect(),
            categories: by_category(&stored.fast.i64("category")?, &order),
            subtrees: RwLock::default(),
            order,
        })
    }

    /// Number of positions, used or not.
    pub fn length(&self) -> u32 {
        self.order.length
    }

    pub fn count(&self) -> u32 {
        self.order.positions().len() as u32
    }

    pub fn points(&self, words: u32) -> &Points {
        &self.points[(words as usize).clamp(1, MAX_WORDS) - 1]
    }

    /// Cached: a change of the category tree rebuilds the whole index.
    pub fn subtree(&self, taxonomy: &Taxonomy, category: i64) -> Arc<DocumentSet> {
        if let Some(cached) = self.subtrees.read().unwrap_or_else(PoisonError::into_inner).get(&category) {
            return cached.clone();
        }
        let mut bits = Bits::empty(self.length());
        for category in taxonomy.subtree(category) {
            if let Some(set) = self.categories.get(&category) {
                set.union_into(&mut bits);
            }
        }
        let set = Arc::new(DocumentSet::new(bits.iter().collect(), self.length()));
        self.subtrees.write().unwrap_or_else(PoisonError::into_inner).insert(category, set.clone());
        set
    }
}

impl Points {
    fn new(words: u32, qualities: &[u8], name_lengths: &[u8]) -> Self {
        // The last entry also serves longer queries.
        let words = if words < MAX_WORDS as u32 { words } else { u8::MAX.into() };
        let values = qualities.iter().zip(name_lengths).map(|(quality, name_length)| {
            (u32::from(*quality) + ranking::brevity(words, (*name_length).into())).min(u8::MAX.into()) as u8
        });
        let values: Vec<_> = values.collect();
        let block_max = values.chunks(BLOCK).map(|block| block.iter().copied().max().unwrap_or(0)).collect();
        Self { values, block_max }
    }
}

/// Columns in tantivy's order of documents.
struct StoredColumns<'a> {
    fast: &'a FastFieldReaders,
    count: u32,
}

impl StoredColumns<'_> {
    fn numbers(&self, name: &str) -> tantivy::Result<Vec<i64>> {
        let column = self.fast.i64(name)?;
        Ok((0..self.count).map(|document| column.first(document).unwrap_or(0)).collect())
    }

    fn bytes(&self, name: &str) -> tantivy::Result<Vec<u8>> {
        let column = self.fast.u64(name)?;
        Ok((0..self.count).map(|document| column.first(document).unwrap_or(0).min(255) as u8).collect())
    }

    fn documents_by_flag(&self, preparation: &[u8], ratings: &[u8]) -> tantivy::Result<Vec<(Tag, Vec<u32>)>> {
        let mut documents_by_tag = Vec::new();
        for (name, tag) in [("discounted", DISCOUNTED), ("in_stock", IN_STOCK), ("bestseller", BESTSELLER)] {
            let column = self.fast.bool(name)?;
            documents_by_tag.push((tag, self.select(|document| column.first(document) == Some(true))));
        }
        documents_by_tag.push((READY_TODAY, self.select(|document| preparation[document as usize] == 0)));
        for stars in STARS {
            documents_by_tag.push((rated(stars), self.select(|document| ratings[document as usize] >= stars * 10)));
        }
        Ok(documents_by_tag)
    }

    fn select(&self, matches: impl Fn(u32) -> bool) -> Vec<u32> {
        (0..self.count).filter(|document| matches(*document)).collect()
    }
}

fn by_id(column: &[i64]) -> BTreeMap<i64, Vec<u32>> {
    let mut by_id: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    for (document, id) in (0..).zip(column) {
        by_id.entry(*id).or_default().push(document);
    }
    by_id
}

/// Returns one index per position, and one per block whose documents all have the same.
fn main_categories_by_position(
    order: &DocumentOrder,
    by_main_category: &BTreeMap<i64, Vec<u32>>,
) -> (Vec<u32>, Vec<Option<u32>>) {
    let mut main_category = vec![0; order.length as usize];
    let mut by_block: Vec<Vec<u32>> = vec![Vec::new(); order.length as usize / BLOCK];
    for (index, documents) in (0..).zip(by_main_category.values()) {
        for position in documents.iter().map(|document| order.position(*document) as usize) {
            main_category[position] = index;
            let in_block = &mut by_block[position / BLOCK];
            if in_block.last() != Some(&index) {
                in_block.push(index);
            }
        }
    }
    let only_one = |categories: Vec<u32>| if let [category] = categories[..] { Some(category) } else { None };
    (main_category, by_block.into_iter().map(only_one).collect())
}

fn all_positions(order: &DocumentOrder) -> Bits {
    let mut all = Bits::empty(order.length);
    for position in order.positions() {
        all.insert(*position);
    }
    all
}

fn by_category(column: &Column<i64>, order: &DocumentOrder) -> HashMap<i64, DocumentSet> {
    let mut by_category: HashMap<i64, Vec<u32>> = HashMap::new();
    for document in 0..order.positions().len() as u32 {
        for id in column.values_for_doc(document) {
            by_category.entry(id).or_default().push(document);
        }
    }
    let sets = by_category.into_iter();
    sets.map(|(id, documents)| (id, DocumentSet::new(order.to_sorted_positions(documents), order.length))).collect()
}

#[derive(Default)]
struct FieldValues {
    values: Vec<(Tag, Vec<u32>)>,
    numbers: HashMap<String, Vec<(f64, Vec<u32>)>>,
}

impl FieldValues {
    fn new(column: Option<StrColumn>, count: u32, tags: &mut Arc<Tags>) -> tantivy::Result<Self> {
        let mut field_values = Self::default();
        let Some(column) = column else { return Ok(field_values) };
        let mut documents: Vec<Vec<u32>> = vec![Vec::new(); column.num_terms()];
        for document in 0..count {
            for term in column.term_ords(document) {
                documents[term as usize].push(document);
            }
        }
        let mut text = String::new();
        for (term, documents) in (0..).zip(documents) {
            column.ord_to_str(term, &mut text)?;
            match FieldValue::parse(&text) {
                Some(FieldValue::Value { key, value }) => {
                    field_values.values.push((Tags::assign_value(tags, key, value), documents));
                }
                Some(FieldValue::Number { key, number }) => {
                    field_values.numbers.entry(key.to_owned()).or_default().push((number, documents));
                }
                None => {}
            }
        }
        Ok(field_values)
    }
}
