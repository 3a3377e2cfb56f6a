//! When the publisher sends a snapshot (its texts end with a star), and from where it continues.

use sqlx::PgPool;
use testkit::database::eventually;

use super::{config, counted, numbered, publisher, start_replica};
use crate::{
    fixture::{Producer, outbox},
    nats_server::NatsServer,
};

async fn execute(pool: &PgPool, sql: &'static str) {
    sqlx::raw_sql(sql).execute(pool).await.unwrap();
}

async fn positions(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select position from outbox where position is not null order by position")
        .fetch_all(pool)
        .await
        .unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn old_events_wait_for_the_publisher_until_it_expires(pool: PgPool) {
    let mut server = NatsServer::stopped("");
    let producer = Producer::start(&pool).await;
    producer.publish(1..=4).await;
    numbered(&pool, 4).await;
    execute(&pool, "update outbox set occurred_at = now() - interval '31 days'").await;
    let (publisher, retention) = (publisher(&producer.pool, &server.url()), outbox(&pool).retention(&config("")));
    let error = publisher.run_once().await.unwrap_err();
    assert!(format!("{:#}", anyhow::Error::from(error)).contains("cannot connect to NATS"));
    retention.run_once().await.unwrap();
    assert_eq!(positions(&pool).await, [1, 2, 3, 4], "the events are not published yet");
    server.restart().await;
    publisher.run_once().await.unwrap();
    assert_eq!(server.texts().await, counted(1..=4));
    retention.run_once().await.unwrap();
    assert_eq!(positions(&pool).await, Vec::<i64>::new());

    // NATS is away for longer than FEED_CONSUMER_EXPIRY.
    producer.publish(5..=7).await;
    numbered(&pool, 7).await;
    execute(
        &pool,
        "update outbox set occurred_at = now() - interval '31 days' where position < 7;
         update feed_consumer set seen_at = now() - interval '31 days'",
    )
    .await;
    retention.run_once().await.unwrap();
    assert_eq!(positions(&pool).await, [7]);
    publisher.run_once().await.unwrap();
    publisher.run_once().await.unwrap();
    let mut texts = counted(1..=4);
    texts.push("resync feed_position_pruned".to_owned());
    texts.extend((1..=7).map(|number| format!("counted {number}*")));
    texts.push("resync_ended 6".to_owned());
    texts.push("counted 7".to_owned());
    assert_eq!(server.texts().await, texts);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_service_that_has_deleted_events_begins_its_stream_with_a_snapshot(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=3).await;
    numbered(&pool, 3).await;
    execute(&pool, "delete from outbox where position <= 2; update outbox_head set pruned = 2").await;
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    let texts =
        ["resync feed_position_pruned", "counted 1*", "counted 2*", "counted 3*", "resync_ended 2", "counted 3"];
    assert_eq!(server.texts().await, texts);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_snapshot_is_published_when_an_operator_deletes_the_cursor(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let _replica = start_replica(&producer.pool, &server.url());
    // Several pages of a snapshot.
    producer.publish_facts(1..=1_203).await;
    eventually("all messages", async || server.messages().await.len() == 1_203).await;
    eventually("the cursor", async || {
        sqlx::query_scalar::<_, i64>("select position from feed_cursor").fetch_one(&pool).await.unwrap() == 1_203
    })
    .await;
    execute(&pool, "delete from feed_cursor where feed = 'nats'").await;
    eventually("a snapshot", async || server.texts().await.last().is_some_and(|text| text == "resync_ended 1203"))
        .await;
    let texts = server.texts().await;
    assert_eq!(texts[1_203], "resync requested");
    let snapshot: Vec<String> = (1..=1_203).map(|number| format!("counted {number}*")).collect();
    assert_eq!(texts[1_204..texts.len() - 1], snapshot);
    producer.publish([1_204]).await;
    eventually("the next event", async || server.texts().await.last().is_some_and(|text| text == "counted 1204")).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_restored_database_is_announced_and_its_events_follow_the_snapshot_again(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=3).await;
    numbered(&pool, 3).await;
    let publisher = publisher(&producer.pool, &server.url());
    publisher.run_once().await.unwrap();
    // A restore to the time before event 3.
    execute(
        &pool,
        "delete from outbox where position = 3; delete from fact where number = 3;
         update outbox_head set position = 2, epoch = gen_random_uuid();
         update feed_cursor set position = 2; update feed_consumer set position = 2",
    )
    .await;
    producer.publish([33]).await;
    numbered(&pool, 3).await;
    for _ in 0..3 {
        publisher.run_once().await.unwrap();
    }
    // The stream ends with the newest state.
    let texts = [
        "counted 1",
        "counted 2",
        "counted 3",
        "resync feed_epoch_changed",
        "counted 1*",
        "counted 2*",
        "counted 33*",
        "resync_ended 0",
        "counted 1",
        "counted 2",
        "counted 33",
    ];
    assert_eq!(server.texts().await, texts);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_snapshot_that_was_interrupted_is_published_again(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    producer.publish(1..=2).await;
    numbered(&pool, 2).await;
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    // A snapshot without its end.
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Sovqat-Epoch", uuid::Uuid::nil().to_string());
    let context = server.context().await;
    let body = r#"{"reason":"requested","kinds":[]}"#;
    context.publish_with_headers("sovqat.test.resync", headers, body.into()).await.unwrap().await.unwrap();
    publisher(&producer.pool, &server.url()).run_once().await.unwrap();
    let texts = server.texts().await;
    assert_eq!(texts[texts.len() - 4..], ["resync unfinished", "counted 1*", "counted 2*", "resync_ended 2"]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "needs nats-server"]
async fn a_message_of_somebody_else_does_not_confuse_the_publisher(pool: PgPool) {
    let server = NatsServer::start().await;
    let producer = Producer::start(&pool).await;
    let publisher = publisher(&producer.pool, &server.url());
    producer.publish(1..=2).await;
    numbered(&pool, 2).await;
    publisher.run_once().await.unwrap();
    let context = server.context().await;
    context.publish("sovqat.test.counted", r#"{"number":"foreign"}"#.into()).await.unwrap().await.unwrap();
    producer.publish([3]).await;
    numbered(&pool, 3).await;
    // The first run is refused, because the stream ends with another message.
    publisher.run_once().await.unwrap();
    publisher.run_once().await.unwrap();
    assert_eq!(server.texts().await, ["counted 1", "counted 2", "counted foreign", "counted 3"]);
}
