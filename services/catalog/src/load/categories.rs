//! The tree and its fields. Slugs name categories across loads; a new one takes the next id in the order of the tree.

use std::collections::HashMap;

use anyhow::Context as _;
use sqlx::PgConnection;

use super::files::{Demo, Field};
use crate::db::import::{self, NewCategory, NewField, NewValue};

/// What products need to know of the tree.
pub struct Tree<'a> {
    by_slug: HashMap<&'a str, Known<'a>>,
}

pub struct Known<'a> {
    pub category_id: i64,
    parent: Option<&'a str>,
    fields: HashMap<&'a str, (i64, &'a Field)>,
}

impl<'a> Tree<'a> {
    pub fn get(&self, slug: &str) -> anyhow::Result<&Known<'a>> {
        self.by_slug.get(slug).with_context(|| format!("there is no category {slug}"))
    }

    /// The nearest definition of a field, from the category up.
    pub fn field(&self, category: &str, key: &str) -> anyhow::Result<(i64, &'a Field)> {
        let mut place = Some(category);
        while let Some(slug) = place {
            let known = self.get(slug)?;
            if let Some(field) = known.fields.get(key) {
                return Ok(*field);
            }
            place = known.parent;
        }
        anyhow::bail!("{category} has no field {key}")
    }
}

pub async fn save<'a>(tx: &mut PgConnection, demo: &'a Demo) -> anyhow::Result<Tree<'a>> {
    let ids = save_categories(tx, demo).await?;
    let fields = save_fields(tx, demo, &ids).await?;
    let known = demo.categories.iter().map(|placed| {
        let category = &placed.category;
        let category_id = ids[category.slug.as_str()];
        let own = category.fields.iter().filter_map(|field| {
            let field_id = *fields.get(&(category_id, field.key.clone()))?;
            Some((field.key.as_str(), (field_id, field)))
        });
        let known = Known { category_id, parent: placed.parent.as_deref(), fields: own.collect() };
        (category.slug.as_str(), known)
    });
    Ok(Tree { by_slug: known.collect() })
}

async fn save_categories<'a>(tx: &mut PgConnection, demo: &'a Demo) -> anyhow::Result<HashMap<&'a str, i64>> {
    let known = import::category_ids(tx).await?;
    let mut next = known.values().max().copied().unwrap_or(0) + 1;
    let mut ids: HashMap<&str, i64> = HashMap::new();
    for placed in &demo.categories {
        let slug = placed.category.slug.as_str();
        let id = known.get(slug).copied().unwrap_or(next);
        next = next.max(id + 1);
        anyhow::ensure!(ids.insert(slug, id).is_none(), "category {slug} is there twice");
    }
    let rows: Vec<_> = demo
        .categories
        .iter()
        .map(|placed| NewCategory {
            category_id: ids[placed.category.slug.as_str()],
            parent_id: placed.parent.as_deref().map(|parent| ids[parent]),
            position: placed.position,
            slug: &placed.category.slug,
            name: &placed.category.name,
            image_url: demo.pictures["categories"][&placed.category.slug].as_str().unwrap_or_default(),
        })
        .collect();
    import::categories(tx, &rows).await?;
    import::paths(tx).await?;
    Ok(ids)
}

async fn save_fields(
    tx: &mut PgConnection,
    demo: &Demo,
    ids: &HashMap<&str, i64>,
) -> anyhow::Result<HashMap<(i64, String), i64>> {
    let mut rows = Vec::new();
    for placed in &demo.categories {
        for (position, field) in (0..).zip(&placed.category.fields) {
            let category_id = ids[placed.category.slug.as_str()];
            let (key, r#type) = (&field.key, &field.r#type);
            rows.push(NewField { category_id, key, position, r#type, name: &field.name, unit: field.unit.as_ref() });
        }
    }
    let fields = import::fields(tx, &rows).await?;
    let mut values = Vec::new();
    for placed in &demo.categories {
        for field in &placed.category.fields {
            let field_id = fields[&(ids[placed.category.slug.as_str()], field.key.clone())];
            for (position, value) in (0..).zip(&field.values) {
                values.push(NewValue { field_id, value: &value.value, position, label: &value.label });
            }
        }
    }
    import::field_values(tx, &values).await?;
    Ok(fields)
}
