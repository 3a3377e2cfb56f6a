//! Looks up the categories, fields and stores that imported lines name.

use std::collections::{HashMap, HashSet};

use search::FieldType;
use sqlx::PgConnection;

use crate::db::{self, import::CategoryRow};

pub struct Shop {
    categories: HashMap<i64, Category>,
    category_ids: HashMap<String, i64>,
    store_ids: HashMap<String, i64>,
}

pub struct Category {
    pub id: i64,
    parent: Option<i64>,
    /// Without inherited fields.
    fields: HashMap<String, Field>,
}

/// `values` are the possible values of a choice.
pub struct Field {
    pub id: i64,
    pub r#type: FieldType,
    pub values: HashSet<String>,
}

impl Shop {
    pub async fn read(tx: &mut PgConnection) -> sqlx::Result<Self> {
        let (mut categories, mut category_ids) = (HashMap::new(), HashMap::new());
        for CategoryRow { category_id, parent_id, slug } in db::import::all_categories(tx).await? {
            category_ids.insert(slug, category_id);
            let fields = HashMap::new();
            categories.insert(category_id, Category { id: category_id, parent: parent_id, fields });
        }
        for row in db::import::all_fields(tx).await? {
            let (Some(category), Some(r#type)) =
                (categories.get_mut(&row.category_id), FieldType::from_name(&row.r#type))
            else {
                continue;
            };
            let field = Field { id: row.field_id, r#type, values: row.values.into_iter().collect() };
            category.fields.insert(row.key, field);
        }
        let store_ids = db::store::ids_by_slug(tx).await?.into_iter().collect();
        Ok(Self { categories, category_ids, store_ids })
    }

    /// Also finds stores by the demo's slugs, which differ after a store was renamed.
    pub fn add_stores(&mut self, store_ids: impl IntoIterator<Item = (String, i64)>) {
        self.store_ids.extend(store_ids);
    }

    pub fn category(&self, slug: &str) -> Option<&Category> {
        self.categories.get(self.category_ids.get(slug)?)
    }

    pub fn category_with_id(&self, id: i64) -> Option<&Category> {
        self.categories.get(&id)
    }

    pub fn store(&self, slug: &str) -> Option<i64> {
        self.store_ids.get(slug).copied()
    }

    pub fn has_field(&self, key: &str) -> bool {
        self.categories.values().any(|category| category.fields.contains_key(key))
    }

    /// The nearest ancestor's field counts.
    pub fn field<'a>(&'a self, category: &'a Category, key: &str) -> Option<&'a Field> {
        let mut current = category;
        loop {
            if let Some(field) = current.fields.get(key) {
                return Some(field);
            }
            current = self.categories.get(&current.parent?)?;
        }
    }
}
