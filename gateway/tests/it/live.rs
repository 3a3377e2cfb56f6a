//! Notification streams: all streams of an account receive its events, and no others.

use chrono::TimeDelta;
use reqwest::{Method, RequestBuilder};
use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    beside::Beside,
    events::{Event, Events},
    house::{House, LOGIN, NEIGHBOUR, PASSWORD, send},
};

const STREAM: &str = "/api/v1/notification/stream";

/// A demo account with one unread notification, the welcome.
struct Reader<'a> {
    house: &'a House,
    token: String,
    account: i64,
}

impl<'a> Reader<'a> {
    async fn sign_in(house: &'a House, person: (&str, &str)) -> Self {
        let token = house.token_of(person).await;
        let account = house.get_as(&token, "/api/v1/user/me").await.data()["id"].as_i64().expect("an id");
        let reader = Self { house, token, account };
        eventually("the welcome", async || reader.unread().await == 1).await;
        reader
    }

    async fn unread(&self) -> i64 {
        let count = self.house.get_as(&self.token, "/api/v1/notification/count?hasViewed=false").await.data();
        count["count"].as_i64().expect("a count")
    }

    fn request(&self) -> RequestBuilder {
        self.house.request(Method::GET, STREAM).bearer_auth(&self.token)
    }

    /// Opens a stream and reads its first `count` event; returns its id, too.
    async fn window(&self, unread: i64) -> (Events, String) {
        let mut events = Events::of(self.request()).await;
        let count = events.next().await.expect("the count");
        assert_eq!((count.name.as_str(), &count.data), ("count", &json!({"unreadCount": unread})));
        (events, count.id)
    }

    async fn resume(&self, last_event: &str) -> Events {
        Events::of(self.request().header("last-event-id", last_event)).await
    }

    /// Inserts this many notifications at once.
    async fn is_told(&self, count: i32) {
        sqlx::query(
            "insert into notification (account_id, kind, created_at)
             select $1, 'security', now() from generate_series(1, $2)",
        )
        .bind(self.account)
        .bind(count)
        .execute(&self.house.notification)
        .await
        .expect("a table of notifications");
    }
}

fn named(event: &Event) -> (&str, i64) {
    let number = if event.name == "count" { &event.data["unreadCount"] } else { &event.data["id"] };
    (&event.name, number.as_i64().expect("a number"))
}

async fn next(events: &mut Events) -> Event {
    events.next().await.expect("an event")
}

#[sqlx::test(migrations = false)]
async fn what_is_told_and_read_shows_in_every_window(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let ((mut here, _), (mut there, _)) = (reader.window(1).await, reader.window(1).await);
    assert_eq!(here.header("content-type"), "text/event-stream");
    assert_eq!((here.header("cache-control"), here.header("x-accel-buffering")), ("private, no-store", "no"));
    assert_eq!(here.header("content-encoding"), "");
    reader.is_told(1).await;
    let newest = house.get_as(&reader.token, "/api/v1/notification/all").await.data()[0].clone();
    for window in [&mut here, &mut there] {
        let told = next(window).await;
        assert_eq!((told.name.as_str(), &told.data), ("notification", &newest));
        assert_eq!(told.id, newest["id"].to_string());
        let count = next(window).await;
        assert_eq!((named(&count), &count.id), (("count", 2), &told.id));
    }
    house.get_as(&reader.token, &format!("/api/v1/notification/read/{}", newest["id"])).await.data();
    for window in [&mut here, &mut there] {
        assert_eq!(named(&next(window).await), ("count", 1));
    }
    house.post_as(&reader.token, "/api/v1/notification/read-all", &json!({})).await.data();
    for window in [&mut here, &mut there] {
        assert_eq!(named(&next(window).await), ("count", 0));
    }
}

