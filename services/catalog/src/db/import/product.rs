//! Products with all that belongs to them. A product that is written again keeps the day it was published and what is
//! reserved of it; its sizes keep their ids by position, for baskets know them. Later changes of its category's and its
//! store's names reach it by its foreign keys.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;

use super::json;
use crate::domain::texts::Texts;

/// Rows of many products. `standings` has one for each of `products`.
#[derive(Default, Serialize)]
pub struct Batch<'a> {
    pub products: Vec<NewProduct<'a>>,
    pub texts: Vec<NewText<'a>>,
    pub sizes: Vec<NewSize<'a>>,
    /// Product and category.
    pub categories: Vec<(i64, i64)>,
    pub fields: Vec<NewProductField<'a>>,
    pub standings: Vec<Standing>,
}

#[derive(Serialize)]
pub struct NewProduct<'a> {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub slug: &'a str,
    pub name: &'a Texts,
    pub pictures: Vec<&'a str>,
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub discount_from: Option<DateTime<Utc>>,
    pub discount_until: Option<DateTime<Utc>>,
    pub stock: i64,
    pub has_sizes: bool,
    pub popularity: i64,
    pub rating: i16,
    pub review_count: i64,
}

/// What of a product depends on the time it is written, and what it was written from.
#[derive(Serialize)]
pub struct Standing {
    pub product_id: i64,
    pub is_discounted: bool,
    pub reprice_at: Option<DateTime<Utc>>,
    pub published_at: DateTime<Utc>,
    /// In hexadecimal.
    pub digest: String,
}

#[derive(Serialize)]
pub struct NewText<'a> {
    pub product_id: i64,
    pub language: &'a str,
    pub name: Option<&'a str>,
    pub description: Option<&'a str>,
}

#[derive(Serialize)]
pub struct NewSize<'a> {
    pub product_id: i64,
    pub position: i32,
    pub name: &'a Texts,
    pub price: i64,
    pub stock: i64,
}

#[derive(Serialize)]
pub struct NewProductField<'a> {
    pub product_id: i64,
    pub field_id: i64,
    pub key: &'a str,
    pub value: String,
    pub number: Option<f64>,
}

impl<'a> Batch<'a> {
    pub fn append(&mut self, mut more: Batch<'a>) {
        self.products.append(&mut more.products);
        self.texts.append(&mut more.texts);
        self.sizes.append(&mut more.sizes);
        self.categories.append(&mut more.categories);
        self.fields.append(&mut more.fields);
        self.standings.append(&mut more.standings);
    }
}

pub struct Known {
    pub product_id: i64,
    pub digest: Option<Vec<u8>>,
}

/// Every product by its slug, with what it was loaded from.
pub async fn known_products(tx: &mut PgConnection) -> sqlx::Result<HashMap<String, Known>> {
    let rows = sqlx::query!(
        r#"select product.slug as "slug!", product.product_id as "product_id!", product_source.digest as "digest?"
           from product
           left join product_source on product_source.product_id = product.product_id"#,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.slug, Known { product_id: row.product_id, digest: row.digest })).collect())
}

pub async fn products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let written: Vec<_> = batch.products.iter().map(|product| product.product_id).collect();
    if written.is_empty() {
        return Ok(());
    }
    insert_products(tx, batch).await?;
    texts(tx, &written, batch).await?;
    sizes(tx, &written, batch).await?;
    categories(tx, &written, batch).await?;
    fields(tx, &written, batch).await
}

