//! Writes new products with COPY, because they have no stored rows to compare with.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::{PgConnection, types::Json};

use super::{Batch, NewProductField, copy::CopyRows};
use crate::db::properties::{NAMES, each_property};

pub async fn copy_new_products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    super::cache_plans(tx).await?;
    products(tx, batch).await?;
    sources(tx, batch).await?;
    texts(tx, batch).await?;
    sizes(tx, batch).await?;
    categories(tx, batch).await?;
    fields(tx, batch).await?;
    super::disable_plan_cache(tx).await
}

/// Columns of `product` besides those of `each_property!`.
const FIXED_PRODUCT_COLUMNS: i16 = 28;

/// The stock is also the opening stock.
async fn products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let stores = lock_stores(tx, batch).await?;
    let main_categories = lock_main_categories(tx, batch).await?;

    let mut rows = CopyRows::with_columns(FIXED_PRODUCT_COLUMNS + NAMES.len() as i16);
    for (product, import_state) in batch.products.iter().zip(&batch.import_states) {
        let store = stores.get(&product.store_id).ok_or(sqlx::Error::RowNotFound)?;
        let category = main_categories.get(&product.category_id).ok_or(sqlx::Error::RowNotFound)?;
        rows.begin_row();
        rows.add(product.product_id)?
            .add(product.store_id)?
            .add(&store.name)?
            .add(&store.slug)?
            .add(store.is_open)?
            .add(product.category_id)?
            .add(&category.name)?
            .add(&category.slug)?
            .add(product.slug)?
            .add(Json(product.name))?
            .add(product.pictures.unwrap_or_default())?
            .add(product.price)?
            .add(product.discounted_price)?
            .add(product.discount_from)?
            .add(product.discount_until)?
            .add(import_state.own_discount_holds)?
            .add(import_state.reprice_at)?
            .add(product.stock)?
            .add(product.stock)?
            .add(product.has_sizes)?
            .add(product.option_kind)?
            .add(product.missing_texts.as_slice())?
            .add(import_state.state.name())?;
        product.properties.add_to(&mut rows)?;
        rows.add(product.popularity.unwrap_or_default())?
            .add(product.sold_count.unwrap_or_default())?
            .add(product.rating.unwrap_or_default())?
            .add(product.review_count.unwrap_or_default())?
            .add(import_state.published_at)?;
    }

    macro_rules! copy {
        ($($name:literal $column:literal $type:literal,)*) => { concat!(
            "copy product (
                 product_id, store_id, store_name, store_slug, store_is_open, category_id, category_name, category_slug,
                 slug, name, pictures, price, discounted_price, discount_from, discount_until, own_discount_holds,
                 reprice_at, stock, opening_stock, has_sizes, option_kind, missing_texts, state, ",
            $($column, ", ",)*
            "popularity, sold_count, rating, review_count, published_at)
             from stdin (format binary)"
        ) };
    }
    rows.send(tx, each_property!(copy)).await
}

/// Columns of a store that are copied to its products. The store is locked, so that the copies are current.
pub(in crate::db) struct StoreColumns {
    store_id: i64,
    name: String,
    slug: String,
    is_open: bool,
}

pub(in crate::db) async fn lock_stores(
    tx: &mut PgConnection,
    batch: &Batch<'_>,
) -> sqlx::Result<HashMap<i64, StoreColumns>> {
    let ids: Vec<_> = batch.products.iter().map(|product| product.store_id).collect();
    let stores = sqlx::query_as!(
        StoreColumns,
        "select store_id, name, slug, is_open from store_ref where store_id = any ($1) order by store_id for key share",
        &ids
    )
    .fetch_all(tx)
    .await?;
    Ok(stores.into_iter().map(|store| (store.store_id, store)).collect())
}

/// Columns of a category that are copied to its products.
pub(in crate::db) struct CategoryColumns {
    category_id: i64,
    name: Value,
    slug: String,
}

pub(in crate::db) async fn lock_main_categories(
    tx: &mut PgConnection,
    batch: &Batch<'_>,
) -> sqlx::Result<HashMap<i64, CategoryColumns>> {
    let ids: Vec<_> = batch.products.iter().map(|product| product.category_id).collect();
    let main_categories = sqlx::query_as!(
        CategoryColumns,
        "select category_id, name, slug from category where category_id = any ($1) order by category_id for key share",
        &ids
    )
    .fetch_all(tx)
    .await?;
    Ok(main_categories.into_iter().map(|category| (category.category_id, category)).collect())
}

async fn sources(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let mut rows = CopyRows::with_columns(4);
    for import_state in &batch.import_states {
        rows.begin_row();
        rows.add(import_state.product_id)?
            .add(import_state.digest.as_slice())?
            .add(import_state.import_job_id)?
            .add(import_state.line)?;
    }
    rows.send(tx, "copy product_source (product_id, digest, import_job_id, line) from stdin (format binary)").await
}

async fn texts(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let mut rows = CopyRows::with_columns(4);
    for text in &batch.texts {
        rows.begin_row();
        rows.add(text.product_id)?.add(text.language)?.add(text.name)?.add(text.description)?;
    }
    rows.send(tx, "copy product_text (product_id, language, name, description) from stdin (format binary)").await
}

async fn sizes(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let mut rows = CopyRows::with_columns(8);
    for size in &batch.sizes {
        rows.begin_row();
        rows.add(size.product_id)?
            .add(size.position)?
            .add(Json(size.name))?
            .add(size.price)?
            .add(size.stock)?
            .add(size.stock)?
            .add(size.picture)?
            .add(Json(&size.fields))?;
    }
    rows.send(
        tx,
        "copy product_size (product_id, position, name, price, stock, opening_stock, picture, fields)
         from stdin (format binary)",
    )
    .await
}

async fn categories(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let mut rows = CopyRows::with_columns(2);
    for (product, category) in &batch.categories {
        rows.begin_row();
        rows.add(product)?.add(category)?;
    }
    rows.send(tx, "copy product_category (product_id, category_id) from stdin (format binary)").await
}

async fn fields(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    let mut rows = CopyRows::with_columns(5);
    for NewProductField { product_id, fact } in &batch.fields {
        rows.begin_row();
        rows.add(*product_id)?.add(fact.field_id)?.add(fact.key)?.add(&fact.value)?.add(fact.number)?;
    }
    rows.send(tx, "copy product_field (product_id, field_id, key, value, number) from stdin (format binary)").await
}