#[sqlx::test(migrations = false)]
async fn who_comes_again_is_told_what_they_missed_once(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let (window, from_the_beginning) = reader.window(1).await;
    drop(window);
    reader.is_told(2).await;
    let mut again = reader.resume(&from_the_beginning).await;
    let missed = [next(&mut again).await, next(&mut again).await];
    assert!(missed.iter().all(|event| event.name == "notification"), "{missed:?}");
    assert_eq!(named(&next(&mut again).await), ("count", 3));
    drop(again);
    // The connection broke between the two events.
    let mut again = reader.resume(&missed[0].id).await;
    let rest = [next(&mut again).await, next(&mut again).await];
    assert_eq!(rest.each_ref().map(named), [named(&missed[1]), ("count", 3)]);
    drop(again);
    let mut again = reader.resume(&missed[1].id).await;
    assert_eq!(named(&next(&mut again).await), ("count", 3), "nothing is told twice");
    reader.is_told(1).await;
    let new = next(&mut again).await;
    assert!(named(&new) > named(&missed[1]), "{new:?}");
    for nonsense in ["", "soon", "-1", "1.5", "99999999999999999999"] {
        assert_eq!(named(&next(&mut reader.resume(nonsense).await).await), ("count", 4), "{nonsense:?}");
    }
}

#[sqlx::test(migrations = false)]
async fn who_missed_very_much_is_told_the_newest_of_it(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let (window, last_event) = reader.window(1).await;
    drop(window);
    reader.is_told(70).await;
    let mut again = reader.resume(&last_event).await;
    let mut ids = Vec::new();
    let unread = loop {
        match named(&next(&mut again).await) {
            ("notification", id) => ids.push(id),
            (_, unread) => break unread,
        }
    };
    assert_eq!((ids.len(), unread), (50, 71));
    assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
}

#[sqlx::test(migrations = false)]
async fn nobody_is_told_what_is_anothers(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let stranger = Reader::sign_in(&house, (LOGIN, PASSWORD)).await;
    let ((mut here, known), (mut there, _)) = (reader.window(1).await, stranger.window(1).await);
    reader.is_told(3).await;
    stranger.is_told(1).await;
    let seen = [next(&mut there).await, next(&mut there).await];
    assert_eq!(named(&seen[1]), ("count", 2), "one of four");
    for _ in 0..3 {
        assert_ne!(next(&mut here).await.id, seen[0].id);
    }
    let mut borrowed = stranger.resume(&known).await;
    assert!(named(&next(&mut borrowed).await) <= named(&seen[0]), "another's place in time opens nothing");
}

#[sqlx::test(migrations = false)]
async fn a_stream_ends_with_its_token(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    house.clock.advance(TimeDelta::seconds(599));
    let (mut window, _) = reader.window(1).await;
    // `next` waits for at most a minute, and without the token's expiry the stream would last longer.
    assert!(window.next().await.is_none(), "nothing comes but the end");
    house.clock.advance(TimeDelta::seconds(10));
    assert_eq!(send(reader.request()).await.problem(), "401 token_expired");
    let anonymous = send(house.request(Method::GET, STREAM)).await;
    assert_eq!(anonymous.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn one_account_opens_so_many_windows_and_no_more(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(reader.window(1).await);
    }
    let refused = send(reader.request()).await;
    assert_eq!((refused.problem().as_str(), refused.header("retry-after")), ("429 too_many_requests", "5"));
    open.pop();
    eventually("a place", async || reader.request().send().await.expect("an answer").status() == 200).await;
}

#[sqlx::test(migrations = false)]
async fn a_gateway_that_stops_lets_its_readers_go(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let shop = Beside::start(&house).await;
    let mut events = Events::of(shop.request(Method::GET, STREAM).bearer_auth(&reader.token)).await;
    next(&mut events).await;
    shop.stop.cancel();
    assert!(events.next().await.is_none(), "the stream ends in good order");
}

#[sqlx::test(migrations = false)]
async fn what_nobody_heard_is_found_when_the_line_is_back(pool: PgPool) {
    let house = House::start(pool).await;
    let reader = Reader::sign_in(&house, NEIGHBOUR).await;
    let (mut window, _) = reader.window(1).await;
    // The notification is inserted while the service does not listen.
    let mut tx = house.notification.begin().await.unwrap();
    sqlx::query("alter table notification disable trigger notification_told").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    reader.is_told(1).await;
    sqlx::query(
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query ilike 'listen \"notification_changed\"%'",
    )
    .execute(&house.notification)
    .await
    .unwrap();
    assert_eq!(next(&mut window).await.name, "notification");
    assert_eq!(named(&next(&mut window).await), ("count", 2));
}
