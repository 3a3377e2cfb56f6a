//! Reads the fields of a category for shoppers. A category inherits the fields of its ancestors; its own field
//! overrides an inherited one with the same key.

use kit::Language;
use sqlx::PgConnection;

/// Safety limits of the queries, far above the real numbers.
const MAX_FIELDS: i64 = 200;
const MAX_VALUES: i64 = 5_000;

pub struct FieldRow {
    pub field_id: i64,
    pub key: String,
    pub r#type: String,
    pub name: String,
    pub unit: Option<String>,
}

/// Returns the fields of a category. Inherited fields come first, beginning with the fields of the top category.
pub async fn of_category(
    tx: &mut PgConnection,
    language: Language,
    category: i64,
    only_filterable: bool,
) -> sqlx::Result<Vec<FieldRow>> {
    sqlx::query_as!(
        FieldRow,
        r#"select held.field_id, held.key, held.type, coalesce(held.name ->> $1, held.name ->> 'az') as "name!",
                  coalesce(held.unit ->> $1, held.unit ->> 'az') as unit
           from (
               select distinct on (field.key) field.*, category_path.depth
               from category_path
               join field on field.category_id = category_path.ancestor_id
               where category_path.descendant_id = $2
               order by field.key, category_path.depth
           ) as held
           where held.is_filterable or not $3
           order by held.depth desc, held.position
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

/// Returns the values of choice fields, in display order.
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
