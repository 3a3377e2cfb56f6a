//! Applies the filters of a request to a segment. Each filter has a separate set, because a facet leaves out its own.

use super::{
    columns::Columns,
    set::Bits,
    snapshot::{Segment, Snapshot},
    tags::{BESTSELLER, DISCOUNTED, IN_STOCK, READY_TODAY, Tag, Tags},
};
use crate::listing::{FieldCondition, Filters};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterKind {
    Store,
    Price,
    Rating,
    Discounted,
    InStock,
    ReadyToday,
    Bestseller,
    Field(String),
}

pub struct Selection<'a> {
    segment: &'a Segment,
    /// `None` for the whole shop.
    category_documents: Option<Bits>,
    filters: Vec<(FilterKind, Bits)>,
}

impl<'a> Selection<'a> {
    pub fn new(segment: &'a Segment, snapshot: &Snapshot, category: Option<i64>, filters: &Filters) -> Self {
        let columns = &segment.data.columns;
        let category_documents = category.map(|category| {
            let mut documents = Bits::empty(columns.length());
            columns.subtree(&snapshot.taxonomy, category).union_into(&mut documents);
            documents
        });
        Self { segment, category_documents, filters: filter_sets(columns, &snapshot.tags, filters) }
    }

    /// Keeps documents for sale in the listed category.
    pub fn in_category(&self, block: usize, bits: u64) -> u64 {
        bits & self.segment.alive.block(block)
            & self.category_documents.as_ref().map_or(u64::MAX, |documents| documents.block(block))
    }

    pub fn contains(&self, document: u32) -> bool {
        self.segment.alive.contains(document)
            && self.category_documents.as_ref().is_none_or(|documents| documents.contains(document))
    }

    pub fn passes_filters(&self, document: u32) -> bool {
        self.filters.iter().all(|(_, set)| set.contains(document))
    }

    pub fn filter_block(&self, block: usize, bits: u64) -> u64 {
        self.filters.iter().fold(bits, |bits, (_, set)| bits & set.block(block))
    }

    /// All documents for sale in the listed category.
    pub fn all(&self) -> Bits {
        let mut all = self.segment.alive.clone();
        if let Some(category_documents) = &self.category_documents {
            all.intersect(category_documents);
        }
        all
    }

    pub fn filtered(&self, found: &Bits) -> Option<Bits> {
        (!self.filters.is_empty()).then(|| self.filter(found, None))
    }

    pub fn filtered_except(&self, found: &Bits, left_out: &FilterKind) -> Bits {
        self.filter(found, Some(left_out))
    }

    pub fn kinds(&self) -> impl Iterator<Item = &FilterKind> {
        self.filters.iter().map(|(kind, _)| kind)
    }

    fn filter(&self, found: &Bits, left_out: Option<&FilterKind>) -> Bits {
        let mut documents = found.clone();
        for (_, set) in self.filters.iter().filter(|(kind, _)| Some(kind) != left_out) {
            documents.intersect(set);
        }
        documents
    }
}

fn filter_sets(columns: &Columns, tags: &Tags, filters: &Filters) -> Vec<(FilterKind, Bits)> {
    let length = columns.length();
    let with_tag = |tag: Option<Tag>| {
        let mut bits = Bits::empty(length);
        if let Some(tag) = tag {
            columns.tag_bitmaps.union_into(tag, &mut bits);
        }
        bits
    };

    let mut sets = Vec::new();
    if let Some(store) = filters.store {
        sets.push((FilterKind::Store, with_tag(tags.store(store))));
    }
    if filters.min_price.is_some() || filters.max_price.is_some() {
        let prices = filters.min_price.unwrap_or(i64::MIN)..=filters.max_price.unwrap_or(i64::MAX);
        let priced = Bits::from_fn(length, |document| prices.contains(&columns.price.values[document]));
        sets.push((FilterKind::Price, priced));
    }
    if let Some(rating) = filters.rating {
        let rated = Bits::from_fn(length, |document| i16::from(columns.rating[document]) >= rating);
        sets.push((FilterKind::Rating, rated));
    }
    for (is_set, kind, tag) in [
        (filters.discounted, FilterKind::Discounted, DISCOUNTED),
        (filters.in_stock, FilterKind::InStock, IN_STOCK),
        (filters.ready_today, FilterKind::ReadyToday, READY_TODAY),
        (filters.bestseller, FilterKind::Bestseller, BESTSELLER),
    ] {
        if is_set {
            sets.push((kind, with_tag(Some(tag))));
        }
    }
    sets.extend(field_sets(columns, tags, &filters.fields));
    sets
}

/// Conditions with the same key are alternatives.
fn field_sets(columns: &Columns, tags: &Tags, conditions: &[FieldCondition]) -> Vec<(FilterKind, Bits)> {
    let mut sets: Vec<(FilterKind, Bits)> = Vec::new();
    for condition in conditions {
        let kind = FilterKind::Field(condition.key.clone());
        let index = sets.iter().position(|(other, _)| *other == kind).unwrap_or_else(|| {
            sets.push((kind, Bits::empty(columns.length())));
            sets.len() - 1
        });
        let set = &mut sets[index].1;
        for tag in condition.values.iter().filter_map(|value| tags.value(&condition.key, value)) {
            columns.tag_bitmaps.union_into(tag, set);
        }
        if let (Some((min, max)), Some(numbers)) = (condition.between, columns.numbers.get(&condition.key)) {
            numbers.between(min, max).for_each(|document| set.insert(document));
        }
    }
    sets
}
