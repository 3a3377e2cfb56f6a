//! Reads the input of the search index, and the outbox events that say what changed since.

use chrono::{DateTime, Utc};
use search::{CategoryRow, FieldRow, Product, ProductFieldValue, StoreRow, Texts, ValueRow};
use sqlx::{PgConnection, types::Json};

/// The last four members are parallel: one element per value of a field.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate column")]
struct ProductRow {
    product_id: i64,
    store_id: i64,
    category_id: i64,
    name: Json<Texts>,
    price: i64,
    popularity: i64,
    rank: i64,
    has_picture: bool,
    rating: i16,
    review_count: i64,
    published_at: DateTime<Utc>,
    is_discounted: bool,
    in_stock: bool,
    preparation_days: i16,
    is_bestseller: bool,
    categories: Vec<i64>,
    field_ids: Vec<i64>,
    keys: Vec<String>,
    values: Vec<String>,
    numbers: Vec<Option<f64>>,
}

impl From<ProductRow> for Product {
    fn from(row: ProductRow) -> Self {
        let keys_and_values = row.keys.into_iter().zip(row.values);
        let columns = row.field_ids.into_iter().zip(keys_and_values).zip(row.numbers);
        let field_values =
            columns.map(|((field_id, (key, value)), number)| ProductFieldValue { field_id, key, value, number });

        Self {
            product_id: row.product_id,
            store_id: row.store_id,
            category_id: row.category_id,
            name: row.name.0,
            price: row.price,
            popularity: row.popularity,
            rank: row.rank,
            has_picture: row.has_picture,
            rating: row.rating,
            review_count: row.review_count,
            published_at: row.published_at,
            is_discounted: row.is_discounted,
            in_stock: row.in_stock,
            preparation_days: row.preparation_days,
            is_bestseller: row.is_bestseller,
            categories: row.categories,
            field_values: field_values.collect(),
        }
    }
}

/// `$tail` has further conditions and the order.
macro_rules! products_for_sale {
    ($tail:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            ProductRow,
            r#"select product.product_id, product.store_id, product.category_id, product.name as "name: Json<Texts>",
                      product.price_now as price, product.popularity, product.rank as "rank!",
                      cardinality(product.pictures) > 0 as "has_picture!", product.rating, product.review_count,
                      product.published_at, product.is_discounted, product.stock > product.reserved as "in_stock!",
                      product.preparation_days, product.is_bestseller,
                      array(
                          select category_id
                          from product_category
                          where product_category.product_id = product.product_id
                      ) as "categories!",
                      field_values.field_ids as "field_ids!",
                      field_values.keys as "keys!",
                      field_values.values as "values!",
                      field_values.numbers as "numbers!: Vec<Option<f64>>"
               from product
               cross join lateral (
                   select coalesce(array_agg(field_id), '{}') as field_ids,
                          coalesce(array_agg(key), '{}') as keys,
                          coalesce(array_agg(value), '{}') as values,
                          coalesce(array_agg(number), '{}') as numbers
                   from product_field
                   where product_field.product_id = product.product_id
               ) as field_values
               where product.is_published and product.store_is_open "# + $tail,
            $($value),+
        )
    };
}

pub async fn products_after(tx: &mut PgConnection, product: i64, limit: i64) -> sqlx::Result<Vec<Product>> {
    let rows = products_for_sale!("and product.product_id > $1 order by product.product_id limit $2", product, limit);
    Ok(rows.fetch_all(tx).await?.into_iter().map(Product::from).collect())
}

pub async fn products_for_sale(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<Product>> {
    let rows = products_for_sale!("and product.product_id = any ($1)", products);
    Ok(rows.fetch_all(tx).await?.into_iter().map(Product::from).collect())
}

/// The stamp identifies the database in which the position is valid.
pub struct OutboxHead {
    pub stamp: String,
    pub position: i64,
    /// Position of the oldest event that was not deleted yet.
    pub oldest: Option<i64>,
}

pub async fn head(tx: &mut PgConnection) -> sqlx::Result<OutboxHead> {
    sqlx::query_as!(
        OutboxHead,
        r#"select search_stamp.stamp::text as "stamp!", outbox_head.position,
                  (select min(position) from outbox) as oldest
           from search_stamp, outbox_head"#,
    )
    .fetch_one(tx)
    .await
}

/// An event after which the index must be updated.
pub struct Change {
    pub position: i64,
    pub kind: String,
    /// Set for `product_changed`.
    pub product_id: Option<i64>,
    /// Set for `store_products_changed`.
    pub store_id: Option<i64>,
}

pub async fn changes_after(tx: &mut PgConnection, position: i64, limit: i64) -> sqlx::Result<Vec<Change>> {
    sqlx::query_as!(
        Change,
        r#"select position as "position!", kind,
                  (payload ->> 'productId')::bigint as product_id,
                  (payload ->> 'storeId')::bigint as store_id
           from outbox
           where position > $1 and kind in ('product_changed', 'store_products_changed', 'tree_changed')
           order by position
           limit $2"#,
        position,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn categories(tx: &mut PgConnection) -> sqlx::Result<Vec<CategoryRow>> {
    let rows = sqlx::query!(
        r#"select category_id, parent_id, slug, name as "name: Json<Texts>"
           from category
           order by position, category_id"#,
    );
    let rows = rows.map(|row| CategoryRow {
        category_id: row.category_id,
        parent_id: row.parent_id,
        slug: row.slug,
        name: row.name.0,
    });
    rows.fetch_all(tx).await
}

pub async fn fields(tx: &mut PgConnection) -> sqlx::Result<Vec<FieldRow>> {
    let rows = sqlx::query!(
        r#"select field_id, category_id, key, type, name as "name: Json<Texts>", unit as "unit: Json<Texts>",
                  is_filterable
           from field
           order by category_id, position, field_id"#,
    );
    let rows = rows.map(|row| FieldRow {
        field_id: row.field_id,
        category_id: row.category_id,
        key: row.key,
        r#type: row.r#type,
        name: row.name.0,
        unit: row.unit.map(|unit| unit.0),
        is_filterable: row.is_filterable,
    });
    rows.fetch_all(tx).await
}

pub async fn values(tx: &mut PgConnection) -> sqlx::Result<Vec<ValueRow>> {
    let rows = sqlx::query!(
        r#"select field_id, value, label as "label: Json<Texts>" from field_value order by field_id, position"#,
    );
    let rows = rows.map(|row| ValueRow { field_id: row.field_id, value: row.value, label: row.label.0 });
    rows.fetch_all(tx).await
}

pub async fn stores(tx: &mut PgConnection) -> sqlx::Result<Vec<StoreRow>> {
    sqlx::query_as!(StoreRow, "select store_id, name, slug, is_open from store_ref order by store_id")
        .fetch_all(tx)
        .await
}

/// A hash of the categories, fields and values.
pub async fn tree_digest(tx: &mut PgConnection) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select md5(concat(
               (select string_agg(category::text, '|' order by category_id) from category),
               (select string_agg(field::text, '|' order by field_id) from field),
               (select string_agg(field_value::text, '|' order by field_id, value) from field_value))) as "digest!""#,
    )
    .fetch_one(tx)
    .await
}
