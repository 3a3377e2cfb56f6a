//! Applies filters to a segment. The documents of each filter are kept as separate sets, because facet counts leave out
//! their own filter.

use super::{
    columns::Columns,
    set::Bits,
    snapshot::{Segment, Snapshot},
    tags::{BESTSELLER, DISCOUNTED, IN_STOCK, READY_TODAY, Tag, Tags},
};
use crate::listing::{Filters, Wanted};

/// A filter that facet counts can leave out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Store,
    Price,
    Rating,
    Discounted,
    InStock,
    ReadyToday,
    Bestseller,
    /// Key of a category's field.
    Field(String),
}

/// The documents of a segment that pass the filters.
pub struct Selection<'a> {
    segment: &'a Segment,
    /// Documents of the listed category; `None` for the whole shop.
    place: Option<Bits>,
    chosen: Vec<(Choice, Bits)>,
}

impl<'a> Selection<'a> {
    pub fn of(segment: &'a Segment, snapshot: &Snapshot, category: Option<i64>, filters: &Filters) -> Self {
        let columns = &segment.part.columns;
        let place = category.map(|category| {
            let mut there = Bits::none(columns.length());
            columns.subtree(&snapshot.places, category).add_to(&mut there);
            there
        });
        Self { segment, place, chosen: chosen(columns, &snapshot.tags, filters) }
    }

    /// Keeps the documents that are for sale in the listed category.
    pub fn in_place(&self, word: usize, bits: u64) -> u64 {
        bits & self.segment.alive.word(word) & self.place.as_ref().map_or(u64::MAX, |place| place.word(word))
    }

    /// Keeps the documents that pass all filters.
    pub fn fitting(&self, word: usize, bits: u64) -> u64 {
        self.chosen.iter().fold(bits, |bits, (_, fitting)| bits & fitting.word(word))
    }

    /// All documents for sale in the listed category.
    pub fn everything(&self) -> Bits {
        let mut everything = self.segment.alive.clone();
        if let Some(place) = &self.place {
            everything.keep(place);
        }
        everything
    }

    /// The documents of `found` that pass all filters; `None` if there are no filters.
    pub fn narrowed(&self, found: &Bits) -> Option<Bits> {
        (!self.chosen.is_empty()).then(|| self.of_chosen(found, None))
    }

    /// The documents of `found` that pass all filters except `left_out`.
    pub fn without(&self, found: &Bits, left_out: &Choice) -> Bits {
        self.of_chosen(found, Some(left_out))
    }

    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.chosen.iter().map(|(choice, _)| choice)
    }

    fn of_chosen(&self, found: &Bits, left_out: Option<&Choice>) -> Bits {
        let mut documents = found.clone();
        for (_, fitting) in self.chosen.iter().filter(|(choice, _)| Some(choice) != left_out) {
            documents.keep(fitting);
        }
        documents
    }
}

fn chosen(columns: &Columns, tags: &Tags, filters: &Filters) -> Vec<(Choice, Bits)> {
    let length = columns.length();
    let having = |tag: Option<Tag>| {
        let mut bits = Bits::none(length);
        if let Some(tag) = tag {
            columns.stretches.add_to(tag, &mut bits);
        }
        bits
    };
    let mut chosen = Vec::new();
    if let Some(store) = filters.store {
        chosen.push((Choice::Store, having(tags.store(store))));
    }
    if filters.min_price.is_some() || filters.max_price.is_some() {
        let prices = filters.min_price.unwrap_or(i64::MIN)..=filters.max_price.unwrap_or(i64::MAX);
        chosen.push((Choice::Price, Bits::of(length, |document| prices.contains(&columns.price.each[document]))));
    }
    if let Some(rating) = filters.rating {
        chosen.push((Choice::Rating, Bits::of(length, |document| i16::from(columns.rating[document]) >= rating)));
    }
    for (is_wanted, choice, tag) in [
        (filters.discounted, Choice::Discounted, DISCOUNTED),
        (filters.in_stock, Choice::InStock, IN_STOCK),
        (filters.ready_today, Choice::ReadyToday, READY_TODAY),
        (filters.bestseller, Choice::Bestseller, BESTSELLER),
    ] {
        if is_wanted {
            chosen.push((choice, having(Some(tag))));
        }
    }
    chosen.extend(fields(columns, tags, &filters.fields));
    chosen
}

/// Filters with the same key are alternatives; a product must match one of each key.
fn fields(columns: &Columns, tags: &Tags, wishes: &[Wanted]) -> Vec<(Choice, Bits)> {
    let mut chosen: Vec<(Choice, Bits)> = Vec::new();
    for wanted in wishes {
        let choice = Choice::Field(wanted.key.clone());
        let place = chosen.iter().position(|(known, _)| *known == choice).unwrap_or_else(|| {
            chosen.push((choice, Bits::none(columns.length())));
            chosen.len() - 1
        });
        let fitting = &mut chosen[place].1;
        for tag in wanted.values.iter().filter_map(|value| tags.value(&wanted.key, value)) {
            columns.stretches.add_to(tag, fitting);
        }
        if let (Some((min, max)), Some(numbers)) = (wanted.between, columns.numbers.get(&wanted.key)) {
            numbers.between(min, max).for_each(|document| fitting.insert(document));
        }
    }
    chosen
}
