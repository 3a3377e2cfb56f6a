//! Converts a line of an import to the rows of the tables.

use std::collections::{BTreeMap, BTreeSet};

use kit::Language;
use search::{FieldType, NO, YES};

use super::{
    line::{FieldInput, Line},
    line_error::LineError,
    shop::{Category, Field, Shop},
    table,
};
use crate::db::import::{Batch, Fact, NewProduct, NewProductField, NewSize, NewText};

pub struct Places<'a> {
    pub store_id: i64,
    pub main_category: &'a Category,
    /// Includes the main category.
    pub categories: BTreeSet<i64>,
}

/// Converts a line to all rows except `ImportState`.
pub fn convert<'a>(product_id: i64, line: &'a Line, shop: &Shop) -> Result<Batch<'a>, Vec<LineError>> {
    let mut line_errors = Vec::new();
    match places(line, shop, &mut line_errors) {
        Some(places) => convert_in(&places, product_id, line, shop, line_errors),
        None => Err(line_errors),
    }
}

fn places<'a>(line: &Line, shop: &'a Shop, line_errors: &mut Vec<LineError>) -> Option<Places<'a>> {
    let (main_category, store) = (shop.category(&line.category), shop.store(&line.store));
    if main_category.is_none() {
        line_errors.push(no_category("category", &line.category));
    }
    if store.is_none() {
        line_errors.push(LineError::new("store", "store_not_found", format!("there is no store {}", line.store)));
    }
    let mut categories = BTreeSet::new();
    for (index, also) in line.also.iter().enumerate() {
        match shop.category(also) {
            Some(category) => drop(categories.insert(category.id)),
            None => line_errors.push(no_category(format!("also[{index}]"), also)),
        }
    }
    let (main_category, store_id) = (main_category?, store?);
    categories.insert(main_category.id);
    Some(Places { store_id, main_category, categories })
}

/// Fails with `line_errors` and those of fields.
pub fn convert_in<'a>(
    places: &Places<'_>,
    product_id: i64,
    line: &'a Line,
    shop: &Shop,
    mut line_errors: Vec<LineError>,
) -> Result<Batch<'a>, Vec<LineError>> {
    let main_category = places.main_category;
    let mut facts_of = |path_prefix: &str, fields: &'a BTreeMap<String, FieldInput>| {
        let mut facts = Vec::new();
        for (key, input) in fields {
            let values = match shop.field(main_category, key) {
                Some(field) => values_of(key, field, input).map(|values| (field.id, values)),
                None => Err(field_error(key, "unknown_field", format!("{} has no field {key}", line.category))),
            };
            match values {
                Ok((field_id, values)) => {
                    facts.extend(values.into_iter().map(|(value, number)| Fact { field_id, key, value, number }));
                }
                Err(line_error) => {
                    line_errors.push(LineError { field: format!("{path_prefix}{}", line_error.field), ..line_error });
                }
            }
        }
        facts
    };

    let product_facts = facts_of("", &line.fields);
    let size_facts: Vec<_> =
        (0..).zip(&line.sizes).map(|(index, size)| facts_of(&format!("sizes[{index}]."), &size.fields)).collect();
    if !line_errors.is_empty() {
        return Err(line_errors);
    }

    let product = NewProduct {
        product_id,
        store_id: places.store_id,
        category_id: main_category.id,
        slug: &line.slug,
        name: &line.name,
        pictures: line.pictures.as_deref(),
        price: line.price,
        discounted_price: line.discounted,
        discount_from: line.discount_from,
        discount_until: line.discount_until,
        stock: stock(line),
        has_sizes: !line.sizes.is_empty(),
        option_kind: line.option.unwrap_or_default().name(),
        missing_texts: missing_texts(line),
        properties: &line.properties,
        popularity: line.popularity,
        sold_count: line.sold,
        rating: line.rating.map(|rating| (rating * 10.0).round() as i16),
        review_count: line.reviews,
    };

    let texts = Language::ALL.into_iter().filter_map(|language| {
        let language = language.code();
        let (name, description) = (line.name.get(language), line.description.get(language));
        (name.is_some() || description.is_some()).then_some(NewText { product_id, language, name, description })
    });
    // A search finds the product by the values of any size.
    let facts: BTreeMap<_, _> = product_facts
        .iter()
        .chain(size_facts.iter().flatten())
        .map(|fact| ((fact.key, fact.value.clone()), fact))
        .collect();
    let fields = facts.into_values().map(|fact| NewProductField { product_id, fact: fact.clone() }).collect();

    let sizes = (0..).zip(line.sizes.iter().zip(size_facts)).map(|(position, (size, fields))| NewSize {
        product_id,
        position,
        name: &size.name,
        price: size.price,
        stock: size.stock,
        picture: size.picture.as_deref(),
        fields,
    });

    Ok(Batch {
        products: vec![product],
        texts: texts.collect(),
        sizes: sizes.collect(),
        categories: places.categories.iter().map(|category| (product_id, *category)).collect(),
        fields,
        import_states: Vec::new(),
    })
}

/// A description is missing only if there is one in Azerbaijani.
fn missing_texts(line: &Line) -> Vec<&'static str> {
    let needs_description = !line.description.az.trim().is_empty();
    let is_missing = |language: &str| {
        line.name.get(language).is_none() || needs_description && line.description.get(language).is_none()
    };
    ["ru", "en"].into_iter().filter(|language| is_missing(language)).collect()
}

fn stock(line: &Line) -> i64 {
    if line.sizes.is_empty() { line.stock.unwrap_or_default() } else { line.sizes.iter().map(|size| size.stock).sum() }
}

fn no_category(field: impl Into<String>, slug: &str) -> LineError {
    LineError::new(field, "category_not_found", format!("there is no category {slug}"))
}

fn field_error(key: &str, code: &'static str, explanation: impl Into<String>) -> LineError {
    LineError::new(format!("fields.{key}"), code, explanation)
}

/// Returns the values, with numbers if the field is a range.
fn values_of(key: &str, field: &Field, input: &FieldInput) -> Result<Vec<(String, Option<f64>)>, LineError> {
    match field.r#type {
        FieldType::Toggle => match input {
            FieldInput::Toggle(true) => Ok(vec![(YES.to_owned(), None)]),
            FieldInput::Toggle(false) => Ok(vec![(NO.to_owned(), None)]),
            FieldInput::Text(text) if text == YES || text == NO => Ok(vec![(text.clone(), None)]),
            _ => Err(field_error(key, "wrong_type", format!("{key} is true or false"))),
        },
        FieldType::Range => {
            let number = match input {
                FieldInput::Number(number) => Some(*number),
                FieldInput::Text(text) => text.parse().ok(),
                _ => None,
            };
            let number = number.filter(|number: &f64| number.is_finite());
            let number = number.ok_or_else(|| field_error(key, "wrong_type", format!("{key} is a number")))?;
            Ok(vec![(number.to_string(), Some(number))])
        }
        FieldType::Choice => {
            let choices: BTreeSet<String> = match input {
                FieldInput::Choices(values) => values.iter().cloned().collect(),
                FieldInput::Text(text) => table::split_values(text).into_iter().collect(),
                _ => return Err(field_error(key, "wrong_type", format!("{key} is a choice"))),
            };
            if let Some(unknown) = choices.iter().find(|value| !field.values.contains(*value)) {
                return Err(field_error(key, "unknown_value", format!("{unknown} is none of the values of {key}")));
            }
            Ok(choices.into_iter().map(|value| (value, None)).collect())
        }
    }
}
