//! Counts facets. A facet ignores its own filter. Values without products are left out unless they are chosen.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use super::{
    hits::{Hits, Lookup},
    numbers::Bounds,
    selection::{FilterKind, Selection},
    tag_counts::TagCounts,
    tags::{DISCOUNTED, IN_STOCK, READY_TODAY, STARS, Tag, Tags, rated},
    taxonomy::{Field, Taxonomy, Value},
};
use crate::{
    attribute::{FieldType, NO, YES, yes_or_no},
    facet::{BuiltInFacet, Facet, FacetValue, Facets},
    texts::Texts,
};

const MAX_STORES: usize = 20;
/// Number of fields in a search of the whole shop.
const MAX_FIELDS: usize = 8;

pub fn count(lookup: &Lookup<'_>, hits: &Hits) -> Facets {
    let (snapshot, selections) = (lookup.snapshot, &lookup.selections);
    let columns = || snapshot.segments.iter().map(|segment| &segment.data.columns);
    let all = TagCounts::new(&snapshot.tags, columns().zip(hits.filtered().iter().map(Cow::Borrowed)));
    let kinds = selections.first().into_iter().flat_map(Selection::kinds);
    let counts_without_filter = kinds.map(|kind| {
        let filtered =
            selections.iter().zip(&hits.matches).map(|(selection, matches)| selection.filtered_except(matches, kind));
        (kind, TagCounts::new(&snapshot.tags, columns().zip(filtered.map(Cow::Owned))))
    });
    FacetCounter { lookup, without: counts_without_filter.collect(), all }.facets()
}

struct FacetCounter<'a> {
    lookup: &'a Lookup<'a>,
    all: TagCounts<'a>,
    /// For each filter that is set, the counts without it.
    without: Vec<(&'a FilterKind, TagCounts<'a>)>,
}

struct FacetField<'a> {
    field: &'a Field,
    values: Vec<(&'a str, Label<'a>)>,
}

