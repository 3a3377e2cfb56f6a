//! A stream of order changes.

use proto::order::OrderStatus;
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    beside::Beside,
    events::Events,
    house::{House, NEIGHBOUR, send},
};

const TRACK: &str = "/api/v1/order/SQ-7K4M-29/track";

async fn watch(shop: &Beside, token: &str) -> Events {
    Events::of(shop.request(Method::GET, TRACK).bearer_auth(token)).await
}

#[sqlx::test(migrations = false)]
async fn every_move_is_told_at_once(pool: PgPool) {
    let house = House::start(pool).await;
    let (shop, token) = (Beside::start(&house).await, house.token().await);
    let mut events = watch(&shop, &token).await;
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
        if status != OrderStatus::Waiting {
            shop.orders.move_to(status);
        }
        let event = events.next().await.expect("the order");
        assert_eq!((event.name.as_str(), &event.data["status"]), ("order", &json!(name)));
        assert_eq!(event.data["code"], "SQ-7K4M-29");
        assert!(!ids.contains(&event.id), "{event:?}");
        ids.push(event.id);
    }
    drop(events);
    eventually("the watcher's leaving", async || shop.orders.watchers() == 0).await;
    let again = watch(&shop, &token).await.next().await.expect("the order as it is");
    assert_eq!(Some(&again.id), ids.last(), "what has not changed has the same id");
}

#[sqlx::test(migrations = false)]
async fn what_cannot_be_watched_is_a_problem_like_any_other(pool: PgPool) {
    let house = House::start(pool).await;
    let (shop, token) = (Beside::start(&house).await, house.token().await);
    let strange = shop.get_as(&token, "/api/v1/order/SQ-0000-00/track").await;
    assert_eq!(strange.problem(), "404 order_not_found");
    let anonymous = send(shop.request(Method::GET, TRACK)).await;
    assert_eq!(anonymous.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn one_account_watches_so_much_and_no_more(pool: PgPool) {
    let house = House::start(pool).await;
    let (shop, token) = (Beside::start(&house).await, house.token().await);
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(watch(&shop, &token).await);
    }
    let refused = shop.get_as(&token, TRACK).await;
    assert_eq!((refused.problem().as_str(), refused.header("retry-after")), ("429 too_many_requests", "5"));
    let neighbour = house.token_of(NEIGHBOUR).await;
    assert!(watch(&shop, &neighbour).await.next().await.is_some(), "others are not to blame");
    open.pop();
    eventually("a place", async || {
        let request = shop.request(Method::GET, TRACK).bearer_auth(&token);
        request.send().await.expect("an answer").status() == 200
    })
    .await;
}

#[sqlx::test(migrations = false)]
async fn a_gateway_that_stops_lets_its_watchers_go(pool: PgPool) {
    let house = House::start(pool).await;
    let (shop, token) = (Beside::start(&house).await, house.token().await);
    let mut events = watch(&shop, &token).await;
    events.next().await.expect("the order");
    shop.stop.cancel();
    assert!(events.next().await.is_none(), "the stream ends in good order");
}
