//! Reads the fields of a category. Its own fields override inherited ones with the same key.

use kit::Language;
use sqlx::PgConnection;

/// Safety limits, far above the real numbers.
const MAX_FIELDS: i64 = 200;
const MAX_VALUES: i64 = 5_000;

pub struct FieldRow {
    pub field_id: i64,
    pub key: String,
    pub r#type: String,
    pub name: String,
    pub unit: Option<String>,
}

/// Inherited fields come first.
pub async fn of_category(
    tx: &mut PgConnection,
    language: Language,
    category: i64,
    only_filterable: bool,
) -> sqlx::Result<Vec<FieldRow>> {
    sqlx::query_as!(
        FieldRow,
        r#"select nearest.field_id, nearest.key, nearest.type,
                  coalesce(nearest.name ->> $1, nearest.name ->> 'az') as "name!",
                  coalesce(nearest.unit ->> $1, nearest.unit ->> 'az') as unit
           from (
               select distinct on (field.key) field.*, category_path.depth
               from category_path
               join field on field.category_id = category_path.ancestor_id
               where category_path.descendant_id = $2
               order by field.key, category_path.depth
           ) as nearest
           where nearest.is_filterable or not $3
           order by nearest.depth desc, nearest.position
           limit $4"#,
        language.code(),
        category,
        only_filterable,
        MAX_FIELDS,
    )
    .fetch_all(tx)
    .await
}

pub struct ValueRow {
    pub field_id: i64,
    pub value: String,
    pub label: String,
}

pub async fn values(tx: &mut PgConnection, language: Language, fields: &[i64]) -> sqlx::Result<Vec<ValueRow>> {
    sqlx::query_as!(
        ValueRow,
        r#"select field_id, value, coalesce(label ->> $1, label ->> 'az') as "label!"
           from field_value
           where field_id = any ($2)
           order by field_id, position
           limit $3"#,
        language.code(),
        fields,
        MAX_VALUES,
    )
    .fetch_all(tx)
    .await
}
