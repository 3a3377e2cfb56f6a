//! Events are published to NATS. `cargo verify --full` runs these tests, which need `nats-server`.

mod access;
mod faults;
mod starting_over;

use std::time::Duration;

use kit::{
    config::{FeedConfig, Mode, NatsConfig},
    worker::Worker,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusRecorder};
use outbox::append;
use proto::{event::Event, outside::PublishedKind};
use serde::Serialize;
use sqlx::PgPool;
use testkit::{cancellation::drop_at_await, database::eventually};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::{
    fixture::{Counted, OtherEvent, Producer, outbox},
    nats_server::{NatsServer, body},
};

static PUBLISHED: [PublishedKind; 2] = [
    PublishedKind { service: "test", kind: "counted", members: &["number"], removed: &[] },
    PublishedKind { service: "test", kind: "signed", members: &["number"], removed: &["author"] },
];

#[derive(Serialize)]
struct Signed {
    number: i64,
    author: &'static str,
}

impl Event for Signed {
    const KIND: &'static str = "signed";
}

fn config(url: &str) -> FeedConfig {
    let nats = NatsConfig { nats_url: Some(url.to_owned()), ..NatsConfig::default() };
    FeedConfig { nats, ..FeedConfig::default() }
}

fn publisher_with(pool: &PgPool, config: &FeedConfig) -> Worker {
    let published = PUBLISHED.iter().collect();
    outbox(pool).nats_publisher_of("test", published, config, Mode::Local).unwrap().expect("a server is configured")
}

fn publisher(pool: &PgPool, url: &str) -> Worker {
    publisher_with(pool, &config(url))
}

fn start_replica(pool: &PgPool, url: &str) -> JoinHandle<()> {
    let (outbox, config) = (outbox(pool), config(url));
    let worker = outbox.nats_publisher_of("test", PUBLISHED.iter().collect(), &config, Mode::Local).unwrap().unwrap();
    tokio::spawn(async move {
        let (sequencer, publisher) = (outbox.run(CancellationToken::new()), worker.run(CancellationToken::new()));
        tokio::try_join!(sequencer, publisher).unwrap();
    })
}

/// Waits until this many events have positions.
async fn numbered(pool: &PgPool, count: i64) {
    eventually("numbered events", async || {
        let head: i64 = sqlx::query_scalar("select position from outbox_head").fetch_one(pool).await.unwrap();
        head >= count
    })
    .await;
}

/// The texts that the stream should have, see [`NatsServer::texts`].
async fn expected(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select kind || ' ' || (payload ->> 'number')
         from outbox
         where kind in ('counted', 'signed')
         order by position",
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

fn counted(numbers: impl IntoIterator<Item = i64>) -> Vec<String> {
    numbers.into_iter().map(|number| format!("counted {number}")).collect()
}

fn recorder() -> PrometheusRecorder {
    PrometheusBuilder::new().build_recorder()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn events_of_concurrent_writers_are_published_once_in_order_with_their_headers(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let _replicas = [start_replica(&producer.pool, &server.url()), start_replica(&producer.pool, &server.url())];
    let writers = (0..4).map(|writer| {
        let pool = producer.pool.clone();
        tokio::spawn(async move {
            for number in (0..100).map(|count| writer * 1_000 + count) {
                let mut tx = kit::db::begin(&pool).await.unwrap();
                append(&mut tx, &Counted { number }).await.unwrap();
                append(&mut tx, &OtherEvent { number }).await.unwrap();
                tx.commit().await.unwrap();
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let mut tx = kit::db::begin(&producer.pool).await.unwrap();
    append(&mut tx, &Signed { number: 9_999, author: "Leyla" }).await.unwrap();
    tx.commit().await.unwrap();
    // 400 counted events and a signed one.
    eventually("all messages", async || server.messages().await.len() >= 401).await;
    assert_eq!(server.texts().await, expected(&pool).await);

    let message = server.messages().await.pop().unwrap();
    assert_eq!(message.subject.as_str(), "sovqat.test.signed");
    assert_eq!(body(&message), serde_json::json!({ "number": 9_999 }), "the author is not published");
    let (position, outbox_id, epoch): (i64, i64, String) = sqlx::query_as(
        "select position, outbox_id, (select epoch::text from outbox_head) from outbox where kind = 'signed'",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    let header = |name: &str| message.headers.get(name).unwrap().as_str().to_owned();
    assert_eq!(header("Sovqat-Position"), position.to_string());
    assert_eq!(header("Sovqat-Epoch"), epoch);
    assert!(header("Sovqat-Id").starts_with(&format!("test-{outbox_id}-")));
    assert_eq!(header("Content-Type"), "application/json");
    assert!(header("Sovqat-Occurred-At").ends_with('Z'));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn the_trace_of_the_request_is_a_header(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let mut tx = kit::db::begin(&producer.pool).await.unwrap();
    outbox::append_traced(&mut tx, [(Counted { number: 1 }, Some(trace.to_owned()))]).await.unwrap();
    tx.commit().await.unwrap();
    numbered(&pool, 1).await;
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    let message = server.messages().await.pop().unwrap();
    assert_eq!(message.headers.get("traceparent").unwrap().as_str(), trace);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_run_dropped_at_any_await_leaves_neither_gap_nor_duplicate(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=12).await;
    numbered(&pool, 12).await;
    let worker = publisher(&producer.pool, &server.url());
    let mut dropped = 0;
    for awaits in 1..2_000 {
        match drop_at_await(awaits, worker.run_once()).await {
            None => dropped += 1,
            Some(outcome) => {
                outcome.unwrap();
                if server.messages().await.len() == 12 {
                    break;
                }
                // PostgreSQL has not noticed yet that the dropped run, which held a lock, is gone.
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    assert_eq!(server.texts().await, counted(1..=12));
    assert!(dropped > 10, "only {dropped} runs were dropped");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_publisher_killed_before_it_stores_its_cursor_publishes_nothing_twice(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=5).await;
    numbered(&pool, 5).await;
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    // As after a kill between the confirmation of event 5 and the storing of the cursor.
    sqlx::raw_sql("update feed_cursor set position = 2; update feed_consumer set position = 2")
        .execute(&pool)
        .await
        .unwrap();
    producer.publish([6]).await;
    numbered(&pool, 6).await;
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    assert_eq!(server.texts().await, counted(1..=6));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn production_refuses_a_server_without_tls(pool: PgPool) {
    let built = |urls: &str, mode| {
        let built = outbox(&pool).nats_publisher("order", &config(urls), mode);
        built.map(|worker| worker.is_some()).map_err(|error| error.to_string())
    };
    for urls in ["tls://nats:4222", "nats://127.0.0.1:4222", "nats://localhost", "tls://a:4222,tls://b:4222"] {
        assert_eq!(built(urls, Mode::Production), Ok(true), "{urls}");
    }
    for urls in ["nats://shop:hunter2@nats:4222", "nats:4222", "tls://a:4222,nats://b:4222"] {
        let error = built(urls, Mode::Production).unwrap_err();
        assert!(error.contains("tls://") && !error.contains("hunter2"), "{error}");
        assert_eq!(built(urls, Mode::Local), Ok(true), "{urls}");
    }
    assert_eq!(built("", Mode::Production), Ok(false));
    let of_seo = outbox(&pool).nats_publisher("seo", &config("tls://nats"), Mode::Local);
    assert!(of_seo.unwrap().is_none(), "seo publishes nothing outside");
}
