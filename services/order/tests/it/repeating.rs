//! Tests order requests that arrive more than once. Each cart is ordered once.

use futures::future::join_all;
use insta::assert_snapshot;
use proto::order::{OrderStatus, PaymentMethod, PlaceOrderRequest};
use sqlx::PgPool;

use crate::{
    ordering::{assert_all_settled, order_request, stages},
    shop::{TestShop, refused},
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_double_click_is_one_order(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    let request = order_request(&aygun.quote().await, PaymentMethod::Cash, "click");
    let placed = join_all((0..10).map(|_| aygun.place(request.clone()))).await;
    let codes: Vec<_> = placed.into_iter().map(|placed| placed.unwrap().order.unwrap().code).collect();
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
    assert_eq!(
        aygun.place(request).await.unwrap().order.unwrap().code,
        codes[0],
        "also after the first request has finished"
    );
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
    assert_eq!(stages(&pool).await.len(), 1, "one order");
    assert_eq!(aygun.units().await.unwrap(), 0, "the cart is empty");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_idempotency_key_is_bound_to_one_request_of_one_shopper(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, rauf) = (shop.shopper(1), shop.shopper(2));
    aygun.add_one(1).await.unwrap();
    let request = order_request(&aygun.quote().await, PaymentMethod::Cash, "mine");
    let first = aygun.place(request.clone()).await.unwrap().order.unwrap();
    let changed = PlaceOrderRequest { note: Some("Zəng etməyin".to_owned()), ..request.clone() };
    assert_snapshot!(refused(aygun.place(changed).await), @"idempotency_key_reused");
    rauf.add_one(1).await.unwrap();
    let request_of_rauf = PlaceOrderRequest { quote: rauf.quote().await, ..request };
    assert_ne!(rauf.place(request_of_rauf).await.unwrap().order.unwrap().code, first.code);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn two_tabs_order_one_cart_once(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    for _ in 0..5 {
        aygun.add((1, None), 2).await.unwrap();
        let quote = aygun.quote().await;
        let orders_before = stages(&pool).await.len();
        let tabs = (0..8).map(|tab| {
            let request = order_request(&quote, PaymentMethod::Cash, &format!("tab {tab} of {orders_before}"));
            aygun.place(request)
        });
        // The other tabs get changes instead of an order, because the cart is empty.
        let ordered =
            join_all(tabs).await.into_iter().filter(|placed| matches!(placed, Ok(placed) if placed.order.is_some()));
        assert_eq!(ordered.count(), 1);
        assert_eq!(aygun.units().await.unwrap(), 0);
    }
    shop.run_due_jobs().await;
    assert_all_settled(&shop).await;
    let orders = aygun.history(1, 50).await.unwrap().orders;
    assert_eq!(orders.len(), 5);
    assert!(orders.iter().all(|order| order.status() == OrderStatus::Waiting));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn lines_added_while_ordering_stay_in_the_cart(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.catalog.add_offer(2, 1_000, 99);
    let aygun = shop.shopper(1);
    for round in 0..5 {
        aygun.add((1, None), 2).await.unwrap();
        let request = order_request(&aygun.quote().await, PaymentMethod::Cash, &format!("round {round}"));
        let (placed, added) = tokio::join!(aygun.place(request), aygun.add((2, None), 1));
        added.unwrap();
        let was_ordered = placed.unwrap().order.is_some();
        // If the product was added first, the cart differs from the quote, and nothing is ordered.
        let expected_units = if was_ordered { 1 } else { 2 + 1 };
        assert_eq!(aygun.units().await.unwrap(), expected_units);
        aygun.clear().await.unwrap();
    }
}
