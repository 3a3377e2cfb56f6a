//! Validates the forms in which staff create and edit products.

use std::{collections::BTreeSet, ops::RangeInclusive};

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::{
    catalog::{self as pb, CreateProductRequest, FieldInput, UpdateProductRequest},
    common::LocalText,
    json::to_name,
};
use search::Texts;

use super::{moment, positive};
use crate::{
    domain::{
        option::OptionKind,
        product_form::{FieldValues, FormSize, ProductForm},
    },
    import::form::validate,
};

// In characters.
const MAX_NAME_LENGTH: usize = 300;
const MAX_DESCRIPTION_LENGTH: usize = 20_000;
/// Categories besides the main one.
const MAX_ALSO: usize = 20;
/// A stock movement has the same limit.
const MAX_INITIAL_STOCK: i64 = 1_000_000;

pub fn creation(request: CreateProductRequest) -> Result<ProductForm> {
    let mut checks = Checks::default();
    let raw = request.form.unwrap_or_default();
    if !raw.sizes.is_empty() && raw.initial_stock.is_some() {
        checks.fail("initialStock", "must_be_empty");
    }
    for (index, size) in raw.sizes.iter().enumerate() {
        if size.id.is_some() {
            checks.fail(format!("sizes[{index}].id"), "must_be_empty");
        }
    }
    let form = form(&mut checks, raw);
    checks.finish()?;
    form.ok_or_else(|| Error::invalid("", "invalid"))
}

/// Returns the version that the operator has read.
pub fn update(request: UpdateProductRequest) -> Result<(i64, ProductForm)> {
    let mut checks = Checks::default();
    let raw = request.form.unwrap_or_default();
    let version = checks.take("version", raw.version.ok_or("required").and_then(positive));
    if raw.initial_stock.is_some() {
        checks.fail("initialStock", "must_be_empty");
    }
    let mut earlier_ids = BTreeSet::new();
    for (index, size) in raw.sizes.iter().enumerate() {
        if size.initial_stock.is_some() {
            checks.fail(format!("sizes[{index}].initialStock"), "must_be_empty");
        }
        if size.id.is_some_and(|id| !earlier_ids.insert(id)) {
            checks.fail(format!("sizes[{index}].id"), "duplicate");
        }
    }
    let form = form(&mut checks, raw);
    checks.finish()?;
    version.zip(form).ok_or_else(|| Error::invalid("", "invalid"))
}

/// Also checks the rules shared with lines of an import.
fn form(checks: &mut Checks, raw: pb::ProductForm) -> Option<ProductForm> {
    let store_id = checks.take("storeId", positive(raw.store_id));
    let category_id = checks.take("categoryId", positive(raw.category_id));
    let name = texts(checks, "name", raw.name, 1..=MAX_NAME_LENGTH);
    let description = texts(checks, "description", raw.description, 0..=MAX_DESCRIPTION_LENGTH);
    let discount_from = checks.take("discountFrom", raw.discount_from.map(moment).transpose());
    let discount_until = checks.take("discountUntil", raw.discount_until.map(moment).transpose());
    let option_kind = checks.take("optionKind", option_kind(raw.option_kind));
    let initial_stock = checks.take("initialStock", initial_stock(raw.initial_stock));
    let fields = fields(checks, "fields", raw.fields);
    let sizes: Vec<_> = raw.sizes.into_iter().enumerate().filter_map(|(index, raw)| size(checks, index, raw)).collect();
    if raw.also_category_ids.len() > MAX_ALSO {
        checks.fail("alsoCategoryIds", "too_many");
    }
    let also: BTreeSet<_> =
        raw.also_category_ids.into_iter().filter(|category| Some(*category) != category_id).collect();
    let form = ProductForm {
        slug: raw.slug.map(|slug| slug.trim().to_owned()),
        store_id: store_id?,
        category_id: category_id?,
        also_category_ids: also.into_iter().collect(),
        name: name?,
        description: description?,
        price: raw.price,
        discounted_price: raw.discounted_price,
        discount_from: discount_from?,
        discount_until: discount_until?,
        preparation_days: raw.preparation_days,
        option_kind: option_kind?,
        sizes,
        fields,
        pictures: raw.pictures,
        initial_stock: initial_stock?,
    };
    for error in validate(&form) {
        checks.fail(error.field, error.code);
    }
    Some(form)
}

fn size(checks: &mut Checks, index: usize, raw: pb::ProductFormSize) -> Option<FormSize> {
    let name = texts(checks, &format!("sizes[{index}].name"), raw.name, 1..=MAX_NAME_LENGTH);
    let initial_stock = checks.take(format!("sizes[{index}].initialStock"), initial_stock(raw.initial_stock));
    let fields = fields(checks, &format!("sizes[{index}].fields"), raw.fields);
    Some(FormSize {
        id: raw.id,
        name: name?,
        price: raw.price,
        picture: raw.picture.filter(|url| !url.is_empty()),
        fields,
        initial_stock: initial_stock?,
    })
}

/// Empty translations count as absent.
fn texts(checks: &mut Checks, field: &str, raw: Option<LocalText>, length: RangeInclusive<usize>) -> Option<Texts> {
    let Some(raw) = raw else {
        checks.fail(field.to_owned(), "required");
        return None;
    };
    let mut translation = |language: &str, raw: Option<String>| {
        let raw = raw.filter(|text| !text.trim().is_empty());
        let text = raw.map(|text| input::text(&text, length.clone())).transpose();
        checks.take(format!("{field}.{language}"), text)
    };
    let (ru, en) = (translation("ru", raw.ru), translation("en", raw.en));
    let az = checks.take(format!("{field}.az"), input::text(&raw.az, length));
    Some(Texts { az: az?, ru: ru?, en: en? })
}

fn fields(checks: &mut Checks, path: &str, raw: Vec<FieldInput>) -> FieldValues {
    let mut fields = FieldValues::new();
    for FieldInput { key, values } in raw {
        if fields.contains_key(&key) {
            checks.fail(format!("{path}.{key}"), "duplicate");
        }
        if !values.is_empty() {
            let values: BTreeSet<_> = values.into_iter().collect();
            fields.insert(key, values.into_iter().collect());
        }
    }
    fields
}

fn initial_stock(raw: Option<i64>) -> Result<i64, &'static str> {
    let count = raw.unwrap_or_default();
    if (0..=MAX_INITIAL_STOCK).contains(&count) { Ok(count) } else { Err("out_of_range") }
}

fn option_kind(raw: i32) -> Result<OptionKind, &'static str> {
    match pb::OptionKind::try_from(raw) {
        Ok(pb::OptionKind::Unspecified) => Err("required"),
        Ok(kind) => OptionKind::from_name(&to_name(kind)).ok_or("unknown_value"),
        Err(_) => Err("unknown_value"),
    }
}
