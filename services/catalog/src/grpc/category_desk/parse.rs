//! Validates staff's requests about categories, and reports all errors at once.

use std::{collections::HashSet, ops::RangeInclusive};

use kit::{
    Error, Result,
    input::{Checks, single_line},
    slug,
};
use proto::{
    catalog::{
        CategoryAddOnIds, CategoryFieldDraft, CategoryFieldDrafts, CategoryFieldValueDraft, CreateCategoryRequest,
        FieldType as PbType, MoveCategoryRequest, UpdateCategoryRequest,
    },
    common::LocalText,
};
use search::{FieldType, Texts};

use crate::domain::category::{Content, Field, FieldValue, NewCategory, Place};

// In characters.
const NAME_LENGTH: RangeInclusive<usize> = 1..=80;
const UNIT_LENGTH: RangeInclusive<usize> = 1..=20;
const MAX_KEY_LENGTH: usize = 40;
const MAX_VALUE_LENGTH: usize = 60;
const MAX_FIELDS: usize = 50;
const MAX_VALUES: usize = 500;
const MAX_ADD_ONS: usize = 12;

/// An empty slug counts as absent.
pub fn creation(request: CreateCategoryRequest) -> Result<NewCategory> {
    let mut checks = Checks::default();
    let parent = checks.take("parentId", request.parent_id.map(parent).transpose());
    let name = texts(&mut checks, "name", request.name, NAME_LENGTH);
    let slug = request.slug.filter(|raw| !raw.trim().is_empty());
    let slug = checks.take("slug", slug.as_deref().map(slug::parse).transpose());
    checks.finish()?;
    let image_url = picture(request.image_url);
    // `finish` has returned the errors, so every value is present.
    let new = || Some(NewCategory { parent: parent?, name: name?, slug: slug?, image_url });
    new().ok_or_else(|| Error::invalid("", "invalid"))
}

/// Returns the version that the operator has read.
pub fn update(request: UpdateCategoryRequest) -> Result<(i64, Content)> {
    let mut checks = Checks::default();
    let version = checks.take("version", version(request.version));
    let name = texts(&mut checks, "name", request.name, NAME_LENGTH);
    let slug = checks.take("slug", slug::parse(request.slug.as_deref().unwrap_or_default()));
    let fields = fields(&mut checks, request.fields);
    let add_ons = add_ons(&mut checks, request.add_ons);
    checks.finish()?;
    let image_url = picture(request.image_url);
    let content =
        || Some((version?, Content { name: name?, slug: slug?, image_url, fields: fields?, add_ons: add_ons? }));
    content().ok_or_else(|| Error::invalid("", "invalid"))
}

pub fn place(request: &MoveCategoryRequest) -> Result<(i64, Place)> {
    let mut checks = Checks::default();
    let version = checks.take("version", version(request.version));
    let parent = checks.take("parentId", request.parent_id.map(parent).transpose());
    let position = request.position.ok_or("required");
    let position = position.and_then(|position| usize::try_from(position).map_err(|_| "out_of_range"));
    let position = checks.take("position", position);
    checks.finish()?;
    let place = || Some((version?, Place { parent: parent?, position: position? }));
    place().ok_or_else(|| Error::invalid("", "invalid"))
}

fn version(raw: Option<i64>) -> Result<i64, &'static str> {
    raw.ok_or("required").and_then(|version| if version > 0 { Ok(version) } else { Err("out_of_range") })
}

/// A later check, with the tree locked, finds out whether the parent exists.
fn parent(raw: i64) -> Result<i64, &'static str> {
    if raw > 0 { Ok(raw) } else { Err("category_not_found") }
}

/// A changed picture is checked when the category is saved.
fn picture(raw: Option<String>) -> String {
    raw.map(|raw| raw.trim().to_owned()).unwrap_or_default()
}

fn fields(checks: &mut Checks, raw: Option<CategoryFieldDrafts>) -> Option<Vec<Field>> {
    let count = match &raw {
        None => Err("required"),
        Some(list) if list.fields.len() > MAX_FIELDS => Err("too_many"),
        Some(_) => Ok(()),
    };
    checks.take("fields", count)?;
    let mut keys = HashSet::new();
    let fields = raw?.fields.into_iter().enumerate().map(|(index, draft)| {
        let path = format!("fields[{index}]");
        let parsed = field(checks, &path, draft);
        if let Some(field) = &parsed
            && !keys.insert(field.key.clone())
        {
            checks.fail(format!("{path}.key"), "duplicate");
        }
        parsed
    });
    // Checks every field, to report all errors.
    fields.collect::<Vec<_>>().into_iter().collect()
}