async fn insert_products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product (product_id, store_id, store_name, store_slug, store_is_open, category_id, category_name, category_slug,
                              slug, name, pictures, price, discounted_price, discount_from, discount_until, is_discounted, reprice_at,
                              stock, has_sizes, popularity, rating, review_count, published_at)
         select new.product_id, store_ref.store_id, store_ref.name, store_ref.slug, store_ref.is_open, category.category_id,
                category.name, category.slug, new.slug, new.name, new.pictures, new.price, new.discounted_price, new.discount_from,
                new.discount_until, standing.is_discounted, standing.reprice_at, new.stock, new.has_sizes,
                new.popularity, new.rating, new.review_count, standing.published_at
         from jsonb_to_recordset($1) as new (
                  product_id bigint, store_id bigint, category_id bigint, slug text, name jsonb, pictures text[], price bigint,
                  discounted_price bigint, discount_from timestamptz, discount_until timestamptz, stock bigint, has_sizes boolean,
                  popularity bigint, rating smallint, review_count bigint)
         join jsonb_to_recordset($2) as standing (
                  product_id bigint, is_discounted boolean, reprice_at timestamptz, published_at timestamptz)
         on standing.product_id = new.product_id
         join store_ref on store_ref.store_id = new.store_id
         join category on category.category_id = new.category_id
         order by new.product_id
         on conflict (product_id) do update
         set store_id = excluded.store_id, store_name = excluded.store_name, store_slug = excluded.store_slug,
             store_is_open = excluded.store_is_open, category_id = excluded.category_id, category_name = excluded.category_name,
             category_slug = excluded.category_slug, name = excluded.name, pictures = excluded.pictures,
             price = excluded.price, discounted_price = excluded.discounted_price, discount_from = excluded.discount_from,
             discount_until = excluded.discount_until, is_discounted = excluded.is_discounted, reprice_at = excluded.reprice_at,
             stock = greatest(excluded.stock, product.reserved), has_sizes = excluded.has_sizes, popularity = excluded.popularity,
             rating = excluded.rating, review_count = excluded.review_count",
        json(&batch.products)?,
        json(&batch.standings)?,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "insert into product_source (product_id, digest)
         select product_id, decode(digest, 'hex') from jsonb_to_recordset($1) as new (product_id bigint, digest text)
         on conflict (product_id) do update
         set digest = excluded.digest",
        json(&batch.standings)?,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!("select setval(pg_get_serial_sequence('product', 'product_id'), (select coalesce(max(product_id), 0) + 1 from product), false)")
        .fetch_one(tx)
        .await?;
    Ok(())
}

/// A language that is written as it was is not touched.
async fn texts(tx: &mut PgConnection, written: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with new as materialized (
             select * from jsonb_to_recordset($1) as new (product_id bigint, language text, name text, description text)
         ),
         gone as (
             delete from product_text
             where product_id = any ($2)
             and not exists (select from new where new.product_id = product_text.product_id and new.language = product_text.language)
         )
         insert into product_text (product_id, language, name, description)
         select product_id, language, name, description from new
         on conflict (product_id, language) do update
         set name = excluded.name, description = excluded.description
         where (product_text.name, product_text.description) is distinct from (excluded.name, excluded.description)",
        json(&batch.texts)?,
        written,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn sizes(tx: &mut PgConnection, written: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with new as materialized (
             select * from jsonb_to_recordset($1) as new (product_id bigint, position integer, name jsonb, price bigint, stock bigint)
         ),
         gone as (
             delete from product_size
             where product_id = any ($2)
             and not exists (select from new where new.product_id = product_size.product_id and new.position = product_size.position)
         )
         insert into product_size (product_id, position, name, price, stock)
         select product_id, position, name, price, stock from new
         order by product_id, position
         on conflict (product_id, position) do update
         set name = excluded.name, price = excluded.price, stock = greatest(excluded.stock, product_size.reserved)",
        json(&batch.sizes)?,
        written,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn categories(tx: &mut PgConnection, written: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    let (products, categories): (Vec<_>, Vec<_>) = batch.categories.iter().copied().unzip();
    sqlx::query!(
        "with new as materialized (
             select * from unnest($1::bigint[], $2::bigint[]) as new (product_id, category_id)
         ),
         gone as (
             delete from product_category
             where product_id = any ($3)
             and not exists (
                 select from new
                 where new.product_id = product_category.product_id and new.category_id = product_category.category_id)
         )
         insert into product_category (product_id, category_id)
         select product_id, category_id from new
         on conflict do nothing",
        &products,
        &categories,
        written,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn fields(tx: &mut PgConnection, written: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!("delete from product_field where product_id = any ($1)", written).execute(&mut *tx).await?;
    sqlx::query!(
        "insert into product_field (product_id, field_id, key, value, number)
         select product_id, field_id, key, value, number
         from jsonb_to_recordset($1) as new (product_id bigint, field_id bigint, key text, value text, number double precision)",
        json(&batch.fields)?,
    )
    .execute(tx)
    .await?;
    Ok(())
}
