//! Categories as members of staff see and edit them.

use search::{FieldType, Texts};

/// Maximum depth of the tree. Replies nest categories as deep, and protobuf decoders refuse more than 100 levels.
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

/// What an edit replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    pub name: Texts,
    pub slug: String,
    /// Empty without a picture.
    pub image_url: String,
    /// Own fields in display order; inherited ones are not included.
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// `None` for a new field.
    pub id: Option<i64>,
    /// Identifies the field in products, and in filters of lists.
    pub key: String,
    pub r#type: FieldType,
    pub name: Texts,
    /// Only of a range.
    pub unit: Option<Texts>,
    pub is_filterable: bool,
    /// In display order; only of a choice.
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
