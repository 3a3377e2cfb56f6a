//! Writes imported products. An existing product keeps its publication date, reservations and reviews, and its sizes
//! keep their ids by position.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use search::Texts;
use serde::{Serialize, Serializer};
use sqlx::PgConnection;

use super::{fresh, json};
use crate::{
    db::properties::{Properties, each_property},
    domain::publication::State,
};

/// `import_states` is parallel to `products`.
///
/// A product's digest (`import/batch.rs`) is the hash of these rows: renaming a serialised field makes every product
/// count as changed.
#[derive(Default, Serialize)]
pub struct Batch<'a> {
    pub products: Vec<NewProduct<'a>>,
    pub texts: Vec<NewText<'a>>,
    pub sizes: Vec<NewSize<'a>>,
    /// Pairs of product and category.
    pub categories: Vec<(i64, i64)>,
    pub fields: Vec<NewProductField<'a>>,
    #[serde(rename = "standings")]
    pub import_states: Vec<ImportState>,
}

#[derive(Serialize)]
pub struct NewProduct<'a> {
    pub product_id: i64,
    pub store_id: i64,
    pub category_id: i64,
    pub slug: &'a str,
    pub name: &'a Texts,
    /// `None`, here and below, keeps the value of an existing product.
    pub pictures: Option<&'a [String]>,
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub discount_from: Option<DateTime<Utc>>,
    pub discount_until: Option<DateTime<Utc>>,
    pub stock: i64,
    pub has_sizes: bool,
    pub option_kind: &'static str,
    /// Languages without a translation.
    pub missing_texts: Vec<&'static str>,
    #[serde(flatten)]
    pub properties: &'a Properties,
    pub popularity: Option<i64>,
    pub sold_count: Option<i64>,
    pub rating: Option<i16>,
    pub review_count: Option<i64>,
}

#[derive(Serialize)]
pub struct ImportState {
    pub product_id: i64,
    /// Not written to an existing product.
    #[serde(serialize_with = "by_name")]
    pub state: State,
    pub own_discount_holds: bool,
    pub reprice_at: Option<DateTime<Utc>>,
    pub published_at: DateTime<Utc>,
    /// Hash of the line, to detect unchanged products.
    #[serde(serialize_with = "in_hexadecimal")]
    pub digest: Vec<u8>,
    pub import_job_id: Option<i64>,
    pub line: i64,
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
    pub picture: Option<&'a str>,
    /// They replace those of the product.
    pub fields: Vec<Fact<'a>>,
}

#[derive(Serialize)]
pub struct NewProductField<'a> {
    pub product_id: i64,
    #[serde(flatten)]
    pub fact: Fact<'a>,
}

/// A value of a field.
#[derive(Clone, Serialize)]
pub struct Fact<'a> {
    pub field_id: i64,
    pub key: &'a str,
    pub value: String,
    pub number: Option<f64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn by_name<S: Serializer>(state: &State, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state.name())
}

fn in_hexadecimal<S: Serializer>(digest: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let digits =
        digest.iter().fold(String::with_capacity(2 * digest.len()), |digits, byte| digits + &format!("{byte:02x}"));
    serializer.serialize_str(&digits)
}

impl<'a> Batch<'a> {
    pub fn append(&mut self, mut other: Batch<'a>) {
        self.products.append(&mut other.products);
        self.texts.append(&mut other.texts);
        self.sizes.append(&mut other.sizes);
        self.categories.append(&mut other.categories);
        self.fields.append(&mut other.fields);
        self.import_states.append(&mut other.import_states);
    }
}

pub struct StoredProduct {
    pub product_id: i64,
    pub digest: Option<Vec<u8>>,
    pub import_job_id: Option<i64>,
    pub line: Option<i64>,
}

pub async fn stored_products(tx: &mut PgConnection, slugs: &[&str]) -> sqlx::Result<HashMap<String, StoredProduct>> {
    let rows = sqlx::query!(
        r#"select product.slug as "slug!", product.product_id as "product_id!", product_source.digest as "digest?",
                  product_source.import_job_id as "import_job_id?", product_source.line as "line?"
           from unnest($1::text[]) as requested (slug)
           join product on product.slug = requested.slug
           left join product_source on product_source.product_id = product.product_id"#,
        slugs as &[&str],
    )
    .fetch_all(tx)
    .await?;
    let stored = rows.into_iter().map(|row| {
        let product = StoredProduct {
            product_id: row.product_id,
            digest: row.digest,
            import_job_id: row.import_job_id,
            line: row.line,
        };
        (row.slug, product)
    });
    Ok(stored.collect())
}

