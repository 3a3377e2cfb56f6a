//! Lookup of what a line may refer to: categories with their fields, and stores.

use std::collections::{HashMap, HashSet};

use search::FieldType;
use sqlx::PgConnection;

use crate::db::{self, import::CategoryRow};

pub struct Shop {
    categories: HashMap<i64, Category>,
    by_slug: HashMap<String, i64>,
    stores: HashMap<String, i64>,
}

pub struct Category {
    pub id: i64,
    parent: Option<i64>,
    fields: HashMap<String, Field>,
}

pub struct Field {
    pub id: i64,
    pub r#type: FieldType,
    pub values: HashSet<String>,
}

impl Shop {
    pub async fn read(tx: &mut PgConnection) -> anyhow::Result<Self> {
        let (mut categories, mut by_slug) = (HashMap::new(), HashMap::new());
        for CategoryRow { category_id, parent_id, slug } in db::import::all_categories(tx).await? {
            by_slug.insert(slug, category_id);
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
        let stores = db::store::ids_by_slug(tx).await?.into_iter().collect();
        Ok(Self { categories, by_slug, stores })
    }

    /// Adds stores by slugs that differ from the announced ones.
    pub fn name_stores(&mut self, stores: impl IntoIterator<Item = (String, i64)>) {
        self.stores.extend(stores);
    }

    pub fn category(&self, slug: &str) -> Option<&Category> {
        self.categories.get(self.by_slug.get(slug)?)
    }

    pub fn store(&self, slug: &str) -> Option<i64> {
        self.stores.get(slug).copied()
    }

    /// The nearest definition of a field, from the category upwards.
    pub fn field<'a>(&'a self, category: &'a Category, key: &str) -> Option<&'a Field> {
        let mut place = category;
        loop {
            if let Some(field) = place.fields.get(key) {
                return Some(field);
            }
            place = self.categories.get(&place.parent?)?;
        }
    }
}