enum Label<'a> {
    Texts(&'a Texts),
    Fixed(&'a str),
}

impl FacetCounter<'_> {
    fn facets(&self) -> Facets {
        let built_in = [
            self.categories(),
            self.stores(),
            self.price(),
            self.ratings(),
            self.flag(BuiltInFacet::Discounted, &FilterKind::Discounted, DISCOUNTED),
            self.flag(BuiltInFacet::InStock, &FilterKind::InStock, IN_STOCK),
            self.flag(BuiltInFacet::ReadyToday, &FilterKind::ReadyToday, READY_TODAY),
        ];
        let fields = self.facet_fields();
        let fields = fields.into_iter().map(|facet_field| self.field(facet_field));
        built_in.into_iter().chain(fields).flatten().collect()
    }

    fn taxonomy(&self) -> &Taxonomy {
        &self.lookup.snapshot.taxonomy
    }

    fn tags(&self) -> &Tags {
        &self.lookup.snapshot.tags
    }

    fn tag_counts_without(&self, kind: &FilterKind) -> &TagCounts<'_> {
        self.without.iter().find(|(chosen, _)| *chosen == kind).map_or(&self.all, |(_, tag_counts)| tag_counts)
    }

    fn is_chosen(&self, kind: &FilterKind) -> bool {
        self.without.iter().any(|(chosen, _)| *chosen == kind)
    }

    fn built_in(&self, facet: BuiltInFacet, values: Vec<FacetValue>) -> Option<Facet> {
        (!values.is_empty()).then(|| facet.facet(self.lookup.request.language, values))
    }

    fn categories(&self) -> Option<Facet> {
        let language = self.lookup.request.language.code();
        let children = self.taxonomy().children(self.lookup.request.category).iter();
        let values = children.filter_map(|child| {
            let count = self.all.sum(|columns, all| columns.subtree(self.taxonomy(), *child).count_in(all));
            let category = self.taxonomy().category(*child)?;
            let label = category.name.get(language).unwrap_or(&category.name.az).to_owned();
            (count > 0).then(|| FacetValue { value: category.slug.clone(), label, count })
        });
        self.built_in(BuiltInFacet::Category, values.collect())
    }

    /// The stores with most products. The chosen store is always among them.
    fn stores(&self) -> Option<Facet> {
        let chosen = self.lookup.request.filters.store;
        let tag_counts = self.tag_counts_without(&FilterKind::Store);
        let counts = self.tags().stores().map(|(id, tag)| (id, tag_counts.count(tag)));
        let mut counts: Vec<_> = counts.filter(|(id, count)| *count > 0 && chosen != Some(*id)).collect();
        // The chosen store may have no product, and so no tag.
        counts.extend(chosen.map(|id| (id, self.tags().store(id).map_or(0, |tag| tag_counts.count(tag)))));
        counts.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse((chosen == Some(*id), *count)), *id));
        counts.truncate(MAX_STORES);
        counts.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
        let values = counts.into_iter().filter_map(|(id, count)| {
            let store = self.taxonomy().store(id)?;
            Some(FacetValue { value: store.slug.clone(), label: store.name.clone(), count })
        });
        self.built_in(BuiltInFacet::Store, values.collect())
    }

    fn price(&self) -> Option<Facet> {
        let Bounds { min, max } = self.tag_counts_without(&FilterKind::Price).prices?;
        let facet = BuiltInFacet::Price.facet(self.lookup.request.language, Vec::new());
        Some(Facet { bounds: Some((min as f64, max as f64)), ..facet })
    }

    fn ratings(&self) -> Option<Facet> {
        let tag_counts = self.tag_counts_without(&FilterKind::Rating);
        let chosen = self.lookup.request.filters.rating;
        let values = STARS.into_iter().filter_map(|stars| {
            let count = tag_counts.count(rated(stars));
            // In tenths of a star.
            let is_chosen = chosen == Some(i16::from(stars) * 10);
            (count > 0 || is_chosen).then(|| FacetValue { value: stars.to_string(), label: format!("{stars}+"), count })
        });
        self.built_in(BuiltInFacet::Rating, values.collect())
    }

    fn flag(&self, facet: BuiltInFacet, kind: &FilterKind, tag: Tag) -> Option<Facet> {
        let count = self.tag_counts_without(kind).count(tag);
        let label = yes_or_no(YES, self.lookup.request.language).to_owned();
        let value = (count > 0 || self.is_chosen(kind)).then(|| FacetValue { value: YES.to_owned(), label, count });
        self.built_in(facet, value.into_iter().collect())
    }

    fn facet_fields(&self) -> Vec<FacetField<'_>> {
        match self.lookup.request.category {
            Some(category) => {
                self.taxonomy().filterable(category).iter().map(|field| self.merge_definitions(&[field])).collect()
            }
            None => self.fields_of_top_categories(),
        }
    }

    /// Fields of the categories with most products. Fields with a chosen value come first.
    fn fields_of_top_categories(&self) -> Vec<FacetField<'_>> {
        let by_category = self.tags().main_categories().map(|(id, tag)| (id, self.all.count(tag)));
        let mut by_category: Vec<_> = by_category.filter(|(_, count)| *count > 0).collect();
        by_category.sort_unstable_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));

        let mut by_key: HashMap<&str, (u64, Vec<&Arc<Field>>)> = HashMap::new();
        let mut is_added = vec![false; self.taxonomy().field_count];
        for (category, count) in by_category {
            for field in self.taxonomy().filterable(category) {
                let (sum, fields) = by_key.entry(&field.key).or_default();
                *sum += count;
                if !std::mem::replace(&mut is_added[field.number], true) {
                    fields.push(field);
                }
            }
        }

        let is_chosen = |key: &str| self.lookup.request.filters.fields.iter().any(|condition| condition.key == key);
        let mut fields: Vec<_> = by_key.into_iter().collect();
        fields.sort_unstable_by_key(|(key, (sum, _))| (std::cmp::Reverse((is_chosen(key), *sum)), *key));
        fields.truncate(MAX_FIELDS);
        fields.into_iter().map(|(_, (_, fields))| self.merge_definitions(&fields)).collect()
    }

    /// Several categories may define a field with this key.
    fn merge_definitions<'a>(&self, fields: &[&'a Arc<Field>]) -> FacetField<'a> {
        let language = self.lookup.request.language;
        let first = fields[0];
        if first.r#type == FieldType::Toggle {
            let values = [YES, NO].map(|value| (value, Label::Fixed(yes_or_no(value, language))));
            return FacetField { field: first, values: values.into() };
        }

        let mut values = Vec::new();
        let mut is_added = vec![false; self.taxonomy().value_count];
        for Value { text, label, number } in fields.iter().flat_map(|field| &field.values) {
            if !std::mem::replace(&mut is_added[*number], true) {
                values.push((text.as_str(), Label::Texts(label)));
            }
        }
        FacetField { field: first, values }
    }

    fn field(&self, facet_field: FacetField<'_>) -> Option<Facet> {
        let language = self.lookup.request.language.code();
        let Field { key, r#type, name, unit, .. } = facet_field.field;
        let tag_counts = self.tag_counts_without(&FilterKind::Field(key.clone()));
        let mut facet = Facet {
            key: key.clone(),
            name: name.get(language).unwrap_or(&name.az).to_owned(),
            r#type: *r#type,
            values: Vec::new(),
            bounds: None,
            unit: unit.as_ref().map(|unit| unit.get(language).unwrap_or(&unit.az).to_owned()),
        };

        if *r#type == FieldType::Range {
            let Bounds { min, max } = tag_counts.bounds(key)?;
            facet.bounds = Some((min, max));
            return Some(facet);
        }

        let conditions = self.lookup.request.filters.fields.iter().filter(|condition| condition.key == *key);
        let chosen: Vec<_> = conditions.flat_map(|condition| &condition.values).collect();
        let tags = self.tags().values(key);
        for (value, label) in facet_field.values {
            let count = tags.and_then(|tags| tags.get(value)).map_or(0, |tag| tag_counts.count(*tag));
            if count > 0 || chosen.iter().any(|chosen| *chosen == value) {
                let label = match label {
                    Label::Texts(texts) => texts.get(language).unwrap_or(&texts.az),
                    Label::Fixed(fixed) => fixed,
                };
                facet.values.push(FacetValue { value: value.to_owned(), label: label.to_owned(), count });
            }
        }
        (!facet.values.is_empty()).then_some(facet)
    }
}
