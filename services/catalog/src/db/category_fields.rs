//! Reads and replaces the own fields of a category.

use std::collections::{HashMap, HashSet};

use kit::{Error, Result, db::OnConstraint as _};
use search::{FieldType, Texts};
use serde::Serialize;
use serde_json::Value;
use sqlx::{PgConnection, types::Json};

use crate::domain::category::{Field, FieldValue};

pub async fn of_category(tx: &mut PgConnection, category: i64) -> sqlx::Result<Vec<Field>> {
    let value_rows = sqlx::query!(
        r#"select field_value.field_id, field_value.value, field_value.label as "label: Json<Texts>"
           from field
           join field_value on field_value.field_id = field.field_id
           where field.category_id = $1
           order by field_value.field_id, field_value.position, field_value.value"#,
        category,
    );
    let mut values: HashMap<i64, Vec<FieldValue>> = HashMap::new();
    for row in value_rows.fetch_all(&mut *tx).await? {
        values.entry(row.field_id).or_default().push(FieldValue { value: row.value, label: row.label.0 });
    }
    let field_rows = sqlx::query!(
        r#"select field_id, key, type, name as "name: Json<Texts>", unit as "unit: Json<Texts>", is_filterable
           from field
           where category_id = $1
           order by position, field_id"#,
        category,
    );
    let fields = field_rows.fetch_all(tx).await?.into_iter().filter_map(|row| {
        Some(Field {
            id: Some(row.field_id),
            key: row.key,
            r#type: FieldType::from_name(&row.r#type)?,
            name: row.name.0,
            unit: row.unit.map(|unit| unit.0),
            is_filterable: row.is_filterable,
            values: values.remove(&row.field_id).unwrap_or_default(),
        })
    });
    Ok(fields.collect())
}

/// What products use of a category's fields.
#[derive(Default)]
pub struct Used {
    pub fields: HashSet<i64>,
    /// Values of choices, each with its field.
    pub values: HashSet<(i64, String)>,
}

/// Reads the whole table `product_field`, which has no index by field.
pub async fn used(tx: &mut PgConnection, category: i64) -> sqlx::Result<Used> {
    let rows = sqlx::query!(
        r#"select distinct product_field.field_id,
                  case when field.type = 'choice' then product_field.value end as value
           from product_field
           join field on field.field_id = product_field.field_id
           where field.category_id = $1"#,
        category,
    );
    let mut used = Used::default();
    for row in rows.fetch_all(tx).await? {
        used.fields.insert(row.field_id);
        used.values.extend(row.value.map(|value| (row.field_id, value)));
    }
    Ok(used)
}

#[derive(Serialize)]
struct FieldRow<'a> {
    field_id: Option<i64>,
    key: &'a str,
    position: usize,
    r#type: &'static str,
    name: &'a Texts,
    unit: Option<&'a Texts>,
    is_filterable: bool,
    values: Vec<ValueRow<'a>>,
}

#[derive(Serialize)]
struct ValueRow<'a> {
    value: &'a str,
    position: usize,
    label: &'a Texts,
}

/// Deletes, updates and inserts fields. Triggers refuse to delete or redefine a field or value that products have.
pub async fn replace(tx: &mut PgConnection, category: i64, fields: &[Field]) -> Result<()> {
    let rows: Vec<_> = (0..).zip(fields).map(|(position, field)| row(position, field)).collect();
    let rows = serde_json::to_value(rows).map_err(|error| sqlx::Error::Encode(error.into()))?;
    delete_others(tx, category, fields).await?;
    update_existing(tx, category, &rows).await?;
    insert_new(tx, category, &rows).await?;
    replace_values(tx, category, &rows).await
}

async fn delete_others(tx: &mut PgConnection, category: i64, fields: &[Field]) -> Result<()> {
    let kept: Vec<_> = fields.iter().filter_map(|field| field.id).collect();
    sqlx::query!("delete from field where category_id = $1 and field_id <> all ($2)", category, &kept)
        .execute(tx)
        .await
        .on_constraint("product_field_field_fkey", field_in_use)?;
    Ok(())
}

async fn update_existing(tx: &mut PgConnection, category: i64, rows: &Value) -> Result<()> {
    sqlx::query!(
        "update field
         set key = new.key, position = new.position, type = new.type, name = new.name, unit = new.unit,
             is_filterable = new.is_filterable
         from jsonb_to_recordset($2) as new (
             field_id bigint, key text, position integer, type text, name jsonb, unit jsonb, is_filterable boolean)
         where field.category_id = $1 and field.field_id = new.field_id
             and (field.key, field.position, field.type, field.name, field.unit, field.is_filterable)
                 is distinct from (new.key, new.position, new.type, new.name, new.unit, new.is_filterable)",
        category,
        rows,
    )
    .execute(tx)
    .await
    .on_constraint("product_field_field_fkey", field_in_use)?;
    Ok(())
}

async fn insert_new(tx: &mut PgConnection, category: i64, rows: &Value) -> Result<()> {
    sqlx::query!(
        "insert into field (category_id, key, position, type, name, unit, is_filterable)
         select $1, key, position, type, name, unit, is_filterable
         from jsonb_to_recordset($2) as new (
             field_id bigint, key text, position integer, type text, name jsonb, unit jsonb, is_filterable boolean)
         where field_id is null
         order by position",
        category,
        rows,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Finds fields by key, because the ids of new fields are unknown here.
async fn replace_values(tx: &mut PgConnection, category: i64, rows: &Value) -> Result<()> {
    sqlx::query!(
        "delete from field_value
         using field
         where field.field_id = field_value.field_id and field.category_id = $1 and not exists (
             select
             from jsonb_to_recordset($2) as new (key text, values jsonb)
             cross join jsonb_to_recordset(new.values) as new_value (value text)
             where new.key = field.key and new_value.value = field_value.value)",
        category,
        rows,
    )
    .execute(&mut *tx)
    .await
    .on_constraint("product_field_value_fkey", || Error::conflict("value_in_use"))?;
    sqlx::query!(
        "insert into field_value (field_id, value, position, label)
         select field.field_id, new_value.value, new_value.position, new_value.label
         from jsonb_to_recordset($2) as new (key text, values jsonb)
         cross join jsonb_to_recordset(new.values) as new_value (value text, position integer, label jsonb)
         join field on field.category_id = $1 and field.key = new.key
         on conflict (field_id, value) do update
         set position = excluded.position, label = excluded.label
         where (field_value.position, field_value.label) is distinct from (excluded.position, excluded.label)",
        category,
        rows,
    )
    .execute(tx)
    .await?;
    Ok(())
}

fn row(position: usize, field: &Field) -> FieldRow<'_> {
    let values = (0..).zip(&field.values).map(|(position, chosen)| ValueRow {
        value: &chosen.value,
        position,
        label: &chosen.label,
    });
    FieldRow {
        field_id: field.id,
        key: &field.key,
        position,
        r#type: field.r#type.name(),
        name: &field.name,
        unit: field.unit.as_ref(),
        is_filterable: field.is_filterable,
        values: values.collect(),
    }
}

fn field_in_use() -> Error {
    Error::conflict("field_in_use")
}
