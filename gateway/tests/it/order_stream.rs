//! The stream of an order's status changes, with a scripted order service.

use proto::order::OrderStatus;
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    events::Events,
    second_gateway::SecondGateway,
    test_shop::{OTHER_SHOPPER, TestShop, send},
};

const TRACK: &str = "/api/v1/order/SQ-7K4M-29/track";

async fn open_stream(gateway: &SecondGateway, token: &str) -> Events {
    Events::open(gateway.request(Method::GET, TRACK).bearer_auth(token)).await
}

#[sqlx::test(migrations = false)]
async fn every_status_change_is_an_event(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let mut events = open_stream(&gateway, &token).await;
    assert_eq!(events.header("content-type"), "text/event-stream");
    assert_eq!((events.header("cache-control"), events.header("x-accel-buffering")), ("private, no-store", "no"));
    assert_eq!(events.header("content-encoding"), "");
    let mut ids = Vec::new();
    for (status, name) in [
        (OrderStatus::Waiting, "waiting"),
        (OrderStatus::Confirmed, "confirmed"),
        (OrderStatus::OnTheWay, "on_the_way"),
        (OrderStatus::Delivered, "delivered"),
    ] {
        // The stream begins with the order as it is.
        if status != OrderStatus::Waiting {
            gateway.orders.set_status(status);
        }
        let event = events.next().await.expect("the order");
        assert_eq!(event.name, "order");
        assert_eq!(event.data["status"], json!(name));
        assert_eq!(event.data["code"], "SQ-7K4M-29");
        assert!(!ids.contains(&event.id), "{event:?}");
        ids.push(event.id);
    }
    drop(events);
    eventually("the stream is closed", async || gateway.orders.watchers() == 0).await;
    let again = open_stream(&gateway, &token).await.next().await.expect("the order as it is");
    assert_eq!(Some(&again.id), ids.last(), "an unchanged order has the same event id");
}

#[sqlx::test(migrations = false)]
async fn an_order_that_cannot_be_streamed_returns_a_problem(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let unknown = gateway.get_as(&token, "/api/v1/order/SQ-0000-00/track").await;
    assert_eq!(unknown.problem(), "404 order_not_found");
    let anonymous = send(gateway.request(Method::GET, TRACK)).await;
    assert_eq!(anonymous.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn an_account_can_open_8_order_streams(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(open_stream(&gateway, &token).await);
    }
    let refused = gateway.get_as(&token, TRACK).await;
    assert_eq!((refused.problem().as_str(), refused.header("retry-after")), ("429 too_many_requests", "5"));
    let other_token = shop.token_of(OTHER_SHOPPER).await;
    assert!(open_stream(&gateway, &other_token).await.next().await.is_some(), "other clients have their own limit");
    open.pop();
    eventually("a free slot", async || {
        let request = gateway.request(Method::GET, TRACK).bearer_auth(&token);
        request.send().await.expect("a response").status() == 200
    })
    .await;
}

#[sqlx::test(migrations = false)]
async fn order_streams_end_at_shutdown(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (gateway, token) = (SecondGateway::start(&shop).await, shop.token().await);
    let mut events = open_stream(&gateway, &token).await;
    events.next().await.expect("the order");
    gateway.stop.cancel();
    assert!(events.next().await.is_none(), "the stream ends in good order");
}
