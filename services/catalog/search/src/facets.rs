//! Counts facets. Each facet ignores its own filter, so that its counts show the effect of choosing another value.
//! Values without products are left out unless they are chosen.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use super::{
    hits::{Hits, Lookup},
    numbers::Bounds,
    places::{Field, Places, Value},
    selection::{Choice, Selection},
    tags::{DISCOUNTED, IN_STOCK, READY_TODAY, STARS, Tag, Tags, rated},
    tally::Tally,
};
use crate::{
    attribute::{FieldType, NO, YES, yes_or_no},
    facet::{Common, Counted, Facet, Facets},
    texts::Texts,
};

const MOST_STORES: usize = 20;
const MOST_FIELDS: usize = 8;

pub fn count(lookup: &Lookup<'_>, hits: &Hits) -> Facets {
    let (snapshot, selections) = (lookup.snapshot, &lookup.selections);
    let columns = || snapshot.segments.iter().map(|segment| &segment.part.columns);
    let all = Tally::of(&snapshot.tags, columns().zip(hits.chosen().iter().map(Cow::Borrowed)));
    // Every segment has the same choices.
    let choices = selections.first().into_iter().flat_map(Selection::choices);
    let without = choices.map(|choice| {
        let found = selections.iter().zip(&hits.fitting).map(|(selection, fitting)| selection.without(fitting, choice));
        (choice, Tally::of(&snapshot.tags, columns().zip(found.map(Cow::Owned))))
    });
    Counting { lookup, without: without.collect(), all }.facets()
}

struct Counting<'a> {
    lookup: &'a Lookup<'a>,
    /// Products that match all filters.
    all: Tally<'a>,
    /// Products that match all filters except the named one.
    without: Vec<(&'a Choice, Tally<'a>)>,
}

/// A field to show, with the values of all its definitions.
struct Shown<'a> {
    field: &'a Field,
    values: Vec<(&'a str, Label<'a>)>,
}

