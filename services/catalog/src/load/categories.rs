//! Saves the demo's categories, identified by slug, with their fields and add-ons (products offered along with others).

use std::collections::HashMap;

use sqlx::PgConnection;

use super::files::Demo;
use crate::db::{
    category_tree,
    import::{self, NewAddOn, NewCategory, NewField, NewValue},
};

pub async fn save(tx: &mut PgConnection, demo: &Demo) -> anyhow::Result<()> {
    category_tree::lock(tx).await?;
    let ids = save_categories(tx, demo).await?;
    save_add_ons(tx, demo, &ids).await?;
    save_fields(tx, demo, &ids).await
}

async fn save_add_ons(tx: &mut PgConnection, demo: &Demo, ids: &HashMap<&str, i64>) -> anyhow::Result<()> {
    let rows = demo.categories.iter().flat_map(|placed| {
        let category_id = ids[placed.category.slug.as_str()];
        (0..).zip(&placed.category.add_ons).map(move |(position, slug)| NewAddOn { category_id, position, slug })
    });
    import::replace_add_ons(tx, &rows.collect::<Vec<_>>()).await?;
    Ok(())
}

async fn save_categories<'a>(tx: &mut PgConnection, demo: &'a Demo) -> anyhow::Result<HashMap<&'a str, i64>> {
    let stored_ids = import::category_ids(tx).await?;
    let mut next_id = stored_ids.values().max().copied().unwrap_or(0) + 1;
    let mut ids: HashMap<&str, i64> = HashMap::new();
    for placed in &demo.categories {
        let slug = placed.category.slug.as_str();
        let id = stored_ids.get(slug).copied().unwrap_or(next_id);
        next_id = next_id.max(id + 1);
        anyhow::ensure!(ids.insert(slug, id).is_none(), "duplicate category {slug}");
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

    import::save_categories(tx, &rows).await?;
    // Stored categories that are not in the files are kept, so positions may repeat.
    category_tree::number_all(tx).await?;
    category_tree::recompute_paths(tx).await?;
    Ok(ids)
}

async fn save_fields(tx: &mut PgConnection, demo: &Demo, ids: &HashMap<&str, i64>) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for placed in &demo.categories {
        for (position, field) in (0..).zip(&placed.category.fields) {
            let category_id = ids[placed.category.slug.as_str()];
            let (key, r#type) = (&field.key, &field.r#type);
            rows.push(NewField { category_id, key, position, r#type, name: &field.name, unit: field.unit.as_ref() });
        }
    }
    let fields = import::save_fields(tx, &rows).await?;

    let mut values = Vec::new();
    for placed in &demo.categories {
        for field in &placed.category.fields {
            let field_id = fields[&(ids[placed.category.slug.as_str()], field.key.clone())];
            for (position, value) in (0..).zip(&field.values) {
                values.push(NewValue { field_id, value: &value.value, position, label: &value.label });
            }
        }
    }
    import::save_field_values(tx, &values).await?;
    Ok(())
}
