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

/// Fails with `line_errors` and the errors of fields.
pub fn convert_in<'a>(
    places: &Places<'_>,
    product_id: i64,
    line: &'a Line,
    shop: &Shop,
    line_errors: Vec<LineError>,
) -> Result<Batch<'a>, Vec<LineError>> {
    let mut converter = FieldConverter { shop, main_category: places.main_category, line, line_errors };
    let product_facts = converter.facts("", &line.fields);
    let size_facts: Vec<_> = (0..)
        .zip(&line.sizes)
        .map(|(index, size)| converter.facts(&format!("sizes[{index}]."), &size.fields))
        .collect();
    if !converter.line_errors.is_empty() {
        return Err(converter.line_errors);
    }

    Ok(Batch {
        products: vec![product_row(places, product_id, line)],
        texts: text_rows(product_id, line),
        categories: places.categories.iter().map(|category| (product_id, *category)).collect(),
        fields: field_rows(product_id, &product_facts, &size_facts),
        sizes: size_rows(product_id, line, size_facts),
        import_states: Vec::new(),
    })
}

struct FieldConverter<'a> {
    shop: &'a Shop,
    main_category: &'a Category,
    line: &'a Line,
    line_errors: Vec<LineError>,
}

impl FieldConverter<'_> {
    /// Returns the valid values of `fields`. Errors name the field after `path_prefix`.
    fn facts<'f>(&mut self, path_prefix: &str, fields: &'f BTreeMap<String, FieldInput>) -> Vec<Fact<'f>> {
        let mut facts = Vec::new();
        for (key, input) in fields {
            let converted = if let Some(field) = self.shop.field(self.main_category, key) {
                facts_of(key, field, input)
            } else {
                let explanation = format!("{} has no field {key}", self.line.category);
                Err(field_error(key, "unknown_field", explanation))
            };
            match converted {
                Ok(converted) => facts.extend(converted),
                Err(line_error) => {
                    let field = format!("{path_prefix}{}", line_error.field);
                    self.line_errors.push(LineError { field, ..line_error });
                }
            }
        }
        facts
    }
}

fn facts_of<'a>(key: &'a str, field: &Field, input: &FieldInput) -> Result<Vec<Fact<'a>>, LineError> {
    let fact = |value: String, number: Option<f64>| Fact { field_id: field.id, key, value, number };
    match field.r#type {
        FieldType::Toggle => Ok(vec![fact(toggle_value(key, input)?.to_owned(), None)]),
        FieldType::Range => {
            let number = range_number(key, input)?;
            Ok(vec![fact(number.to_string(), Some(number))])
        }
        FieldType::Choice => {
            let values = choice_values(key, field, input)?;
            Ok(values.into_iter().map(|value| fact(value, None)).collect())
        }
    }
}

fn toggle_value(key: &str, input: &FieldInput) -> Result<&'static str, LineError> {
    match input {
        FieldInput::Toggle(true) => Ok(YES),
        FieldInput::Toggle(false) => Ok(NO),
        FieldInput::Text(text) if text == YES => Ok(YES),
        FieldInput::Text(text) if text == NO => Ok(NO),
        _ => Err(field_error(key, "wrong_type", format!("{key} is true or false"))),
    }
}

fn range_number(key: &str, input: &FieldInput) -> Result<f64, LineError> {
    let number = match input {
        FieldInput::Number(number) => Some(*number),
        FieldInput::Text(text) => text.parse().ok(),
        _ => None,
    };
    let number = number.filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| field_error(key, "wrong_type", format!("{key} is a number")))
}

fn choice_values(key: &str, field: &Field, input: &FieldInput) -> Result<BTreeSet<String>, LineError> {
    let values: BTreeSet<String> = match input {
        FieldInput::Choices(values) => values.iter().cloned().collect(),
        FieldInput::Text(text) => table::split_values(text).into_iter().collect(),
        _ => return Err(field_error(key, "wrong_type", format!("{key} is a choice"))),
    };
    if let Some(unknown) = values.iter().find(|value| !field.values.contains(*value)) {
        return Err(field_error(key, "unknown_value", format!("{unknown} is none of the values of {key}")));
    }
    Ok(values)
}

fn product_row<'a>(places: &Places<'_>, product_id: i64, line: &'a Line) -> NewProduct<'a> {
    NewProduct {
        product_id,
        store_id: places.store_id,
        category_id: places.main_category.id,
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
    }
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

fn text_rows(product_id: i64, line: &Line) -> Vec<NewText<'_>> {
    let rows = Language::ALL.into_iter().filter_map(|language| {
        let language = language.code();
        let (name, description) = (line.name.get(language), line.description.get(language));
        (name.is_some() || description.is_some()).then_some(NewText { product_id, language, name, description })
    });
    rows.collect()
}

/// A search finds the product by the values of any size.
fn field_rows<'a>(
    product_id: i64,
    product_facts: &[Fact<'a>],
    size_facts: &[Vec<Fact<'a>>],
) -> Vec<NewProductField<'a>> {
    let facts = product_facts.iter().chain(size_facts.iter().flatten());
    let distinct: BTreeMap<_, _> = facts.map(|fact| ((fact.key, fact.value.clone()), fact)).collect();
    distinct.into_values().map(|fact| NewProductField { product_id, fact: fact.clone() }).collect()
}

fn size_rows<'a>(product_id: i64, line: &'a Line, size_facts: Vec<Vec<Fact<'a>>>) -> Vec<NewSize<'a>> {
    let rows = (0..).zip(line.sizes.iter().zip(size_facts)).map(|(position, (size, fields))| NewSize {
        product_id,
        position,
        name: &size.name,
        price: size.price,
        stock: size.stock,
        picture: size.picture.as_deref(),
        fields,
    });
    rows.collect()
}

fn no_category(field: impl Into<String>, slug: &str) -> LineError {
    LineError::new(field, "category_not_found", format!("there is no category {slug}"))
}

fn field_error(key: &str, code: &'static str, explanation: impl Into<String>) -> LineError {
    LineError::new(format!("fields.{key}"), code, explanation)
}
