//! Writes imported categories, their fields and add-ons.

use std::collections::HashMap;

use search::Texts;
use serde::Serialize;
use sqlx::PgConnection;

use super::json;

#[derive(Serialize)]
pub struct NewCategory<'a> {
    pub category_id: i64,
    pub parent_id: Option<i64>,
    pub position: i32,
    pub slug: &'a str,
    pub name: &'a Texts,
    pub image_url: &'a str,
}

#[derive(Serialize)]
pub struct NewField<'a> {
    pub category_id: i64,
    pub key: &'a str,
    pub position: i32,
    pub r#type: &'a str,
    pub name: &'a Texts,
    pub unit: Option<&'a Texts>,
}

#[derive(Serialize)]
pub struct NewValue<'a> {
    pub field_id: i64,
    pub value: &'a str,
    pub position: i32,
    pub label: &'a Texts,
}

#[derive(Serialize)]
pub struct NewAddOn<'a> {
    pub category_id: i64,
    pub position: i32,
    pub slug: &'a str,
}

/// Categories without rows keep their add-ons, which staff may have chosen.
pub async fn replace_add_ons(tx: &mut PgConnection, rows: &[NewAddOn<'_>]) -> sqlx::Result<()> {
    let categories: Vec<_> = rows.iter().map(|row| row.category_id).collect();
    sqlx::query!("delete from category_add_on where category_id = any ($1)", &categories).execute(&mut *tx).await?;
    sqlx::query!(
        "insert into category_add_on (category_id, position, slug)
         select category_id, position, slug
         from jsonb_to_recordset($1) as new (category_id bigint, position integer, slug text)",
        json(rows)?,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn category_ids(tx: &mut PgConnection) -> sqlx::Result<HashMap<String, i64>> {
    let rows = sqlx::query!("select slug, category_id from category").fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| (row.slug, row.category_id)).collect())
}

/// The slug of an existing category is kept.
pub async fn save_categories(tx: &mut PgConnection, rows: &[NewCategory<'_>]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into category (category_id, parent_id, position, slug, name, image_url)
         select category_id, parent_id, position, slug, name, image_url
         from jsonb_to_recordset($1) as new (
             category_id bigint, parent_id bigint, position integer, slug text, name jsonb, image_url text)
         order by category_id
         on conflict (category_id) do update
         set parent_id = excluded.parent_id, position = excluded.position, name = excluded.name,
             image_url = excluded.image_url, version = category.version + 1
         where (category.parent_id, category.position, category.name, category.image_url)
               is distinct from (excluded.parent_id, excluded.position, excluded.name, excluded.image_url)",
        json(rows)?,
    )
    .execute(&mut *tx)
    .await?;
    // The rows bring their ids, so the sequence continues after the greatest.
    sqlx::query!(
        "select setval(
             pg_get_serial_sequence('category', 'category_id'),
             (select coalesce(max(category_id), 0) + 1 from category),
             false)"
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Returns the ids of all fields by category and key.
pub async fn save_fields(tx: &mut PgConnection, rows: &[NewField<'_>]) -> sqlx::Result<HashMap<(i64, String), i64>> {
    sqlx::query!(
        "insert into field (category_id, key, position, type, name, unit)
         select category_id, key, position, type, name, unit
         from jsonb_to_recordset($1) as new (
             category_id bigint, key text, position integer, type text, name jsonb, unit jsonb)
         order by category_id, position
         on conflict (category_id, key) do update
         set position = excluded.position, type = excluded.type, name = excluded.name, unit = excluded.unit
         where (field.position, field.type, field.name, field.unit)
               is distinct from (excluded.position, excluded.type, excluded.name, excluded.unit)",
        json(rows)?,
    )
    .execute(&mut *tx)
    .await?;
    let rows = sqlx::query!("select category_id, key, field_id from field").fetch_all(tx).await?;
    Ok(rows.into_iter().map(|row| ((row.category_id, row.key), row.field_id)).collect())
}

pub async fn save_field_values(tx: &mut PgConnection, rows: &[NewValue<'_>]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into field_value (field_id, value, position, label)
         select field_id, value, position, label
         from jsonb_to_recordset($1) as new (field_id bigint, value text, position integer, label jsonb)
         on conflict (field_id, value) do update
         set position = excluded.position, label = excluded.label
         where (field_value.position, field_value.label) is distinct from (excluded.position, excluded.label)",
        json(rows)?,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub struct CategoryRow {
    pub category_id: i64,
    pub parent_id: Option<i64>,
    pub slug: String,
}

pub async fn all_categories(tx: &mut PgConnection) -> sqlx::Result<Vec<CategoryRow>> {
    sqlx::query_as!(CategoryRow, "select category_id, parent_id, slug from category").fetch_all(tx).await
}

pub struct FieldRow {
    pub field_id: i64,
    pub category_id: i64,
    pub key: String,
    pub r#type: String,
    /// Empty unless the field is a choice.
    pub values: Vec<String>,
}

pub async fn all_fields(tx: &mut PgConnection) -> sqlx::Result<Vec<FieldRow>> {
    sqlx::query_as!(
        FieldRow,
        r#"select field_id, category_id, key, type,
                  array(select value from field_value where field_value.field_id = field.field_id) as "values!"
           from field"#,
    )
    .fetch_all(tx)
    .await
}
