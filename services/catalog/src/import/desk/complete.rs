//! Completes uploaded lines: values without a column keep their stored values.

use std::collections::HashMap;

use super::cells::Mapping;
use crate::{
    domain::product_import::FIELD_TARGET,
    import::{batch::ExistingProducts, check, line::Line, line_error::LineError, source::ParsedRow},
};

/// `current` has the stored products by id. Returns copies to compare the lines with, without pictures if the line has
/// none.
pub fn complete(
    rows: &mut [ParsedRow],
    existing: &ExistingProducts,
    current: &HashMap<i64, Line>,
    mapping: &Mapping,
) -> HashMap<i64, Line> {
    let mut comparable = HashMap::new();
    for row in rows {
        let Ok(line) = &mut row.line else { continue };
        let id = existing.id_of(&line.slug);
        let stored = id.and_then(|id| current.get(&id));
        let mut errors = match stored {
            Some(stored) => keep_stored(line, stored, mapping),
            None => complete_new(line, mapping),
        };
        errors.extend(check::validate(line));

        if let (Some(id), Some(stored)) = (id, stored) {
            let pictures = line.pictures.as_ref().and(stored.pictures.clone());
            comparable.insert(id, Line { pictures, ..stored.clone() });
        }
        if !errors.is_empty() {
            row.line = Err(errors);
        }
    }
    comparable
}

/// A new product must have all required values.
fn complete_new(line: &mut Line, mapping: &Mapping) -> Vec<LineError> {
    if line.sizes.is_empty() {
        line.stock.get_or_insert(0);
    }
    let (has_default_store, has_default_category) = (mapping.store.is_some(), mapping.category.is_some());
    let required =
        [("name_az", false), ("price", false), ("store", has_default_store), ("category", has_default_category)];
    let missing = required.into_iter().filter(|(target, has_default)| !has_default && !mapping.has(target));
    missing.map(|(target, _)| LineError::new(target, "required", "")).collect()
}

fn keep_stored(line: &mut Line, stored: &Line, mapping: &Mapping) -> Vec<LineError> {
    keep_texts(line, stored, mapping);
    if !mapping.has("store") {
        line.store.clone_from(&stored.store);
    }
    if !mapping.has("category") {
        line.category.clone_from(&stored.category);
    }
    if !mapping.has("also") {
        line.also.clone_from(&stored.also);
    }
    if !mapping.has("price") {
        line.price = stored.price;
    }
    if !mapping.has("discounted") {
        line.discounted = stored.discounted;
    }
    if !mapping.has("discount_from") {
        line.discount_from = line.discounted.and(stored.discount_from);
    }
    if !mapping.has("discount_until") {
        line.discount_until = line.discounted.and(stored.discount_until);
    }
    if !mapping.has("preparation_days") {
        line.properties.clone_from(&stored.properties);
    }
    if line.stock.is_none() {
        line.stock = stored.stock;
    }

    for (key, value) in &stored.fields {
        if !mapping.has(&format!("{FIELD_TARGET}{key}")) {
            line.fields.entry(key.clone()).or_insert_with(|| value.clone());
        }
    }
    keep_sizes(line, stored, mapping)
}

fn keep_texts(line: &mut Line, stored: &Line, mapping: &Mapping) {
    if !mapping.has("name_az") {
        line.name.az.clone_from(&stored.name.az);
    }
    if !mapping.has("name_ru") {
        line.name.ru.clone_from(&stored.name.ru);
    }
    if !mapping.has("name_en") {
        line.name.en.clone_from(&stored.name.en);
    }
    if !mapping.has("description_az") {
        line.description.az.clone_from(&stored.description.az);
    }
    if !mapping.has("description_ru") {
        line.description.ru.clone_from(&stored.description.ru);
    }
    if !mapping.has("description_en") {
        line.description.en.clone_from(&stored.description.en);
    }
}

/// An empty cell would delete the sizes, so it is an error.
fn keep_sizes(line: &mut Line, stored: &Line, mapping: &Mapping) -> Vec<LineError> {
    if !mapping.has("option") {
        line.option = stored.option;
    }
    if !line.sizes.is_empty() || stored.sizes.is_empty() {
        return Vec::new();
    }
    if mapping.has("sizes") {
        return vec![LineError::new("sizes", "product_has_sizes", "")];
    }
    line.sizes.clone_from(&stored.sizes);
    Vec::new()
}
