//! Counting what a list can be narrowed by. Every count leaves out its own choice, so that it tells what another choice
//! would bring; a choice that would bring nothing is told only when it is the one that was made.

use std::{collections::HashMap, sync::Arc};

use super::{
    columns::Columns,
    find::{Hits, Search},
    places::{Field, Places, Value},
    selection::{Choice, Selection},
    set::Found,
    tally::Tally,
};
use crate::domain::{
    attribute::{FieldType, NO, YES, yes_or_no},
    facet::{Common, Counted, Facet},
};

pub type Facets = Vec<Facet>;

const MOST_STORES: usize = 20;
const MOST_FIELDS: usize = 8;
/// At least so many stars.
const STARS: [u8; 4] = [4, 3, 2, 1];

pub fn count(search: &Search<'_>, hits: &Hits) -> Facets {
    let columns = || search.snapshot.segments.iter().map(|segment| &segment.part.columns);
    let all = Tally::of(columns().zip(hits.chosen.iter().cloned().map(Found::from)));
    // Whatever was chosen was chosen in all segments.
    let choices = search.selections.first().into_iter().flat_map(Selection::choices);
    let without = choices.map(|choice| {
        let segments = search.selections.iter().zip(&hits.fitting);
        let found = segments.map(|(selection, fitting)| selection.without(fitting, choice));
        (choice, Tally::of(columns().zip(found)))
    });
    Counting { search, all, without: without.collect() }.facets()
}

struct Counting<'a> {
    search: &'a Search<'a>,
    /// What fits all that was chosen.
    all: Tally,
    /// What fits all that was chosen but one.
    without: Vec<(&'a Choice, Tally)>,
}

/// A field as a list shows it: with the values that all of the definitions behind it know.
struct Shown<'a> {
    field: &'a Field,
    values: Vec<(&'a str, String)>,
}

