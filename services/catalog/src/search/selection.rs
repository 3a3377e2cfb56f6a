//! Filters, segment by segment: one set of documents for each thing that was chosen, kept apart, because the counts of
//! a facet leave out its own choice.

use super::{
    columns::Columns,
    places::Places,
    set::{Bits, Found},
    snapshot::Segment,
};
use crate::domain::listing::{Filters, Wanted};

/// What can be chosen, and counted without its own choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Store,
    Price,
    Rating,
    Discounted,
    InStock,
    /// A field, by its key.
    Field(String),
}

/// What of a segment may be found.
pub struct Selection {
    /// What is for sale in the place asked for.
    pub place: Bits,
    chosen: Vec<(Choice, Bits)>,
}

impl Selection {
    pub fn of(segment: &Segment, places: &Places, category: Option<i64>, filters: &Filters) -> Self {
        let columns = &segment.part.columns;
        let mut place = segment.alive.clone();
        if let Some(category) = category {
            let mut there = Bits::none(columns.length);
            columns.subtree(places, category).add_to(&mut there);
            place.keep(&there);
        }
        Self { place, chosen: chosen(columns, filters) }
    }

    /// Those of the place that fit everything chosen.
    pub fn all(&self) -> Bits {
        self.fitting(self.place.clone(), None)
    }

    /// Those of `found` that fit everything chosen but `left_out`.
    pub fn without(&self, found: &Bits, left_out: &Choice) -> Found {
        self.fitting(found.clone(), Some(left_out)).into()
    }

    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.chosen.iter().map(|(choice, _)| choice)
    }

    fn fitting(&self, mut documents: Bits, left_out: Option<&Choice>) -> Bits {
        for (_, fitting) in self.chosen.iter().filter(|(choice, _)| Some(choice) != left_out) {
            documents.keep(fitting);
        }
        documents
    }
}

fn chosen(columns: &Columns, filters: &Filters) -> Vec<(Choice, Bits)> {
    let length = columns.length;
    let mut chosen = Vec::new();
    if let Some(store) = filters.store {
        let wanted = columns.stores.iter().position(|id| *id == store).map(|place| place as u32);
        chosen.push((Choice::Store, Bits::of(length, |document| Some(columns.marks[document].store) == wanted)));
    }
    if filters.min_price.is_some() || filters.max_price.is_some() {
        let prices = filters.min_price.unwrap_or(i64::MIN)..=filters.max_price.unwrap_or(i64::MAX);
        chosen.push((Choice::Price, Bits::of(length, |document| prices.contains(&columns.price[document]))));
    }
    if let Some(rating) = filters.rating {
        chosen.push((Choice::Rating, Bits::of(length, |document| i16::from(columns.marks[document].rating) >= rating)));
    }
    for (is_wanted, choice, set) in [
        (filters.discounted, Choice::Discounted, &columns.discounted.documents),
        (filters.in_stock, Choice::InStock, &columns.in_stock.documents),
    ] {
        if is_wanted {
            let mut bits = Bits::none(length);
            set.add_to(&mut bits);
            chosen.push((choice, bits));
        }
    }
    chosen.extend(fields(columns, &filters.fields));
    chosen
}

/// Of wishes for one key any may hold; a product fits when every key has one that does.
fn fields(columns: &Columns, wishes: &[Wanted]) -> Vec<(Choice, Bits)> {
    let mut chosen: Vec<(Choice, Bits)> = Vec::new();
    for wanted in wishes {
        let choice = Choice::Field(wanted.key.clone());
        let place = chosen.iter().position(|(known, _)| *known == choice).unwrap_or_else(|| {
            chosen.push((choice, Bits::none(columns.length)));
            chosen.len() - 1
        });
        let fitting = &mut chosen[place].1;
        for value in wanted.values.iter().filter_map(|value| columns.values.get(&wanted.key)?.get(value)) {
            value.documents.add_to(fitting);
        }
        if let (Some((min, max)), Some(column)) = (wanted.between, columns.numbers.get(&wanted.key)) {
            let numbers = column.documents.iter().zip(&column.numbers);
            numbers
                .filter(|(_, number)| (min..=max).contains(*number))
                .for_each(|(document, _)| fitting.insert(*document));
        }
    }
    chosen
}
