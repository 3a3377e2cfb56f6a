//! Converts categories to the messages for staff.

use std::collections::HashMap;

use proto::{
    catalog::{AddOnState, CategoryAddOn, CategoryDetails, CategoryField, CategoryFieldValue, CategoryRow},
    common::LocalText,
};
use search::Texts;

use super::super::reply;
use crate::{
    db::{category_add_on::AddOnRow, category_admin::ListedCategory, category_fields::Used},
    domain::{
        category::{Category, Field},
        tree,
    },
};

/// Each parent is before its children. `counts` are numbers of products.
pub fn rows(categories: Vec<ListedCategory>, counts: &HashMap<i64, i64>) -> Vec<CategoryRow> {
    let subtree = |category, children: Vec<Vec<CategoryRow>>| {
        std::iter::once(row(category, counts)).chain(children.into_iter().flatten()).collect()
    };
    tree::build_tree(categories, subtree).into_iter().flatten().collect()
}

/// `used` are the fields and values that products use.
pub fn details(category: Category, used: &Used, add_ons: Vec<AddOnRow>, counts: &HashMap<i64, i64>) -> CategoryDetails {
    let Category { id, version, place, content } = category;
    CategoryDetails {
        id,
        version,
        parent_id: place.parent,
        position: place.position as i64,
        slug: content.slug,
        name: Some(text(content.name)),
        image_url: content.image_url,
        product_count: counts.get(&id).copied().unwrap_or(0),
        fields: (0..).zip(content.fields).map(|(position, own_field)| field(position, own_field, used)).collect(),
        add_ons: add_ons.into_iter().map(add_on).collect(),
    }
}

fn row(category: ListedCategory, counts: &HashMap<i64, i64>) -> CategoryRow {
    CategoryRow {
        id: category.category_id,
        version: category.version,
        parent_id: category.parent_id,
        position: category.position.into(),
        slug: category.slug,
        name: Some(text(category.name.0)),
        image_url: category.image_url,
        product_count: counts.get(&category.category_id).copied().unwrap_or(0),
        field_count: category.field_count,
    }
}

fn field(position: i64, field: Field, used: &Used) -> CategoryField {
    let id = field.id.unwrap_or_default();
    let values = (0..).zip(field.values).map(|(position, chosen)| CategoryFieldValue {
        in_use: used.values.contains(&(id, chosen.value.clone())),
        value: chosen.value,
        label: Some(text(chosen.label)),
        position,
    });
    CategoryField {
        id,
        key: field.key,
        r#type: reply::field_type(Some(field.r#type)).into(),
        name: Some(text(field.name)),
        unit: field.unit.map(text),
        is_filterable: field.is_filterable,
        position,
        values: values.collect(),
        in_use: used.fields.contains(&id),
    }
}

fn add_on(row: AddOnRow) -> CategoryAddOn {
    let state = if !row.is_for_sale {
        AddOnState::NotForSale
    } else if row.has_sizes {
        AddOnState::HasSizes
    } else if row.available > 0 {
        AddOnState::Offered
    } else {
        AddOnState::SoldOut
    };
    CategoryAddOn { id: row.product_id, name: row.name, slug: row.slug, image_url: row.image_url, state: state.into() }
}

fn text(texts: Texts) -> LocalText {
    let Texts { az, ru, en } = texts;
    LocalText { az, ru, en }
}
