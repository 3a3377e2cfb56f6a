//! Products keep copies of the names of category and store, so that cards need no joins. The copies stay correct with
//! concurrent writers.

use serde_json::json;
use sqlx::{Executor as _, PgPool, postgres::PgQueryResult};
use testkit::database::wait_until_blocked;
use tokio::task::JoinHandle;

use crate::{
    importing::{TestFile, empty_shop},
    shop::product,
};

/// Inserts a copy of the first product with these column values.
macro_rules! copy {
    ($category_slug:literal, $store_name:literal) => {
        concat!(
            "insert into product (store_id, store_name, store_slug, store_is_open,
                                  category_id, category_name, category_slug,
                                  slug, name, price, stock, published_at)
             select store_id, ",
            $store_name,
            ", store_slug, store_is_open, category_id, category_name, ",
            $category_slug,
            ", 'second', name, price, stock, published_at
             from product
             where slug = 'first'"
        )
    };
}

const COPY: &str = copy!("category_slug", "store_name");

const RENAME: &str =
    "update category set slug = 'renamed' where category_id = (select category_id from product where slug = 'first')";
const CLOSE: &str =
    "update store_ref set is_open = false where store_id = (select store_id from product where slug = 'first')";

async fn create_shop_with_one_product(pool: &PgPool) {
    let shop = empty_shop(pool.clone()).await;
    TestFile::of_lines(&[product("first", &json!({}))]).import(&shop).await.unwrap();
}

fn violated_constraint(refused: &sqlx::Error) -> Option<&str> {
    refused.as_database_error()?.constraint()
}

/// Returns once the statement waits for a lock.
async fn start_statement(pool: &PgPool, statement: &'static str) -> JoinHandle<sqlx::Result<PgQueryResult>> {
    let waiting = tokio::spawn({
        let pool = pool.clone();
        async move { pool.execute(statement).await }
    });
    wait_until_blocked(pool, statement).await;
    waiting
}

/// Number of products with a copy that differs from its original.
async fn wrong_copies(pool: &PgPool) -> i64 {
    let query = "select count(*)
                from product
                join category using (category_id)
                join store_ref using (store_id)
                where (category_name, category_slug, store_name, store_slug, store_is_open)
                    is distinct from (category.name, category.slug, store_ref.name, store_ref.slug, store_ref.is_open)";
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn copies_are_checked_and_follow_renames(pool: PgPool) {
    create_shop_with_one_product(&pool).await;
    for (statement, constraint) in [
        ("update product set category_slug = 'wrong'", "product_category_fkey"),
        ("update product set category_id = 0", "product_category_fkey"),
        ("update product set store_is_open = not store_is_open", "product_store_fkey"),
        ("delete from category where category_id = (select category_id from product)", "product_category_fkey"),
        ("delete from store_ref where store_id = (select store_id from product)", "product_store_fkey"),
        (copy!("'wrong'", "store_name"), "product_category_fkey"),
        (copy!("category_slug", "'wrong'"), "product_store_fkey"),
        (
            "insert into product_category (product_id, category_id) select product_id, 0 from product",
            "product_category_category_fkey",
        ),
    ] {
        let refused = pool.execute(statement).await.expect_err(statement);
        assert_eq!(violated_constraint(&refused), Some(constraint), "{statement}");
    }

    pool.execute(COPY).await.unwrap();
    for renaming in [RENAME, CLOSE] {
        assert_eq!(pool.execute(renaming).await.unwrap().rows_affected(), 1);
        assert_eq!(wrong_copies(&pool).await, 0, "{renaming}");
    }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn rename_waits_for_concurrent_inserts_of_products(pool: PgPool) {
    create_shop_with_one_product(&pool).await;
    let mut writing = kit::db::begin(&pool).await.unwrap();
    writing.execute(COPY).await.unwrap();

    let (renaming, closing) = (start_statement(&pool, RENAME).await, start_statement(&pool, CLOSE).await);
    writing.commit().await.unwrap();
    renaming.await.unwrap().unwrap();
    closing.await.unwrap().unwrap();

    let renamed = "select count(*) from product where category_slug = 'renamed' and not store_is_open";
    assert_eq!((sqlx::query_scalar(renamed).fetch_one(&pool).await.ok(), wrong_copies(&pool).await), (Some(2_i64), 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn insert_with_a_name_being_changed_is_refused(pool: PgPool) {
    create_shop_with_one_product(&pool).await;
    for (change, constraint) in [(RENAME, "product_category_fkey"), (CLOSE, "product_store_fkey")] {
        let mut changing = kit::db::begin(&pool).await.unwrap();
        changing.execute(change).await.unwrap();
        let writing = start_statement(&pool, COPY).await;
        changing.commit().await.unwrap();
        let refused = writing.await.unwrap().unwrap_err();
        assert_eq!((violated_constraint(&refused), wrong_copies(&pool).await), (Some(constraint), 0), "{change}");
    }
}
