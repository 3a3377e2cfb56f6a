//! Imports while the shop is open.

use std::time::Duration;

use serde_json::json;
use sqlx::PgPool;
use testkit::database::wait_until_blocked;

use crate::{
    importing::{TestFile, assortment, empty_shop, tally},
    shop::{TestShop, product},
};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn new_products_are_imported_while_orders_are_placed(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("sold", &json!({}))]).await;
    let mut lines: Vec<_> = (0..9).map(|number| product(&format!("p{number}"), &json!({}))).collect();
    // Batches hold three lines. The fourth batch repeats a product of the third, which must not change its price.
    lines.push(lines[7].clone());
    lines[9]["price"] = json!(77_777);
    lines.extend((10..20).map(|number| product(&format!("p{number}"), &json!({}))));

    // An order in progress locks the product "sold", and later also "p7".
    let mut sale = kit::db::begin(&pool).await.unwrap();
    let lock = "select from product where slug = $1 for no key update";
    sqlx::query(lock).bind("sold").execute(&mut *sale).await.unwrap();

    let file = TestFile::of_lines(&lines[..9]);
    let fresh =
        tokio::time::timeout(Duration::from_secs(20), file.import(&shop)).await.expect("must not wait for the sale");
    assert_eq!((fresh.unwrap(), shop.list_errors().await.len()), (tally(9, 0, 0, 0), 0));

    // A batch waits for the sale of its product.
    sqlx::query(lock).bind("p7").execute(&mut *sale).await.unwrap();
    let file = TestFile::of_lines(&lines);
    let (changed, ()) = tokio::join!(file.import(&shop), async {
        let any_statement = "";
        wait_until_blocked(&pool, any_statement).await;
        sale.commit().await.unwrap();
    });
    assert_eq!((changed.unwrap(), shop.list_errors().await.len()), (tally(10, 0, 9, 1), 0));
    assert_eq!(file.report(), ["10 slug duplicate"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn used_fields_cannot_be_deleted_and_deleted_products_leave_no_rows(pool: PgPool) {
    let shop = empty_shop(pool.clone()).await;
    TestFile::of_lines(&assortment()).import(&shop).await.unwrap();
    let used = "delete from field where field_id = (select field_id from product_field limit 1)";
    let refused = sqlx::query(used).execute(&pool).await.unwrap_err();
    assert_eq!(refused.as_database_error().and_then(|error| error.constraint()), Some("product_field_field_fkey"));
    sqlx::query("delete from product").execute(&pool).await.unwrap();
    let left = "select (select count(*) from product_text) + (select count(*) from product_category)
                     + (select count(*) from product_source) + (select count(*) from product_field)
                     + (select count(*) from product_size)";
    assert_eq!(sqlx::query_scalar::<_, i64>(left).fetch_one(&pool).await.unwrap(), 0);
}
