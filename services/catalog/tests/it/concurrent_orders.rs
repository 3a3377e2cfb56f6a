//! Stock stays consistent with concurrent orders and disconnecting clients.

use std::time::Duration;

use chrono::TimeDelta;
use futures::future::join_all;
use proto::catalog::StockLine;
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    shop::{TestShop, product, size_line},
    stock::{line, of_size},
};

/// Products whose units do not add up to `initial`, or whose reserved quantities or sizes do not add up.
async fn inconsistent_products(pool: &PgPool, initial: i64) -> Vec<i64> {
    let query = "select product.product_id
                    from product
                    left join lateral (
                        select coalesce(sum(count) filter (where state = 'held'), 0) as held,
                               coalesce(sum(count - returned) filter (where state = 'sold'), 0) as sold
                        from reservation_line
                        join reservation using (order_key)
                        where reservation_line.product_id = product.product_id
                    ) as books on true
                    left join lateral (
                        select sum(stock) as stock, sum(reserved) as reserved
                        from product_size
                        where product_size.product_id = product.product_id
                    ) as sizes on true
                    where product.stock + books.sold <> $1
                        or product.reserved <> books.held
                        or product.stock < product.reserved
                        or has_sizes and (sizes.stock, sizes.reserved)
                            is distinct from (product.stock::numeric, product.reserved::numeric)";
    sqlx::query_scalar(query).bind(initial).fetch_all(pool).await.unwrap()
}

/// 20 products with three units each; every other one has two sizes.
fn scarce_products() -> Vec<serde_json::Value> {
    let plain = json!({"stock": 3});
    let sized = json!({"stock": 3, "sizes": [size_line("S", 1000, 1), size_line("L", 1000, 2)]});
    (0..20).map(|number| product(&format!("p{number}"), if number % 2 == 0 { &sized } else { &plain })).collect()
}

/// 30 lines: one unit of each size, or of the product if it has no sizes.
async fn order_lines(shop: &TestShop) -> Vec<StockLine> {
    let mut lines = Vec::new();
    for number in 0..20 {
        let page = shop.page_of(&format!("p{number}")).await.unwrap();
        if page.sizes.is_empty() {
            lines.push(line(page.id, 1));
        }
        lines.extend(page.sizes.iter().map(|size| of_size(page.id, size.id, 1)));
    }
    lines
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn stock_is_never_oversold_when_200_orders_compete(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), scarce_products()).await;
    let lines = order_lines(&shop).await;

    // Each order wants three lines. A third is cancelled, a third is sold, and every call is made twice.
    let shoppers = (0..200_usize).map(|number| {
        let (shop, lines) = (&shop, &lines);
        async move {
            let order = format!("order-{number}");
            let lines_of_order: Vec<_> = [7, 3, 0].map(|step| lines[(number * 11 + step) % lines.len()]).into();
            let (first, again) =
                tokio::join!(shop.reserve(&order, &lines_of_order), shop.reserve(&order, &lines_of_order));
            // Either call may be the first to arrive.
            let held = first.unwrap().shortages.is_empty() | again.unwrap().shortages.is_empty();
            if held && number % 3 == 0 {
                let (first, again) = tokio::join!(shop.sell(&order), shop.sell(&order));
                first.and(again).unwrap();
            }
            if number % 3 == 1 {
                let (first, again) = tokio::join!(shop.release(&order), shop.release(&order));
                first.and(again).unwrap();
            }
            held
        }
    });

    let held_count = join_all(shoppers).await.into_iter().filter(|is_held| *is_held).count();
    // A rough range, because the order of calls varies.
    assert!((10..=60).contains(&held_count), "{held_count} orders were reserved");
    assert_eq!((inconsistent_products(&pool, 3).await, shop.list_errors().await), (vec![], vec![]));

    // Reservations end after 600 s.
    shop.clock.advance(TimeDelta::seconds(601));
    catalog::expire(&shop.app).await.unwrap();
    let held: i64 = sqlx::query_scalar("select sum(reserved)::bigint from product").fetch_one(&pool).await.unwrap();
    assert_eq!((inconsistent_products(&pool, 3).await, shop.list_errors().await, held), (vec![], vec![], 0));
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn cancelled_calls_leave_stock_consistent(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), scarce_products()).await;
    let lines = order_lines(&shop).await;
    for round in 0..60_u64 {
        // The 60 rounds share 15 orders, so that calls of one order overlap.
        let order = format!("order-{}", round % 15);
        let first = (round as usize * 5) % 15;
        let lines_of_order = [lines[first], lines[first + 10]];
        // The client gives up after 0.3 to 3.15 ms, so the server drops the call at some await point.
        let client_timeout = Duration::from_micros(300 + 150 * (round % 20));
        let _ = tokio::time::timeout(client_timeout, shop.reserve(&order, &lines_of_order)).await;
        let _ = tokio::time::timeout(client_timeout, shop.sell(&order)).await;
        let _ = tokio::time::timeout(client_timeout, shop.release(&order)).await;
    }

    // A dropped transaction is rolled back when its connection returns to the pool.
    eventually("consistent stock", async || {
        inconsistent_products(&pool, 3).await.is_empty() && shop.list_errors().await.is_empty()
    })
    .await;

    for order in 0..15 {
        let order = format!("order-{order}");
        shop.release(&order).await.unwrap();
    }
    let held: i64 = sqlx::query_scalar("select sum(reserved)::bigint from product").fetch_one(&pool).await.unwrap();
    assert_eq!((inconsistent_products(&pool, 3).await, held), (vec![], 0));
}
