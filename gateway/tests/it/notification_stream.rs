//! Notification streams: every stream of an account receives the events of this account only.

use chrono::TimeDelta;
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    events::{Event, Events},
    second_gateway::SecondGateway,
    test_shop::{LOGIN, OTHER_SHOPPER, PASSWORD, TestShop, send},
};

const STREAM: &str = "/api/v1/notification/stream";

/// Starts with one unread notification, the welcome.
struct Reader<'a> {
    shop: &'a TestShop,
    token: String,
    account: i64,
}

impl<'a> Reader<'a> {
    async fn sign_in(shop: &'a TestShop, person: (&str, &str)) -> Self {
        let token = shop.token_of(person).await;
        let account = shop.get_as(&token, "/api/v1/user/me").await.data()["id"].as_i64().expect("an id");
        let reader = Self { shop, token, account };
        eventually("the welcome notification", async || reader.unread_count().await == 1).await;
        reader
    }

    async fn unread_count(&self) -> i64 {
        let count = self.shop.get_as(&self.token, "/api/v1/notification/count?hasViewed=false").await.data();
        count["count"].as_i64().expect("a count")
    }

    fn request(&self) -> RequestBuilder {
        self.shop.request(Method::GET, STREAM).bearer_auth(&self.token)
    }

    /// The first event is the number of unread notifications. Also returns its id.
    async fn open_stream(&self, expected_unread: i64) -> (Events, String) {
        let mut events = Events::open(self.request()).await;
        let count = events.next().await.expect("the count");
        assert_eq!(count.name, "count");
        assert_eq!(count.data, json!({"unreadCount": expected_unread}));
        (events, count.id)
    }

    /// Opens a stream like a client that reconnects after the event `last_event`.
    async fn resume(&self, last_event: &str) -> Events {
        Events::open(self.request().header("last-event-id", last_event)).await
    }

    async fn insert_notifications(&self, count: i32) {
        sqlx::query(
            "insert into notification (account_id, kind, created_at)
             select $1, 'security', now() from generate_series(1, $2)",
        )
        .bind(self.account)
        .bind(count)
        .execute(&self.shop.notification)
        .await
        .expect("a table of notifications");
    }
}

/// The number is the unread count or the notification's id.
fn name_and_number(event: &Event) -> (&str, i64) {
    let number = if event.name == "count" { &event.data["unreadCount"] } else { &event.data["id"] };
    (&event.name, number.as_i64().expect("a number"))
}

async fn next(events: &mut Events) -> Event {
    events.next().await.expect("an event")
}

#[sqlx::test(migrations = false)]
async fn new_and_read_notifications_reach_every_stream_of_the_account(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let ((mut first, _), (mut second, _)) = (reader.open_stream(1).await, reader.open_stream(1).await);
    assert_eq!(first.header("content-type"), "text/event-stream");
    assert_eq!((first.header("cache-control"), first.header("x-accel-buffering")), ("private, no-store", "no"));
    assert_eq!(first.header("content-encoding"), "");
    reader.insert_notifications(1).await;
    let newest = shop.get_as(&reader.token, "/api/v1/notification/all").await.data()[0].clone();
    for stream in [&mut first, &mut second] {
        let notification = next(stream).await;
        assert_eq!(notification.name, "notification");
        assert_eq!(notification.data, newest);
        assert_eq!(notification.id, newest["id"].to_string());
        let count = next(stream).await;
        assert_eq!(name_and_number(&count), ("count", 2));
        assert_eq!(count.id, notification.id);
    }
    shop.get_as(&reader.token, &format!("/api/v1/notification/read/{}", newest["id"])).await.data();
    for stream in [&mut first, &mut second] {
        assert_eq!(name_and_number(&next(stream).await), ("count", 1));
    }
    shop.post_as(&reader.token, "/api/v1/notification/read-all", &json!({})).await.data();
    for stream in [&mut first, &mut second] {
        assert_eq!(name_and_number(&next(stream).await), ("count", 0));
    }
}