/// A later check finds out whether the products exist.
fn add_ons(checks: &mut Checks, raw: Option<CategoryAddOnIds>) -> Option<Vec<i64>> {
    let products = raw.ok_or("required").and_then(|list| match list.product_ids.len() {
        ..=MAX_ADD_ONS => Ok(list.product_ids),
        _ => Err("too_many"),
    });
    let products = checks.take("addOns", products)?;
    for (index, product) in products.iter().enumerate() {
        if products[..index].contains(product) {
            checks.fail(format!("addOns[{index}]"), "duplicate");
        }
    }
    Some(products)
}

/// `path` names the field in errors.
fn field(checks: &mut Checks, path: &str, draft: CategoryFieldDraft) -> Option<Field> {
    let id = draft.id.map(|id| if id > 0 { Ok(id) } else { Err("unknown_field") }).transpose();
    let id = checks.take(format!("{path}.id"), id);
    let key = checks.take(format!("{path}.key"), key(draft.key.as_deref().unwrap_or_default()));
    let field_type = checks.take(format!("{path}.type"), field_type(draft.r#type));
    let name = texts(checks, &format!("{path}.name"), draft.name, NAME_LENGTH);
    let is_filterable = checks.take(format!("{path}.isFilterable"), draft.is_filterable.ok_or("required"));
    let unit = match (field_type, draft.unit) {
        (Some(FieldType::Choice | FieldType::Toggle), Some(_)) => {
            checks.fail(format!("{path}.unit"), "must_be_empty");
            None
        }
        // `Some(None)` means no unit, `None` an invalid unit.
        (_, Some(unit)) => texts(checks, &format!("{path}.unit"), Some(unit), UNIT_LENGTH).map(Some),
        (_, None) => Some(None),
    };
    let count = match (field_type, draft.values.len()) {
        (Some(FieldType::Choice), 0) => Err("required"),
        (Some(FieldType::Range | FieldType::Toggle), 1..) => Err("must_be_empty"),
        (_, count) if count > MAX_VALUES => Err("too_many"),
        _ => Ok(()),
    };
    checks.take(format!("{path}.values"), count)?;
    let values = values(checks, path, draft.values);
    Some(Field {
        id: id?,
        key: key?,
        r#type: field_type?,
        name: name?,
        unit: unit?,
        is_filterable: is_filterable?,
        values: values?,
    })
}

fn values(checks: &mut Checks, path: &str, drafts: Vec<CategoryFieldValueDraft>) -> Option<Vec<FieldValue>> {
    let mut earlier_values = HashSet::new();
    let values = drafts.into_iter().enumerate().map(|(index, draft)| {
        let path = format!("{path}.values[{index}]");
        let value = checks.take(format!("{path}.value"), value(draft.value.as_deref().unwrap_or_default()));
        let label = texts(checks, &format!("{path}.label"), draft.label, NAME_LENGTH);
        let value = value?;
        if !earlier_values.insert(value.clone()) {
            checks.fail(format!("{path}.value"), "duplicate");
        }
        Some(FieldValue { value, label: label? })
    });
    values.collect::<Vec<_>>().into_iter().collect()
}

/// Keys are used in URLs of lists and as columns of imported tables.
fn key(raw: &str) -> Result<String, &'static str> {
    let key = single_line(raw, 1..=MAX_KEY_LENGTH)?;
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if !key.bytes().all(is_allowed) {
        return Err("invalid_characters");
    }
    if key.starts_with(|first: char| first.is_ascii_lowercase()) { Ok(key) } else { Err("invalid") }
}

/// Values are used in URLs.
fn value(raw: &str) -> Result<String, &'static str> {
    let value = single_line(raw, 1..=MAX_VALUE_LENGTH)?;
    let is_allowed =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.');
    if value.bytes().all(is_allowed) { Ok(value) } else { Err("invalid_characters") }
}

fn field_type(raw: i32) -> Result<FieldType, &'static str> {
    match PbType::try_from(raw) {
        Ok(PbType::Choice) => Ok(FieldType::Choice),
        Ok(PbType::Range) => Ok(FieldType::Range),
        Ok(PbType::Toggle) => Ok(FieldType::Toggle),
        Ok(PbType::Unspecified) => Err("required"),
        Err(_) => Err("unknown_value"),
    }
}

fn texts(checks: &mut Checks, field: &str, raw: Option<LocalText>, length: RangeInclusive<usize>) -> Option<Texts> {
    let LocalText { az, ru, en } = checks.local_text(field, raw, length, single_line)?;
    Some(Texts { az, ru, en })
}