enum Label<'a> {
    Texts(&'a Texts),
    Spoken(&'a str),
}

impl Counting<'_> {
    fn facets(&self) -> Facets {
        let common = [
            self.categories(),
            self.stores(),
            self.price(),
            self.ratings(),
            self.flag(Common::Discounted, &Choice::Discounted, DISCOUNTED),
            self.flag(Common::InStock, &Choice::InStock, IN_STOCK),
            self.flag(Common::ReadyToday, &Choice::ReadyToday, READY_TODAY),
        ];
        let fields = self.shown_fields();
        let fields = fields.into_iter().map(|shown| self.field(shown));
        common.into_iter().chain(fields).flatten().collect()
    }

    fn places(&self) -> &Places {
        &self.lookup.snapshot.places
    }

    fn tags(&self) -> &Tags {
        &self.lookup.snapshot.tags
    }

    /// Products that match all filters except `choice`; the same as `all` when `choice` is not set.
    fn leaving_out(&self, choice: &Choice) -> &Tally<'_> {
        self.without.iter().find(|(chosen, _)| *chosen == choice).map_or(&self.all, |(_, tally)| tally)
    }

    fn is_chosen(&self, choice: &Choice) -> bool {
        self.without.iter().any(|(chosen, _)| *chosen == choice)
    }

    fn common(&self, facet: Common, values: Vec<Counted>) -> Option<Facet> {
        (!values.is_empty()).then(|| facet.facet(self.lookup.ask.language, values))
    }

    /// Direct subcategories of the listed category.
    fn categories(&self) -> Option<Facet> {
        let language = self.lookup.ask.language.code();
        let children = self.places().children(self.lookup.ask.category).iter();
        let values = children.filter_map(|child| {
            let count = self.all.within(|columns, all| columns.subtree(self.places(), *child).count_in(all));
            let category = self.places().category(*child)?;
            let label = category.name.get(language).unwrap_or(&category.name.az).to_owned();
            (count > 0).then(|| Counted { value: category.slug.clone(), label, count })
        });
        self.common(Common::Category, values.collect())
    }

    /// The stores with most products, and the chosen one.
    fn stores(&self) -> Option<Facet> {
        let chosen = self.lookup.ask.filters.store;
        let tally = self.leaving_out(&Choice::Store);
        let counts = self.tags().stores().map(|(id, tag)| (id, tally.having(tag)));
        let mut counts: Vec<_> = counts.filter(|(id, count)| *count > 0 && chosen != Some(*id)).collect();
        // A store without products may have no tag.
        counts.extend(chosen.map(|id| (id, self.tags().store(id).map_or(0, |tag| tally.having(tag)))));
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
        let Bounds { min, max } = self.leaving_out(&Choice::Price).prices?;
        let facet = Common::Price.facet(self.lookup.ask.language, Vec::new());
        Some(Facet { bounds: Some((min as f64, max as f64)), ..facet })
    }

    fn ratings(&self) -> Option<Facet> {
        let tally = self.leaving_out(&Choice::Rating);
        let chosen = self.lookup.ask.filters.rating;
        let values = STARS.into_iter().filter_map(|stars| {
            let count = tally.having(rated(stars));
            let is_chosen = chosen == Some(i16::from(stars) * 10);
            (count > 0 || is_chosen).then(|| Counted { value: stars.to_string(), label: format!("{stars}+"), count })
        });
        self.common(Common::Rating, values.collect())
    }

    fn flag(&self, facet: Common, choice: &Choice, tag: Tag) -> Option<Facet> {
        let count = self.leaving_out(choice).having(tag);
        let label = yes_or_no(YES, self.lookup.ask.language).to_owned();
        let value = (count > 0 || self.is_chosen(choice)).then(|| Counted { value: YES.to_owned(), label, count });
        self.common(facet, value.into_iter().collect())
    }

    fn shown_fields(&self) -> Vec<Shown<'_>> {
        match self.lookup.ask.category {
            Some(category) => self.places().filterable(category).iter().map(|field| self.shown(&[field])).collect(),
            None => self.fields_of_most(),
        }
    }

    /// Fields of the categories with most matches, and fields that are filtered by.
    fn fields_of_most(&self) -> Vec<Shown<'_>> {
        let at_home = self.tags().homes().map(|(id, tag)| (id, self.all.having(tag)));
        let mut at_home: Vec<_> = at_home.filter(|(_, count)| *count > 0).collect();
        at_home.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
        let mut by_key: HashMap<&str, (u64, Vec<&Arc<Field>>)> = HashMap::new();
        let mut are_known = vec![false; self.places().field_count];
        for (category, count) in at_home {
            for field in self.places().filterable(category) {
                let (sum, fields) = by_key.entry(&field.key).or_default();
                *sum += count;
                if !std::mem::replace(&mut are_known[field.number], true) {
                    fields.push(field);
                }
            }
        }
        let is_chosen = |key: &str| self.lookup.ask.filters.fields.iter().any(|wanted| wanted.key == key);
        let mut fields: Vec<_> = by_key.into_iter().collect();
        fields.sort_unstable_by_key(|(key, (sum, _))| (std::cmp::Reverse((is_chosen(key), *sum)), *key));
        fields.truncate(MOST_FIELDS);
        fields.into_iter().map(|(_, (_, fields))| self.shown(&fields)).collect()
    }

    /// Merges definitions with the same key; the first gives name and type.
    fn shown<'a>(&self, fields: &[&'a Arc<Field>]) -> Shown<'a> {
        let language = self.lookup.ask.language;
        let first = fields[0];
        if first.r#type == FieldType::Toggle {
            let values = [YES, NO].map(|value| (value, Label::Spoken(yes_or_no(value, language))));
            return Shown { field: first, values: values.into() };
        }
        let mut values = Vec::new();
        let mut are_known = vec![false; self.places().value_count];
        for Value { text, label, number } in fields.iter().flat_map(|field| &field.values) {
            if !std::mem::replace(&mut are_known[*number], true) {
                values.push((text.as_str(), Label::Texts(label)));
            }
        }
        Shown { field: first, values }
    }

    fn field(&self, shown: Shown<'_>) -> Option<Facet> {
        let language = self.lookup.ask.language.code();
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
            let Bounds { min, max } = found.bounds(key)?;
            facet.bounds = Some((min, max));
            return Some(facet);
        }
        let wishes = self.lookup.ask.filters.fields.iter().filter(|wanted| wanted.key == *key);
        let chosen: Vec<_> = wishes.flat_map(|wanted| &wanted.values).collect();
        let tags = self.tags().values(key);
        for (value, label) in shown.values {
            let count = tags.and_then(|tags| tags.get(value)).map_or(0, |tag| found.having(*tag));
            if count > 0 || chosen.iter().any(|chosen| *chosen == value) {
                let label = match label {
                    Label::Texts(texts) => texts.get(language).unwrap_or(&texts.az),
                    Label::Spoken(spoken) => spoken,
                };
                facet.values.push(Counted { value: value.to_owned(), label: label.to_owned(), count });
            }
        }
        (!facet.values.is_empty()).then_some(facet)
    }
}
