//! Consumers that cannot continue start over from a snapshot or the head.

use outbox::{Handler, Outbox, Start, append, parse};
use proto::{feed, feed::ReadRequest, feed::feed_client::FeedClient};
use sqlx::{PgConnection, PgPool};
use testkit::database::eventually;
use tokio_util::sync::CancellationToken;
use tonic::Code;

use crate::fixture::{Counted, Producer, Recorder};

/// Copies the producer's table `fact` to the table `copy`.
struct CopyHandler;

#[async_trait::async_trait]
impl Handler for CopyHandler {
    fn kinds(&self) -> &'static [&'static str] {
        &["counted"]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let Counted { number } = parse(event)?;
        sqlx::query("insert into copy values ($1) on conflict do nothing").bind(number).execute(tx).await?;
        Ok(())
    }

    async fn sweep(&self, tx: &mut PgConnection) -> kit::Result<()> {
        let delete_missing = "delete from copy where not exists (
                           select from feed_snapshot
                           where feed = 'copyist' and kind = 'counted' and subject = copy.number)";
        sqlx::query(delete_missing).execute(tx).await?;
        Ok(())
    }
}

async fn copied(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select number from copy order by number").fetch_all(pool).await.unwrap()
}

async fn execute(pool: &PgPool, sql: &'static str) {
    sqlx::raw_sql(sql).execute(pool).await.unwrap();
}

async fn prune(pool: &PgPool) {
    execute(pool, "delete from outbox where position is not null; update outbox_head set pruned = position").await;
}

