//! Tests that no unit is sold twice.

use futures::future::join_all;
use proto::order::PaymentMethod;
use sqlx::PgPool;

use crate::{
    ordering::{assert_all_settled, order_request, stages},
    shop::TestShop,
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_of_fifty_shoppers_gets_the_last_unit(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 1);
    shop.stock.set_count(1, 1);
    let shoppers: Vec<_> = (1..=50).map(|account| shop.shopper(account)).collect();
    let mut requests = Vec::new();
    for shopper in &shoppers {
        shopper.add_one(1).await.unwrap();
        requests.push(order_request(&shopper.quote().await, PaymentMethod::Cash, "the last"));
    }
    let placed =
        join_all(shoppers.iter().zip(requests).map(|(shopper, request)| shopper.place_until_answered(request))).await;
    assert_eq!(placed.iter().filter(|placed| placed.order.is_some()).count(), 1);
    assert_eq!(placed.iter().filter(|placed| !placed.changes.is_empty()).count(), 49);
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
    assert_eq!(stages(&pool).await.iter().filter(|order| order.stage == "sold").count(), 1);
    assert_eq!(shop.stock.free(1), 0);
}

/// Shoppers add three of five products in different orders.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_order_gets_all_products_of_its_cart_or_none(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    for product in 1..=5 {
        shop.catalog.add_offer(product, 1_000, 99);
        shop.stock.set_count(product, 6);
    }
    let shoppers: Vec<_> = (1..=20).map(|account| shop.shopper(account)).collect();
    let mut requests = Vec::new();
    for (index, shopper) in shoppers.iter().enumerate() {
        for step in 0..3 {
            shopper.add((((index * 2 + step * 3) % 5 + 1) as i64, None), 1).await.unwrap();
        }
        let method = if index % 2 == 0 { PaymentMethod::Cash } else { PaymentMethod::Card };
        requests.push(order_request(&shopper.quote().await, method, "a cart"));
    }
    join_all(shoppers.iter().zip(requests).map(|(shopper, request)| shopper.place_until_answered(request))).await;
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
    let free: i64 = (1..=5).map(|product| shop.stock.free(product)).sum();
    let to_deliver =
        stages(&pool).await.iter().filter(|order| ["sold", "paying"].contains(&order.stage.as_str())).count();
    // Six units of each of five products, and three units per order.
    assert_eq!(free + 3 * to_deliver as i64, 6 * 5);
    assert!((1..=5).all(|product| shop.stock.free(product) >= 0));
    assert!(to_deliver >= 5, "{to_deliver}");
}
