//! What the search index is built from, and how far the outbox has come.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::texts::Texts;

/// A product that is for sale, as the index takes it.
#[expect(clippy::struct_excessive_bools, reason = "each is a column of its own")]
pub struct Entry {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub name: Json<Texts>,
    pub price: i64,
    pub popularity: i64,
    /// Its popularity among others: without a picture it comes last.
    pub rank: i64,
    pub has_picture: bool,
    pub rating: i16,
    pub review_count: i64,
    pub published_at: DateTime<Utc>,
    pub is_discounted: bool,
    pub in_stock: bool,
    pub preparation_days: i16,
    pub is_bestseller: bool,
    pub categories: Vec<i64>,
    /// Columns of its facts, of one length.
    field_ids: Vec<i64>,
    keys: Vec<String>,
    values: Vec<String>,
    numbers: Vec<Option<f64>>,
}

/// A value it has in a field.
#[derive(Clone, Copy)]
pub struct Fact<'a> {
    pub field_id: i64,
    pub key: &'a str,
    pub value: &'a str,
    pub number: Option<f64>,
}

impl Entry {
    pub fn facts(&self) -> impl Iterator<Item = Fact<'_>> {
        let texts = self.keys.iter().zip(&self.values);
        let facts = self.field_ids.iter().zip(texts).zip(&self.numbers);
        facts.map(|((field_id, (key, value)), number)| Fact { field_id: *field_id, key, value, number: *number })
    }
}

macro_rules! entries {
    ($which:literal, $($value:expr),+ $(,)?) => {
        sqlx::query_as!(
            Entry,
            r#"select product.product_id, product.store_id, product.category_id, product.name as "name: Json<Texts>", product.price_now as price,
                      product.popularity, product.rank as "rank!", cardinality(product.pictures) > 0 as "has_picture!", product.rating, product.review_count, product.published_at, product.is_discounted,
                      product.stock > product.reserved as "in_stock!", product.preparation_days, product.is_bestseller,
                      array(select category_id from product_category where product_category.product_id = product.product_id) as "categories!",
                      facts.field_ids as "field_ids!", facts.keys as "keys!", facts.values as "values!", facts.numbers as "numbers!: Vec<Option<f64>>"
               from product
               cross join lateral (
                   select coalesce(array_agg(field_id), '{}') as field_ids, coalesce(array_agg(key), '{}') as keys,
                          coalesce(array_agg(value), '{}') as values, coalesce(array_agg(number), '{}') as numbers
                   from product_field
                   where product_field.product_id = product.product_id
               ) as facts
               where product.is_published and product.store_is_open "# + $which,
            $($value),+
        )
    };
}

/// The next of all products.
pub async fn entries_after(tx: &mut PgConnection, product: i64, limit: i64) -> sqlx::Result<Vec<Entry>> {
    entries!("and product.product_id > $1 order by product.product_id limit $2", product, limit).fetch_all(tx).await
}

/// Those of these products that are for sale.
pub async fn entries_of(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<Entry>> {
    entries!("and product.product_id = any ($1)", products).fetch_all(tx).await
}

/// How far the outbox has come. The stamp tells databases apart: positions of another one mean nothing here.
pub struct Head {
    pub stamp: String,
    pub position: i64,
    /// The first event that is still there.
    pub oldest: Option<i64>,
}

pub async fn head(tx: &mut PgConnection) -> sqlx::Result<Head> {
    sqlx::query_as!(
        Head,
        r#"select search_stamp.stamp::text as "stamp!", outbox_head.position, (select min(position) from outbox) as oldest
           from search_stamp, outbox_head"#,
    )
    .fetch_one(tx)
    .await
}

/// What an event tells the index.
pub struct Change {
    pub position: i64,
    pub kind: String,
    /// Of `product_changed`.
    pub product_id: Option<i64>,
    /// Of `store_shelved`.
    pub store_id: Option<i64>,
}

pub async fn changes_after(tx: &mut PgConnection, position: i64, limit: i64) -> sqlx::Result<Vec<Change>> {
    sqlx::query_as!(
        Change,
        r#"select position as "position!", kind, (payload ->> 'productId')::bigint as product_id, (payload ->> 'storeId')::bigint as store_id
           from outbox
           where position > $1 and kind in ('product_changed', 'store_shelved', 'tree_changed')
           order by position
           limit $2"#,
        position,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub struct CategoryRow {
    pub category_id: i64,
    pub parent_id: Option<i64>,
    pub slug: String,
    pub name: Json<Texts>,
}

pub async fn categories(tx: &mut PgConnection) -> sqlx::Result<Vec<CategoryRow>> {
    sqlx::query_as!(
        CategoryRow,
        r#"select category_id, parent_id, slug, name as "name: Json<Texts>" from category order by position, category_id"#,
    )
    .fetch_all(tx)
    .await
}

pub struct FieldRow {
    pub field_id: i64,
    pub category_id: i64,
    pub key: String,
    pub r#type: String,
    pub name: Json<Texts>,
    pub unit: Option<Json<Texts>>,
    pub is_filterable: bool,
}

pub async fn fields(tx: &mut PgConnection) -> sqlx::Result<Vec<FieldRow>> {
    sqlx::query_as!(
        FieldRow,
        r#"select field_id, category_id, key, type, name as "name: Json<Texts>", unit as "unit: Json<Texts>", is_filterable
           from field
           order by category_id, position, field_id"#,
    )
    .fetch_all(tx)
    .await
}

pub struct ValueRow {
    pub field_id: i64,
    pub value: String,
    pub label: Json<Texts>,
}

pub async fn values(tx: &mut PgConnection) -> sqlx::Result<Vec<ValueRow>> {
    sqlx::query_as!(
        ValueRow,
        r#"select field_id, value, label as "label: Json<Texts>" from field_value order by field_id, position"#,
    )
    .fetch_all(tx)
    .await
}

pub struct StoreRow {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub is_open: bool,
}

pub async fn stores(tx: &mut PgConnection) -> sqlx::Result<Vec<StoreRow>> {
    sqlx::query_as!(StoreRow, "select store_id, name, slug, is_open from store_ref order by store_id")
        .fetch_all(tx)
        .await
}

/// A fingerprint of the tree and its fields, to tell whether a load changed them.
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