/// Locks products by id, like every writer of several products.
pub async fn lock_products(tx: &mut PgConnection, slugs: &[&str]) -> sqlx::Result<()> {
    sqlx::query!(
        "select product_id from product where slug = any ($1) order by product_id for no key update",
        slugs as &[&str],
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

pub async fn allocate_ids(tx: &mut PgConnection, count: usize) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"with sequence as materialized (
             select pg_get_serial_sequence('product', 'product_id')::regclass as name
         )
         select nextval(sequence.name) as "id!" from sequence, generate_series(1, $1)"#,
        count as i64,
    )
    .fetch_all(tx)
    .await
}

/// `changed` are the products that existed before.
pub async fn save_products(tx: &mut PgConnection, batch: &Batch<'_>, changed: &[i64]) -> sqlx::Result<()> {
    fresh::lock_stores(tx, batch).await?;
    fresh::lock_main_categories(tx, batch).await?;
    insert_products(tx, batch).await?;
    texts(tx, changed, batch).await?;
    sizes(tx, changed, batch).await?;
    categories(tx, changed, batch).await?;
    fields(tx, changed, batch).await
}

/// Returns ids, stores, and which products are published.
pub async fn states(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<Vec<(i64, i64, bool)>> {
    let rows = sqlx::query!(
        "select product_id, store_id, is_published from product where product_id = any ($1) order by product_id",
        products,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row.store_id, row.is_published)).collect())
}

/// `products` are pairs of id and line.
pub async fn confirm_sources(tx: &mut PgConnection, job: i64, products: &[(i64, i64)]) -> sqlx::Result<()> {
    let (products, lines): (Vec<_>, Vec<_>) = products.iter().copied().unzip();
    sqlx::query!(
        "update product_source
         set import_job_id = $1, line = confirmed.line
         from unnest($2::bigint[], $3::bigint[]) as confirmed (product_id, line)
         where product_source.product_id = confirmed.product_id",
        job,
        &products,
        &lines,
    )
    .execute(tx)
    .await?;
    Ok(())
}