#[sqlx::test(migrations = false)]
async fn a_reconnecting_client_gets_missed_notifications_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let (stream, first_event) = reader.open_stream(1).await;
    drop(stream);
    reader.insert_notifications(2).await;
    let mut again = reader.resume(&first_event).await;
    let missed = [next(&mut again).await, next(&mut again).await];
    assert!(missed.iter().all(|event| event.name == "notification"), "{missed:?}");
    assert_eq!(name_and_number(&next(&mut again).await), ("count", 3));
    drop(again);
    // The connection breaks between the two events.
    let mut again = reader.resume(&missed[0].id).await;
    let remaining = [next(&mut again).await, next(&mut again).await];
    assert_eq!(remaining.each_ref().map(name_and_number), [name_and_number(&missed[1]), ("count", 3)]);
    drop(again);
    let mut again = reader.resume(&missed[1].id).await;
    assert_eq!(name_and_number(&next(&mut again).await), ("count", 3), "no event is sent twice");
    reader.insert_notifications(1).await;
    let new = next(&mut again).await;
    assert!(name_and_number(&new) > name_and_number(&missed[1]), "{new:?}");
    for invalid_id in ["", "soon", "-1", "1.5", "99999999999999999999"] {
        assert_eq!(name_and_number(&next(&mut reader.resume(invalid_id).await).await), ("count", 4), "{invalid_id:?}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_reconnecting_client_gets_at_most_50_missed_notifications(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let (stream, last_event) = reader.open_stream(1).await;
    drop(stream);
    reader.insert_notifications(70).await;
    let mut again = reader.resume(&last_event).await;
    let mut ids = Vec::new();
    let unread = loop {
        match name_and_number(&next(&mut again).await) {
            ("notification", id) => ids.push(id),
            (_, unread) => break unread,
        }
    };
    assert_eq!((ids.len(), unread), (50, 71), "70 notifications and the welcome are unread");
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
}

#[sqlx::test(migrations = false)]
async fn a_stream_contains_only_notifications_of_its_account(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let other = Reader::sign_in(&shop, (LOGIN, PASSWORD)).await;
    let ((mut first, first_id), (mut second, _)) = (reader.open_stream(1).await, other.open_stream(1).await);
    reader.insert_notifications(3).await;
    other.insert_notifications(1).await;
    let other_events = [next(&mut second).await, next(&mut second).await];
    assert_eq!(name_and_number(&other_events[1]), ("count", 2), "only one of the four notifications");
    for _ in 0..3 {
        assert_ne!(next(&mut first).await.id, other_events[0].id);
    }
    let mut resumed = other.resume(&first_id).await;
    assert!(
        name_and_number(&next(&mut resumed).await) <= name_and_number(&other_events[0]),
        "the id of another account's event reveals nothing"
    );
}

#[sqlx::test(migrations = false)]
async fn a_stream_ends_with_its_token(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    // A token is valid for 600 seconds, so it expires one second later.
    shop.clock.advance(TimeDelta::seconds(599));
    let (mut stream, _) = reader.open_stream(1).await;
    // `next` waits a minute, and panics if the stream does not end by then.
    assert!(stream.next().await.is_none(), "no event comes before the end");
    shop.clock.advance(TimeDelta::seconds(10));
    assert_eq!(send(reader.request()).await.problem(), "401 token_expired");
    let anonymous = send(shop.request(Method::GET, STREAM)).await;
    assert_eq!(anonymous.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn an_account_can_have_at_most_8_open_notification_streams(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(reader.open_stream(1).await);
    }
    let refused = send(reader.request()).await;
    assert_eq!((refused.problem().as_str(), refused.header("retry-after")), ("429 too_many_requests", "5"));
    open.pop();
    eventually("a free slot", async || reader.request().send().await.expect("a response").status() == 200).await;
}

#[sqlx::test(migrations = false)]
async fn notification_streams_end_at_shutdown(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let gateway = SecondGateway::start(&shop).await;
    let mut events = Events::open(gateway.request(Method::GET, STREAM).bearer_auth(&reader.token)).await;
    next(&mut events).await;
    gateway.stop.cancel();
    // The notification about the sign-in may still arrive. A broken stream panics.
    while events.next().await.is_some() {}
}

#[sqlx::test(migrations = false)]
async fn missed_changes_are_found_after_the_listen_connection_is_restored(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let reader = Reader::sign_in(&shop, OTHER_SHOPPER).await;
    let (mut stream, _) = reader.open_stream(1).await;
    // Without this trigger, PostgreSQL does not tell the service.
    let mut tx = kit::db::begin(&shop.notification).await.unwrap();
    sqlx::query("alter table notification disable trigger notification_told").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    reader.insert_notifications(1).await;
    sqlx::query(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ilike 'listen \"notification_changed\"%'",
    )
    .execute(&shop.notification)
    .await
    .unwrap();
    assert_eq!(next(&mut stream).await.name, "notification");
    assert_eq!(name_and_number(&next(&mut stream).await), ("count", 2));
}