/// Returns the position, and whether the epoch is the producer's.
async fn cursor(pool: &PgPool, feed: &str) -> (i64, bool) {
    let cursor = "select feed_cursor.position, feed_cursor.epoch = outbox_head.epoch from feed_cursor, outbox_head where feed = $1";
    sqlx::query_as(cursor).bind(feed).fetch_optional(pool).await.unwrap().unwrap_or_default()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_snapshot_leads_to_the_same_state_as_the_full_history(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    // Several pages (500 entities) and batches (200 events).
    producer.publish_facts(1..=1_203).await;
    let by_history = producer.start_consumer("copyist", CopyHandler);
    eventually("the history", async || copied(&pool).await.len() == 1_203).await;
    let from_history = copied(&pool).await;
    by_history.abort();
    prune(&pool).await;
    execute(&pool, "delete from feed_cursor; delete from copy").await;
    producer.start_consumer("copyist", CopyHandler);
    eventually("the snapshot", async || copied(&pool).await == from_history).await;
    eventually("the cursor", async || cursor(&pool, "copyist").await == (1_203, true)).await;
    producer.publish([9_999]).await;
    eventually("the event after the snapshot", async || copied(&pool).await.last() == Some(&9_999)).await;
    let listed_entities: i64 = sqlx::query_scalar("select count(*) from feed_snapshot").fetch_one(&pool).await.unwrap();
    assert_eq!(listed_entities, 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_consumer_behind_the_pruned_position_applies_a_snapshot_and_deletes_the_rest(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    producer.publish(1..=5).await;
    let following = producer.start_consumer("copyist", CopyHandler);
    eventually("the copy", async || copied(&pool).await.len() == 5).await;
    following.abort();
    // While the consumer is stopped, a fact is added, another is deleted, and all events are deleted.
    producer.publish([6]).await;
    eventually("a position", async || cursor(&pool, "copyist").await.0 < 6 && head(&pool).await == 6).await;
    execute(&pool, "delete from fact where number = 2").await;
    prune(&pool).await;
    producer.start_consumer("copyist", CopyHandler);
    eventually("the resync", async || copied(&pool).await == [1, 3, 4, 5, 6]).await;
}

async fn head(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select position from outbox_head").fetch_one(pool).await.unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_restored_producer_is_detected_by_its_head_or_its_epoch(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    producer.publish(1..=5).await;
    producer.start_consumer("copyist", CopyHandler);
    eventually("the copy", async || copied(&pool).await.len() == 5).await;
    // A restore to the time before facts 4 and 5: the consumer is ahead.
    execute(
        &pool,
        "delete from outbox where position > 3; update outbox_head set position = 3; delete from fact where number > 3",
    )
    .await;
    eventually("the smaller state", async || copied(&pool).await == [1, 2, 3]).await;
    // A restore to the time before fact 3, after which the outbox has grown beyond the cursor: only the epoch differs.
    execute(&pool, "delete from fact where number = 3; update outbox_head set epoch = gen_random_uuid()").await;
    eventually("the state of the new epoch", async || copied(&pool).await == [1, 2]).await;
    producer.publish([7]).await;
    eventually("the event of the new epoch", async || copied(&pool).await == [1, 2, 7]).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn readers_of_another_epoch_and_ahead_of_the_head_are_refused(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    let mut feed = FeedClient::new(producer.server.streaming_channel());
    let ahead = ReadRequest { after: 1, ..ReadRequest::default() };
    let other_epoch = ReadRequest { epoch: uuid::Uuid::nil().to_string(), ..ReadRequest::default() };
    for (request, reason) in [(ahead, "feed_position_ahead"), (other_epoch, "feed_epoch_changed")] {
        let status = feed.read(request).await.unwrap_err();
        assert_eq!((status.code(), status.message()), (Code::FailedPrecondition, reason));
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_consumer_without_stored_state_restarts_at_the_head(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    producer.publish(1..=5).await;
    eventually("the head", async || head(&pool).await == 5).await;
    prune(&pool).await;
    let recorder = Recorder::named("messenger");
    producer.start_recorder(&recorder);
    eventually("the head", async || {
        let position = "select position from feed_cursor where feed = 'messenger'";
        sqlx::query_scalar::<_, i64>(position).fetch_optional(&pool).await.unwrap() == Some(5)
    })
    .await;
    producer.publish([6]).await;
    producer.wait_until_applied(&recorder, 1).await;
    assert_eq!(producer.applied_by(&recorder).await, [6]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_database_of_another_timeline_starts_one_new_epoch(pool: PgPool) {
    let epoch =
        async || -> uuid::Uuid { sqlx::query_scalar("select epoch from outbox_head").fetch_one(&pool).await.unwrap() };
    let origin = async || -> Option<String> {
        sqlx::query_scalar("select origin from outbox_head").fetch_one(&pool).await.unwrap()
    };
    let first = epoch().await;
    let run = || {
        let stop = CancellationToken::new();
        (stop.clone(), tokio::spawn(Outbox::new(pool.clone()).run(stop)))
    };
    let (stop, running) = run();
    eventually("the origin", async || origin().await.is_some()).await;
    assert_eq!(epoch().await, first, "the first start keeps the epoch");
    stop.cancel();
    running.await.unwrap().unwrap();
    execute(&pool, "update outbox_head set origin = 'restored from elsewhere'").await;
    let (stop, running) = run();
    eventually("the origin", async || origin().await.as_deref() != Some("restored from elsewhere")).await;
    let second = epoch().await;
    assert_ne!(second, first);
    stop.cancel();
    running.await.unwrap().unwrap();
    let (stop, running) = run();
    let mut tx = kit::db::begin(&pool).await.unwrap();
    append(&mut tx, &Counted { number: 1 }).await.unwrap();
    tx.commit().await.unwrap();
    eventually("a position", async || head(&pool).await == 1).await;
    assert_eq!(epoch().await, second);
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn lost_ids_are_not_given_again_after_a_restore(pool: PgPool) {
    let insert = async || -> i64 {
        let mut tx = kit::db::begin(&pool).await.unwrap();
        append(&mut tx, &Counted { number: 1 }).await.unwrap();
        tx.commit().await.unwrap();
        sqlx::query_scalar("select max(outbox_id) from outbox").fetch_one(&pool).await.unwrap()
    };
    let before = insert().await;
    execute(&pool, "update outbox_head set origin = 'restored from elsewhere'").await;
    let stop = CancellationToken::new();
    let running = tokio::spawn(Outbox::new(pool.clone()).run(stop.clone()));
    eventually("the new epoch", async || {
        let origin: String = sqlx::query_scalar("select origin from outbox_head").fetch_one(&pool).await.unwrap();
        origin != "restored from elsewhere"
    })
    .await;
    let after = insert().await;
    // A new epoch skips a million ids.
    assert!(after >= before + 1_000_000, "{before} was the last id, and {after} is the next");
    assert_eq!(insert().await, after + 1);
    stop.cancel();
    running.await.unwrap().unwrap();
}
