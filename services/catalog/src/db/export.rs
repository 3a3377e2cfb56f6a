//! Reads products with all values of an import line.

use chrono::{DateTime, Utc};
use search::Texts;
use serde::Deserialize;
use sqlx::{PgConnection, types::Json};

use super::properties::{Properties, each_property};

pub struct ExportRow {
    pub product_id: i64,
    pub slug: String,
    pub store_slug: String,
    pub category_slug: String,
    /// Slugs of its other categories.
    pub also: Vec<String>,
    pub texts: Json<Vec<Text>>,
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub discount_from: Option<DateTime<Utc>>,
    pub discount_until: Option<DateTime<Utc>>,
    pub stock: i64,
    pub properties: Json<Properties>,
    pub option_kind: String,
    pub sizes: Json<Vec<Size>>,
    pub fields: Json<Vec<Field>>,
    pub pictures: Vec<String>,
    pub rating: i16,
    pub review_count: i64,
    pub popularity: i64,
    pub sold_count: i64,
    pub published_at: DateTime<Utc>,
}

#[derive(Deserialize)]
pub struct Text {
    pub language: String,
    pub name: Option<String>,
    pub description: Option<String>,
}

#[derive(Deserialize)]
pub struct Size {
    pub name: Texts,
    pub price: i64,
    pub stock: i64,
    pub picture: Option<String>,
    pub fields: Vec<Field>,
}

/// A choice with several values has several elements.
#[derive(Deserialize)]
pub struct Field {
    pub key: String,
    pub r#type: String,
    pub value: String,
    pub number: Option<f64>,
}

/// Later reads of the transaction see the same state.
pub async fn use_one_snapshot(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("set transaction isolation level repeatable read, read only").execute(&mut *tx).await?;
    Ok(())
}

/// Returns published products in the order of their ids, which are greater than `after`.
pub async fn published_products(tx: &mut PgConnection, after: i64, limit: i64) -> sqlx::Result<Vec<ExportRow>> {
    let ids = sqlx::query_scalar!(
        "select product_id from product where product_id > $1 and is_published order by product_id limit $2",
        after,
        limit,
    )
    .fetch_all(&mut *tx)
    .await?;
    products(tx, &ids).await
}

/// Returns products in every state of publication, in the order of their ids.
pub async fn products(tx: &mut PgConnection, ids: &[i64]) -> sqlx::Result<Vec<ExportRow>> {
    macro_rules! select {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query_as!(
        ExportRow,
        r#"
        select
            product.product_id,
            product.slug,
            product.store_slug,
            product.category_slug,

            array(
                select category.slug
                from product_category
                join category on category.category_id = product_category.category_id
                where product_category.product_id = product.product_id
                and product_category.category_id <> product.category_id
                order by category.category_id
            ) as "also!",

            coalesce((
                select jsonb_agg(jsonb_build_object('language', language, 'name', name, 'description', description))
                from product_text
                where product_text.product_id = product.product_id
            ), '[]') as "texts!: Json<Vec<Text>>",

            product.price,
            product.discounted_price,
            product.discount_from,
            product.discount_until,
            product.stock,

            '{}'::jsonb"# $(+ " || jsonb_build_object('" + $name + "', product." + $column + ")")* + r#"
                as "properties!: Json<Properties>",

            product.option_kind,

            coalesce((
                select jsonb_agg(
                    jsonb_build_object(
                        'name', name,
                        'price', price,
                        'stock', stock,
                        'picture', picture,
                        'fields', coalesce((
                            select jsonb_agg(size_field.value || jsonb_build_object('type', field.type))
                            from jsonb_array_elements(product_size.fields) as size_field (value)
                            join field on field.field_id = (size_field.value ->> 'field_id')::bigint
                        ), '[]'))
                    order by position)
                from product_size
                where product_size.product_id = product.product_id
            ), '[]') as "sizes!: Json<Vec<Size>>",

            coalesce((
                select jsonb_agg(
                    jsonb_build_object(
                        'key', field.key,
                        'type', field.type,
                        'value', product_field.value,
                        'number', product_field.number)
                    order by field.key, product_field.value)
                from product_field
                join field on field.field_id = product_field.field_id
                where product_field.product_id = product.product_id
            ), '[]') as "fields!: Json<Vec<Field>>",

            product.pictures,
            product.rating,
            product.review_count,
            product.popularity,
            product.sold_count,
            product.published_at
        from product
        where product.product_id = any ($1)
        order by product.product_id
        "#,
        ids,
        ) };
    }
    each_property!(select).fetch_all(tx).await
}

pub async fn field_keys(tx: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select distinct key from field order by key").fetch_all(tx).await
}
