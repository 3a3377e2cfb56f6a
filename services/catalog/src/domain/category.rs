//! Categories as staff edit them.

use kit::{Error, Result, error::FieldError};
use search::{FieldType, Texts};

/// Responses nest categories, and protobuf decoders refuse more than 100 levels.
pub const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    pub id: i64,
    pub version: i64,
    pub place: Place,
    pub content: Content,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub parent: Option<i64>,
    /// Index among its siblings.
    pub position: usize,
}

/// The values that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub name: Texts,
    pub slug: String,
    pub image_url: String,
    /// In display order, without inherited fields.
    pub fields: Vec<Field>,
    /// Ids of products that are offered with those of the category, in display order.
    pub add_ons: Vec<i64>,
}

/// A property of the category's products, by which lists can filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// `None` for a new field.
    pub id: Option<i64>,
    pub key: String,
    pub r#type: FieldType,
    pub name: Texts,
    /// Only for a range.
    pub unit: Option<Texts>,
    pub is_filterable: bool,
    /// In display order. Only a choice has values.
    pub values: Vec<FieldValue>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldValue {
    pub value: String,
    pub label: Texts,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCategory {
    pub parent: Option<i64>,
    pub name: Texts,
    /// Made from the name if `None`.
    pub slug: Option<String>,
    pub image_url: String,
}

/// Each id must be that of an old field, and occur once. A field must not take the former key of another remaining
/// field.
pub fn check_changed_fields(old: &[Field], new: &[Field]) -> Result<()> {
    let mut errors = Vec::new();
    for (index, field) in new.iter().enumerate().filter(|(_, field)| field.id.is_some()) {
        let is_repeated = new[..index].iter().any(|earlier| earlier.id == field.id);
        if is_repeated || !old.iter().any(|old| old.id == field.id) {
            let code = if is_repeated { "duplicate" } else { "unknown_field" };
            errors.push(FieldError { field: format!("fields[{index}].id").into(), code });
        }
        let previous_owner = old.iter().find(|old| old.key == field.key && old.id != field.id);
        if previous_owner.is_some_and(|owner| new.iter().any(|new| new.id == owner.id)) {
            errors.push(FieldError { field: format!("fields[{index}].key").into(), code: "duplicate" });
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}
