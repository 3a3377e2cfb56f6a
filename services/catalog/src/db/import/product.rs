//! Writes imported products. An existing product keeps its publication date, reservations and reviews, and its sizes
//! keep their ids by position.

use sqlx::PgConnection;

use super::{Batch, fresh, json};
use crate::db::properties::each_property;

/// `changed` are the products that existed before.
pub async fn save_products(tx: &mut PgConnection, batch: &Batch<'_>, changed: &[i64]) -> sqlx::Result<()> {
    fresh::lock_stores(tx, batch).await?;
    fresh::lock_main_categories(tx, batch).await?;
    insert_products(tx, batch).await?;
    sources(tx, batch).await?;
    texts(tx, changed, batch).await?;
    sizes(tx, changed, batch).await?;
    categories(tx, changed, batch).await?;
    fields(tx, changed, batch).await
}

async fn insert_products(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
    macro_rules! insert {
        ($($name:literal $column:literal $type:literal,)*) => { sqlx::query!(
        "
        insert into product (
            product_id, store_id, store_name, store_slug, store_is_open, category_id, category_name, category_slug,
            slug, name, pictures, price, discounted_price, discount_from, discount_until, own_discount_holds,
            reprice_at, stock, opening_stock, has_sizes, option_kind, missing_texts, state,
            " $(+ $column + ", ")* + "
            popularity, sold_count, rating, review_count, published_at)
        select
            new.product_id, store_ref.store_id, store_ref.name, store_ref.slug, store_ref.is_open,
            category.category_id, category.name, category.slug,
            new.slug, new.name, coalesce(new.pictures, old.pictures, '{}'), new.price, new.discounted_price,
            new.discount_from, new.discount_until, import_state.own_discount_holds,
            import_state.reprice_at, new.stock, new.stock, new.has_sizes, new.option_kind, new.missing_texts,
            import_state.state,
            " $(+ "new.\"" + $name + "\", ")* + "
            coalesce(new.popularity, old.popularity, 0), coalesce(new.sold_count, old.sold_count, 0),
            coalesce(new.rating, old.rating, 0), coalesce(new.review_count, old.review_count, 0),
            import_state.published_at
        from jsonb_to_recordset($1) as new (
            product_id bigint, store_id bigint, category_id bigint, slug text, name jsonb, pictures text[],
            price bigint, discounted_price bigint, discount_from timestamptz, discount_until timestamptz,
            stock bigint, has_sizes boolean, option_kind text, missing_texts text[],
            " $(+ "\"" + $name + "\" " + $type + ", ")* + "
            popularity bigint, sold_count bigint, rating smallint, review_count bigint)
        join jsonb_to_recordset($2) as import_state (
            product_id bigint, state text, own_discount_holds boolean, reprice_at timestamptz, published_at timestamptz)
        on import_state.product_id = new.product_id
        join store_ref on store_ref.store_id = new.store_id
        join category on category.category_id = new.category_id
        left join product as old on old.product_id = new.product_id
        order by new.product_id

        on conflict (product_id) do update
        set store_id = excluded.store_id,
            store_name = excluded.store_name,
            store_slug = excluded.store_slug,
            store_is_open = excluded.store_is_open,
            category_id = excluded.category_id,
            category_name = excluded.category_name,
            category_slug = excluded.category_slug,
            name = excluded.name,
            pictures = excluded.pictures,
            price = excluded.price,
            discounted_price = excluded.discounted_price,
            discount_from = excluded.discount_from,
            discount_until = excluded.discount_until,
            own_discount_holds = excluded.own_discount_holds,
            reprice_at = excluded.reprice_at,
            stock = greatest(excluded.stock, product.reserved),
            has_sizes = excluded.has_sizes,
            option_kind = excluded.option_kind,
            missing_texts = excluded.missing_texts,
            version = product.version + 1,
            " $(+ $column + " = excluded." + $column + ", ")* + "
            popularity = excluded.popularity,
            sold_count = greatest(excluded.sold_count, product.sold_count)
        ",
        json(&batch.products)?,
        json(&batch.import_states)?,
        ) };
    }
    each_property!(insert).execute(tx).await?;
    Ok(())
}

async fn sources(tx: &mut PgConnection, batch: &Batch<'_>) -> sqlx::Result<()> {
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
             and not exists (
                 select from new
                 where new.product_id = product_text.product_id and new.language = product_text.language)
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
                 product_id bigint, position integer, name jsonb, price bigint, stock bigint, picture text, fields jsonb
             )
         ),
         deleted as (
             delete from product_size
             where product_id = any ($2) and reserved = 0
             and not exists (
                 select from new
                 where new.product_id = product_size.product_id and new.position = product_size.position)
         )
         insert into product_size (product_id, position, name, price, stock, opening_stock, picture, fields)
         select product_id, position, name, price, stock,
                case when product_id = any ($2) then 0 else stock end, picture, fields
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
    if changed.is_empty() { Ok(()) } else { sum_stocks_of_sizes(tx, changed).await }
}

/// Differs from the imported stock if a size has more reservations than its imported stock.
async fn sum_stocks_of_sizes(tx: &mut PgConnection, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "update product
         set stock = greatest(sum.stock, product.reserved)
         from (
             select product_id, sum(stock)::bigint as stock
             from product_size
             where product_id = any ($1)
             group by product_id
         ) as sum
         where product.product_id = sum.product_id
         and product.has_sizes
         and product.stock <> greatest(sum.stock, product.reserved)",
        products,
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
         from jsonb_to_recordset($1)
              as new (product_id bigint, field_id bigint, key text, value text, number double precision)",
        json(&batch.fields)?,
    )
    .execute(tx)
    .await?;
    Ok(())
}