async fn insert_products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    macro_rules! insert {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query!(
        "insert into product (product_id, store_id, store_name, store_slug, store_is_open, category_id, category_name, category_slug,
                              slug, name, pictures, price, discounted_price, discount_from, discount_until, own_discount_holds, reprice_at,
                              stock, opening_stock, has_sizes, option_kind, missing_texts, state, " $(+ $column + ", ")* + "popularity, sold_count, rating, review_count, published_at)
         select new.product_id, store_ref.store_id, store_ref.name, store_ref.slug, store_ref.is_open, category.category_id,
                category.name, category.slug, new.slug, new.name, coalesce(new.pictures, old.pictures, '{}'), new.price, new.discounted_price, new.discount_from,
                new.discount_until, import_state.own_discount_holds, import_state.reprice_at, new.stock, new.stock, new.has_sizes, new.option_kind,
                new.missing_texts, import_state.state, " $(+ "new.\"" + $name + "\", ")* + "
                coalesce(new.popularity, old.popularity, 0), coalesce(new.sold_count, old.sold_count, 0), coalesce(new.rating, old.rating, 0),
                coalesce(new.review_count, old.review_count, 0), import_state.published_at
         from jsonb_to_recordset($1) as new (
                  product_id bigint, store_id bigint, category_id bigint, slug text, name jsonb, pictures text[], price bigint,
                  discounted_price bigint, discount_from timestamptz, discount_until timestamptz, stock bigint, has_sizes boolean, option_kind text,
                  missing_texts text[], " $(+ "\"" + $name + "\" " + $type + ", ")* + "
                  popularity bigint, sold_count bigint, rating smallint, review_count bigint)
         join jsonb_to_recordset($2) as import_state (
                  product_id bigint, state text, own_discount_holds boolean, reprice_at timestamptz, published_at timestamptz)
         on import_state.product_id = new.product_id
         join store_ref on store_ref.store_id = new.store_id
         join category on category.category_id = new.category_id
         left join product as old on old.product_id = new.product_id
         order by new.product_id
         on conflict (product_id) do update
         set store_id = excluded.store_id, store_name = excluded.store_name, store_slug = excluded.store_slug,
             store_is_open = excluded.store_is_open, category_id = excluded.category_id, category_name = excluded.category_name,
             category_slug = excluded.category_slug, name = excluded.name, pictures = excluded.pictures,
             price = excluded.price, discounted_price = excluded.discounted_price, discount_from = excluded.discount_from,
             discount_until = excluded.discount_until, own_discount_holds = excluded.own_discount_holds, reprice_at = excluded.reprice_at,
             stock = greatest(excluded.stock, product.reserved), has_sizes = excluded.has_sizes,
             option_kind = excluded.option_kind, missing_texts = excluded.missing_texts, version = product.version + 1, " $(+ $column + " = excluded." + $column + ", ")* + "popularity = excluded.popularity, sold_count = greatest(excluded.sold_count, product.sold_count)",
        json(&batch.products)?,
        json(&batch.import_states)?,
        ) };
    }
    each_property!(insert).execute(&mut *tx).await?;
    sqlx::query!(
        "insert into product_source (product_id, digest, import_job_id, line)
         select product_id, decode(digest, 'hex'), import_job_id, line
         from jsonb_to_recordset($1) as new (product_id bigint, digest text, import_job_id bigint, line bigint)
         on conflict (product_id) do update
         set digest = excluded.digest, import_job_id = excluded.import_job_id, line = excluded.line",
        json(&batch.import_states)?,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Does not write unchanged texts.
pub(in crate::db) async fn texts(tx: &mut PgConnection, changed: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with new as materialized (
             select * from jsonb_to_recordset($1) as new (product_id bigint, language text, name text, description text)
         ),
         deleted as (
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
        changed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A new size of a changed product has no opening stock, but a movement.
async fn sizes(tx: &mut PgConnection, changed: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "with new as materialized (
             select * from jsonb_to_recordset($1) as new (
                 product_id bigint, position integer, name jsonb, price bigint, stock bigint, picture text, fields jsonb)
         ),
         deleted as (
             delete from product_size
             where product_id = any ($2) and reserved = 0
             and not exists (select from new where new.product_id = product_size.product_id and new.position = product_size.position)
         )
         insert into product_size (product_id, position, name, price, stock, opening_stock, picture, fields)
         select product_id, position, name, price, stock, case when product_id = any ($2) then 0 else stock end, picture, fields
         from new
         order by product_id, position
         on conflict (product_id, position) do update
         set name = excluded.name, price = excluded.price, stock = greatest(excluded.stock, product_size.reserved),
             picture = excluded.picture, fields = excluded.fields",
        json(&batch.sizes)?,
        changed,
    )
    .execute(&mut *tx)
    .await?;
    if changed.is_empty() {
        return Ok(());
    }
    // The stock of a size never falls below its reservations.
    sqlx::query!(
        "update product
         set stock = greatest(sum.stock, product.reserved)
         from (
             select product_id, sum(stock)::bigint as stock
             from product_size
             where product_id = any ($1)
             group by product_id
         ) as sum
         where product.product_id = sum.product_id and product.has_sizes and product.stock <> greatest(sum.stock, product.reserved)",
        changed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub(in crate::db) async fn categories(tx: &mut PgConnection, changed: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    let (products, categories): (Vec<_>, Vec<_>) = batch.categories.iter().copied().unzip();
    sqlx::query!(
        "with new as materialized (
             select * from unnest($1::bigint[], $2::bigint[]) as new (product_id, category_id)
         ),
         deleted as (
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
        changed,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub(in crate::db) async fn fields(tx: &mut PgConnection, changed: &[i64], batch: &Batch<'_>) -> sqlx::Result<()> {
    if !changed.is_empty() {
        sqlx::query!("delete from product_field where product_id = any ($1)", changed).execute(&mut *tx).await?;
    }
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