impl Counting<'_> {
    fn facets(&self) -> Facets {
        let common = [
            self.categories(),
            self.stores(),
            self.price(),
            self.ratings(),
            self.flag(Common::Discounted, &Choice::Discounted),
            self.flag(Common::InStock, &Choice::InStock),
        ];
        let fields = self.shown_fields();
        let fields = fields.into_iter().map(|shown| self.field(shown));
        common.into_iter().chain(fields).flatten().collect()
    }

    fn places(&self) -> &Places {
        &self.search.snapshot.places
    }

    /// What fits all that was chosen but this, which is all that fits when this was not chosen.
    fn leaving_out(&self, choice: &Choice) -> &Tally {
        self.without.iter().find(|(chosen, _)| *chosen == choice).map_or(&self.all, |(_, tally)| tally)
    }

    fn is_chosen(&self, choice: &Choice) -> bool {
        self.without.iter().any(|(chosen, _)| *chosen == choice)
    }

    fn columns(&self) -> impl Iterator<Item = &Columns> {
        self.search.snapshot.segments.iter().map(|segment| &segment.part.columns)
    }

    fn common(&self, facet: Common, values: Vec<Counted>) -> Option<Facet> {
        (!values.is_empty()).then(|| facet.facet(self.search.ask.language, values))
    }

    /// The next level below the place.
    fn categories(&self) -> Option<Facet> {
        let language = self.search.ask.language.code();
        let children = self.places().children(self.search.ask.category).iter();
        let values = children.filter_map(|child| {
            let counts = self.columns().zip(self.all.found());
            let count =
                counts.map(|(columns, all)| u64::from(columns.subtree(self.places(), *child).count_in(all))).sum();
            let category = self.places().category(*child)?;
            let label = category.name.get(language).unwrap_or(&category.name.az).to_owned();
            (count > 0).then(|| Counted { value: category.slug.clone(), label, count })
        });
        self.common(Common::Category, values.collect())
    }

    /// Those with most of it, and the one chosen.
    fn stores(&self) -> Option<Facet> {
        let chosen = self.search.ask.filters.store;
        let tally = self.leaving_out(&Choice::Store);
        let without_any = chosen.filter(|id| !tally.stores.contains_key(id)).map(|id| (id, 0));
        let mut counts: Vec<_> = tally.stores.iter().map(|(id, count)| (*id, *count)).chain(without_any).collect();
        counts.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse((chosen == Some(*id), *count)), *id));
        counts.truncate(MOST_STORES);
        counts.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
        let values = counts.into_iter().filter_map(|(id, count)| {
            let store = self.places().store(id)?;
            Some(Counted { value: store.slug.clone(), label: store.name.clone(), count })
        });
        self.common(Common::Store, values.collect())
    }

    fn price(&self) -> Option<Facet> {
        let (min, max) = self.leaving_out(&Choice::Price).prices;
        let bounds = (min <= max).then_some((min as f64, max as f64))?;
        let facet = Common::Price.facet(self.search.ask.language, Vec::new());
        Some(Facet { bounds: Some(bounds), ..facet })
    }

    fn ratings(&self) -> Option<Facet> {
        let by_tenths = self.leaving_out(&Choice::Rating).ratings;
        let chosen = self.search.ask.filters.rating;
        let values = STARS.into_iter().filter_map(|stars| {
            let count: u64 = by_tenths[usize::from(stars) * 10..].iter().sum();
            let is_chosen = chosen == Some(i16::from(stars) * 10);
            (count > 0 || is_chosen).then(|| Counted { value: stars.to_string(), label: format!("{stars}+"), count })
        });
        self.common(Common::Rating, values.collect())
    }

    fn flag(&self, facet: Common, choice: &Choice) -> Option<Facet> {
        let is_discount = facet == Common::Discounted;
        let sets =
            self.columns().map(|columns| Some(if is_discount { &columns.discounted } else { &columns.in_stock }));
        let count = self.leaving_out(choice).having(sets);
        let label = yes_or_no(YES, self.search.ask.language).to_owned();
        let value = (count > 0 || self.is_chosen(choice)).then(|| Counted { value: YES.to_owned(), label, count });
        self.common(facet, value.into_iter().collect())
    }

    fn shown_fields(&self) -> Vec<Shown<'_>> {
        match self.search.ask.category {
            Some(category) => self.places().filterable(category).iter().map(|field| self.shown(&[field])).collect(),
            None => self.fields_of_most(),
        }
    }

    /// The fields of the categories that hold most of what was found, and those that were chosen.
    fn fields_of_most(&self) -> Vec<Shown<'_>> {
        let mut at_home: Vec<_> = self.all.homes.iter().map(|(id, count)| (*id, *count)).collect();
        at_home.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
        let mut by_key: HashMap<&str, (u64, Vec<&Arc<Field>>)> = HashMap::new();
        for (category, count) in at_home {
            for field in self.places().filterable(category) {
                let (sum, fields) = by_key.entry(&field.key).or_default();
                *sum += count;
                if !fields.iter().any(|known| Arc::ptr_eq(known, field)) {
                    fields.push(field);
                }
            }
        }
        let is_chosen = |key: &str| self.search.ask.filters.fields.iter().any(|wanted| wanted.key == key);
        let mut fields: Vec<_> = by_key.into_iter().collect();
        fields.sort_unstable_by_key(|(key, (sum, _))| (std::cmp::Reverse((is_chosen(key), *sum)), *key));
        fields.truncate(MOST_FIELDS);
        fields.into_iter().map(|(_, (_, fields))| self.shown(&fields)).collect()
    }

    /// Definitions of one key together; the first names it.
    fn shown<'a>(&self, fields: &[&'a Arc<Field>]) -> Shown<'a> {
        let language = self.search.ask.language;
        let first = fields[0];
        if first.r#type == FieldType::Toggle {
            let values = [YES, NO].map(|value| (value, yes_or_no(value, language).to_owned()));
            return Shown { field: first, values: values.into() };
        }
        let mut values: Vec<(&str, String)> = Vec::new();
        let mut are_known = vec![false; self.places().value_count];
        for Value { text, label, number } in fields.iter().flat_map(|field| &field.values) {
            if !std::mem::replace(&mut are_known[*number], true) {
                values.push((text, label.get(language.code()).unwrap_or(&label.az).to_owned()));
            }
        }
        Shown { field: first, values }
    }

    fn field(&self, shown: Shown<'_>) -> Option<Facet> {
        let language = self.search.ask.language.code();
        let Field { key, r#type, name, unit, .. } = shown.field;
        let found = self.leaving_out(&Choice::Field(key.clone()));
        let mut facet = Facet {
            key: key.clone(),
            name: name.get(language).unwrap_or(&name.az).to_owned(),
            r#type: *r#type,
            values: Vec::new(),
            bounds: None,
            unit: unit.as_ref().map(|unit| unit.get(language).unwrap_or(&unit.az).to_owned()),
        };
        if *r#type == FieldType::Range {
            facet.bounds = Some(self.bounds(key, found)?);
            return Some(facet);
        }
        let wishes = self.search.ask.filters.fields.iter().filter(|wanted| wanted.key == *key);
        let chosen: Vec<_> = wishes.flat_map(|wanted| &wanted.values).collect();
        let values: Vec<_> = self.columns().map(|columns| columns.values.get(key)).collect();
        for (value, label) in shown.values {
            let count = found.having(values.iter().map(|values| values.as_ref()?.get(value)));
            if count > 0 || chosen.iter().any(|chosen| *chosen == value) {
                facet.values.push(Counted { value: value.to_owned(), label, count });
            }
        }
        (!facet.values.is_empty()).then_some(facet)
    }

    fn bounds(&self, key: &str, found: &Tally) -> Option<(f64, f64)> {
        let mut bounds: Option<(f64, f64)> = None;
        for (columns, found) in self.columns().zip(found.found()) {
            let Some(column) = columns.numbers.get(key) else { continue };
            for (document, number) in column.documents.iter().zip(&column.numbers) {
                if found.contains(*document) {
                    let (min, max) = bounds.unwrap_or((*number, *number));
                    bounds = Some((min.min(*number), max.max(*number)));
                }
            }
        }
        bounds
    }
}
