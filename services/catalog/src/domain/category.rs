//! Categories as members of staff see and edit them, and the rule for changing their fields.

use kit::{Error, Result, error::FieldError};
use search::{FieldType, Texts};

/// Maximum depth of the tree. A gRPC response nests categories as deep as the tree, and protobuf decoders refuse more
/// than 100 levels.
pub const MAX_DEPTH: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    pub id: i64,
    /// Increased with each change of the category by staff.
    pub version: i64,
    pub place: Place,
    pub content: Content,
    /// Slugs of products that are offered along with those of the category.
    pub add_ons: Vec<String>,
}

/// A place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// `None` for top-level categories.
    pub parent: Option<i64>,
    /// Index among the children of the parent.
    pub position: usize,
}

/// The members of a category that an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub name: Texts,
    pub slug: String,
    /// Empty without a picture.
    pub image_url: String,
    /// The category's own fields in display order, without inherited fields.
    pub fields: Vec<Field>,
}

/// A property of the category's products, by which lists can filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// `None` for a new field.
    pub id: Option<i64>,
    /// Identifies the field in products, and in filters of lists.
    pub key: String,
    pub r#type: FieldType,
    pub name: Texts,
    /// The unit. Only a range has one.
    pub unit: Option<Texts>,
    pub is_filterable: bool,
    /// The values in display order. Only a choice has values.
    pub values: Vec<FieldValue>,
}

/// One possible value of a choice field, with its text for shoppers.
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

/// Checks a change of a category's fields. Each id must be that of an old field, and occur once. A field must not take
/// over the former key of another field that still exists.
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
