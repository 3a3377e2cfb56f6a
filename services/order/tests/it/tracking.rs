//! Tests the stream with which a page follows the status of an order.

use std::time::Duration;

use futures::StreamExt as _;
use proto::order::{GetOrderRequest, Order, OrderStatus};
use sqlx::PgPool;
use tonic::{Status, Streaming};

use crate::shop::{Shopper, TestShop, refused};

pub async fn track(shopper: &Shopper, code: &str) -> Result<Streaming<Order>, Status> {
    let request = GetOrderRequest { code: code.to_owned() };
    Ok(shopper.orders.clone().track(shopper.context.sign(request)).await?.into_inner())
}

pub async fn next(stream: &mut Streaming<Order>) -> Order {
    let update = tokio::time::timeout(Duration::from_secs(10), stream.next()).await;
    update.expect("an update arrives within ten seconds").expect("the stream goes on").expect("the update is an order")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_stream_contains_every_status(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    tokio::spawn(shop.app.tracker.clone().run(pool, tokio_util::sync::CancellationToken::new()));
    let order = aygun.order_one().await;
    shop.run_due_jobs().await;
    let mut streams = Vec::new();
    for _ in 0..3 {
        streams.push(track(&aygun, &order.code).await.unwrap());
    }
    for stream in &mut streams {
        assert_eq!(next(stream).await.status(), OrderStatus::Waiting, "the stream starts with the current state");
    }
    for to in [OrderStatus::Confirmed, OrderStatus::SearchingCourier, OrderStatus::CourierAppointed] {
        desk.move_order(&order.code, to, None).await.unwrap();
        for stream in &mut streams {
            assert_eq!(next(stream).await.status(), to);
        }
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn only_the_owner_can_follow_an_order(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let order = shop.shopper(1).order_one().await;
    assert_eq!(refused(track(&shop.shopper(2), &order.code).await), "order_not_found");
    assert_eq!(refused(track(&shop.client_with_token(None), &order.code).await), "unauthenticated");
}
