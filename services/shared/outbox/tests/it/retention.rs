//! Old events are deleted after every consumer has read them.

use std::time::Duration;

use kit::{config::FeedConfig, worker::Worker};
use outbox::Outbox;
use proto::feed::{AcknowledgeRequest, ReadRequest, feed_client::FeedClient};
use sqlx::PgPool;
use testkit::{cancellation::drop_at_every_await, database::eventually};
use tonic::Code;

use crate::fixture::{Producer, Recorder};

/// Six of ten events are older than the 30 days that events are kept.
async fn with_old_events(pool: &PgPool) -> Producer {
    let producer = Producer::start(pool).await;
    producer.publish(1..=10).await;
    eventually("ten positions", async || positions(pool).await.len() == 10).await;
    sqlx::query("update outbox set occurred_at = now() - interval '31 days' where position <= 6")
        .execute(pool)
        .await
        .unwrap();
    producer
}

async fn acknowledge(producer: &Producer, consumer: &str, position: i64) {
    let request = AcknowledgeRequest { consumer: consumer.to_owned(), position, epoch: String::new() };
    FeedClient::new(producer.server.channel()).acknowledge(request).await.unwrap();
}

fn retention(pool: &PgPool) -> Worker {
    Outbox::new(pool.clone()).retention(&FeedConfig::default())
}

async fn positions(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select position from outbox where position is not null order by position")
        .fetch_all(pool)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn old_events_are_deleted_once_the_slowest_consumer_has_read_them(pool: PgPool) {
    let producer = with_old_events(&pool).await;
    acknowledge(&producer, "slow", 4).await;
    acknowledge(&producer, "quick", 10).await;
    retention(&pool).run_once().await.unwrap();
    assert_eq!(positions(&pool).await, [5, 6, 7, 8, 9, 10], "the slow consumer has not read 5 and 6");
    acknowledge(&producer, "slow", 10).await;
    retention(&pool).run_once().await.unwrap();
    assert_eq!(positions(&pool).await, [7, 8, 9, 10], "the others are younger than 30 days");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_expired_consumer_does_not_delay_deletion(pool: PgPool) {
    let producer = with_old_events(&pool).await;
    acknowledge(&producer, "lost", 1).await;
    acknowledge(&producer, "quick", 10).await;
    sqlx::query("update feed_consumer set seen_at = now() - interval '29 days' where name = 'lost'")
        .execute(&pool)
        .await
        .unwrap();
    retention(&pool).run_once().await.unwrap();
    assert_eq!(positions(&pool).await.len(), 9, "the lost consumer, not yet expired, has read one event");
    let short_expiry = FeedConfig { feed_consumer_expiry: Duration::from_hours(24 * 28), ..FeedConfig::default() };
    Outbox::new(pool.clone()).retention(&short_expiry).run_once().await.unwrap();
    assert_eq!(positions(&pool).await, [7, 8, 9, 10]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_deletion_dropped_halfway_deletes_and_updates_the_head_together(pool: PgPool) {
    let producer = with_old_events(&pool).await;
    acknowledge(&producer, "quick", 10).await;
    drop_at_every_await(&pool, &retention(&pool), || {}).await;
    assert_eq!(positions(&pool).await, [7, 8, 9, 10]);
    let pruned: i64 = sqlx::query_scalar("select pruned from outbox_head").fetch_one(&pool).await.unwrap();
    assert_eq!(pruned, 6);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_reader_of_deleted_events_is_refused_and_one_after_them_continues(pool: PgPool) {
    let producer = with_old_events(&pool).await;
    acknowledge(&producer, "quick", 10).await;
    retention(&pool).run_once().await.unwrap();
    let mut feed = FeedClient::new(producer.server.streaming_channel());
    for after in [0, 5] {
        let status = feed.read(ReadRequest { after, ..ReadRequest::default() }).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::OutOfRange, "feed_position_pruned"));
    }
    let mut events = feed.read(ReadRequest { after: 6, ..ReadRequest::default() }).await.unwrap().into_inner();
    assert_eq!(events.message().await.unwrap().unwrap().position, 7);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_consumer_reports_its_position_and_skips_unwanted_events(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    producer.publish(1..=3).await;
    let recorder = Recorder::named("reporter");
    producer.start_recorder(&recorder);
    producer.wait_until_applied(&recorder, 3).await;
    let mut tx = kit::db::begin(&pool).await.unwrap();
    outbox::append(&mut tx, &crate::fixture::OtherEvent { number: 4 }).await.unwrap();
    tx.commit().await.unwrap();
    let cursor = async || -> Option<i64> {
        let position = "select position from feed_cursor where feed = 'reporter'";
        sqlx::query_scalar(position).fetch_optional(&pool).await.unwrap()
    };
    eventually("a checkpoint", async || cursor().await == Some(4)).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 2, 3]);
    let consumers: Vec<String> = sqlx::query_scalar("select name from feed_consumer").fetch_all(&pool).await.unwrap();
    assert_eq!(consumers, ["reporter"]);
}
