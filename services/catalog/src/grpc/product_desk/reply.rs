//! Converts products to the messages for staff.

use proto::{
    catalog::{
        self as pb, FieldInput, ProductAction, ProductChange, ProductDetails, ProductState, ProductsChange,
        ProductsChangeSample, RefusedProduct, SizeStock,
    },
    common::LocalText,
    json::{from_name, to_timestamp},
};
use search::Texts;

use crate::{
    app::bulk_change::Outcome,
    db::{product_change::Change, product_form::Record, product_row::ProductRow},
    domain::{
        product_form::{FieldValues, FormSize, ProductForm},
        publication::State,
    },
    grpc::reply::option_kind,
};

/// A draft has no publication date.
pub fn row(row: ProductRow) -> pb::ProductRow {
    let state = State::from_name(&row.state);
    pb::ProductRow {
        id: row.product_id,
        version: row.version,
        slug: row.slug,
        name: Some(texts(row.name.0)),
        image_url: row.image_url,
        state: product_state(state).into(),
        store_id: row.store_id,
        store_name: row.store_name,
        category_id: row.category_id,
        category_name: Some(texts(row.category_name.0)),
        price: row.price,
        price_now: row.price_now,
        stock: row.stock,
        reserved: row.reserved,
        sold_count: row.sold_count,
        missing_texts: row.missing_texts,
        published_at: (state != Some(State::Draft)).then(|| to_timestamp(row.published_at)),
        changed_at: Some(to_timestamp(row.changed_at)),
    }
}

pub fn details(record: Record, changes: &[Change]) -> ProductDetails {
    let ids: Vec<_> = record.form.sizes.iter().map(|size| size.id.unwrap_or_default()).collect();
    let sizes = ids.into_iter().zip(&record.size_levels).map(|(id, level)| SizeStock {
        id,
        stock: level.stock,
        reserved: level.reserved,
    });
    ProductDetails {
        id: record.product_id,
        version: record.version,
        state: product_state(Some(record.state)).into(),
        published_at: (record.state != State::Draft).then(|| to_timestamp(record.published_at)),
        changed_at: Some(to_timestamp(record.changed_at)),
        price_now: record.price_now,
        stock: record.level.stock,
        reserved: record.level.reserved,
        sold_count: record.sold_count,
        sizes: sizes.collect(),
        store_name: record.store_name,
        store_is_open: record.store_is_open,
        changes: changes.iter().map(change).collect(),
        form: Some(form(record.form, record.version)),
    }
}

/// Saving the form replaces this `version`.
pub fn form(form: ProductForm, version: i64) -> pb::ProductForm {
    pb::ProductForm {
        version: Some(version),
        slug: form.slug,
        store_id: form.store_id,
        category_id: form.category_id,
        also_category_ids: form.also_category_ids,
        name: Some(texts(form.name)),
        description: Some(texts(form.description)),
        price: form.price,
        discounted_price: form.discounted_price,
        discount_from: form.discount_from.map(to_timestamp),
        discount_until: form.discount_until.map(to_timestamp),
        preparation_days: form.preparation_days,
        option_kind: option_kind(Some(form.option_kind)).into(),
        sizes: form.sizes.into_iter().map(size).collect(),
        fields: fields(form.fields),
        pictures: form.pictures,
        initial_stock: None,
    }
}

fn size(size: FormSize) -> pb::ProductFormSize {
    pb::ProductFormSize {
        id: size.id,
        name: Some(texts(size.name)),
        price: size.price,
        picture: size.picture,
        fields: fields(size.fields),
        initial_stock: None,
    }
}

fn fields(fields: FieldValues) -> Vec<FieldInput> {
    fields.into_iter().map(|(key, values)| FieldInput { key, values }).collect()
}

fn texts(texts: Texts) -> LocalText {
    LocalText { az: texts.az, ru: texts.ru, en: texts.en }
}

/// Only the names of the changed values are shown.
fn change(change: &Change) -> ProductChange {
    let mut fields: Vec<_> = change.fields.as_object().into_iter().flatten().map(|(field, _)| field.clone()).collect();
    fields.sort_unstable();
    ProductChange {
        action: from_name::<ProductAction>(&change.action).unwrap_or_default().into(),
        operator_id: change.operator,
        at: Some(to_timestamp(change.changed_at)),
        fields,
        version: change.version,
    }
}

fn product_state(state: Option<State>) -> ProductState {
    state.and_then(|state| from_name(state.name())).unwrap_or_default()
}

pub fn products_change(outcome: Outcome) -> ProductsChange {
    let samples = outcome.samples.into_iter().map(|sample| ProductsChangeSample {
        id: sample.id,
        name: Some(texts(sample.name)),
        before: sample.before,
        after: sample.after,
    });
    let refused = outcome.refused.into_iter().map(|refused| RefusedProduct { id: refused.id, code: refused.code });
    ProductsChange {
        id: outcome.id,
        affected: outcome.affected,
        unchanged: outcome.unchanged,
        samples: samples.collect(),
        refused: refused.collect(),
        refused_count: outcome.refused_count,
        is_undone: outcome.is_undone,
    }
}
