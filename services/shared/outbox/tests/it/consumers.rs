//! Consumers apply each event once and in order, whatever restarts.

use outbox::append;
use proto::feed::{ReadRequest, feed_client::FeedClient};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::fixture::{Counted, OtherEvent, Producer, Recorder, serve};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn two_consumers_of_one_name_apply_each_event_once(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("duplicate"));
    let (_first, _second) = (producer.start_recorder(&recorder), producer.start_recorder(&recorder));
    producer.publish(1..=100).await;
    producer.wait_until_applied(&recorder, 100).await;
    assert_eq!(producer.applied_by(&recorder).await, (1..=100).collect::<Vec<_>>());
}

/// The reader with the feed's lock (the leader) loses it but continues, and a second one starts.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn two_readers_at_once_apply_each_event_once(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("two leaders"));
    let (_first, _second) = (producer.start_recorder(&recorder), producer.start_recorder(&recorder));
    producer.publish([1]).await;
    producer.wait_until_applied(&recorder, 1).await;
    let first_leader = leader_of(&producer.pool, recorder.name).await.unwrap();
    sqlx::query("select pg_terminate_backend($1)").bind(first_leader).execute(&producer.pool).await.unwrap();
    eventually("a second leader", || async {
        leader_of(&producer.pool, recorder.name).await.is_some_and(|leader| leader != first_leader)
    })
    .await;
    producer.publish(2..=300).await;
    producer.wait_until_applied(&recorder, 300).await;
    assert_eq!(producer.applied_by(&recorder).await, (1..=300).collect::<Vec<_>>());
}

async fn leader_of(pool: &PgPool, feed: &str) -> Option<i32> {
    sqlx::query_scalar(
        "select pid
         from pg_locks
         where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())
           and objid = (hashtext('sovqat.feed.' || $1)::bigint & 4294967295)::oid",
    )
    .bind(feed)
    .fetch_optional(pool)
    .await
    .unwrap()
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_standby_reader_takes_over_when_the_reader_dies(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("standby"));
    let first = producer.start_recorder(&recorder);
    producer.publish([1]).await;
    producer.wait_until_applied(&recorder, 1).await;
    producer.start_recorder(&recorder);
    first.abort();
    producer.publish([2]).await;
    producer.wait_until_applied(&recorder, 2).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 2]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_restarted_consumer_continues_from_its_cursor_and_a_new_one_from_the_beginning(pool: PgPool) {
    let (producer, restarted) = (Producer::start(&pool).await, Recorder::named("restarted"));
    let reader = producer.start_recorder(&restarted);
    producer.publish(1..=5).await;
    producer.wait_until_applied(&restarted, 5).await;
    reader.abort();
    producer.publish(6..=9).await;
    producer.start_recorder(&restarted);
    let new = Recorder::named("new");
    producer.start_recorder(&new);
    for recorder in [&restarted, &new] {
        producer.wait_until_applied(recorder, 9).await;
        assert_eq!(producer.applied_by(recorder).await, (1..=9).collect::<Vec<_>>());
    }
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_producer_restarted_at_another_address_is_read_from_the_cursor(pool: PgPool) {
    let (mut producer, recorder) = (Producer::start(&pool).await, Recorder::named("recorder"));
    let reader = producer.start_recorder(&recorder);
    producer.publish(1..=3).await;
    producer.wait_until_applied(&recorder, 3).await;
    producer.server.kill();
    reader.abort();
    producer.publish(4..=6).await;
    producer.server = serve(&producer.pool).await;
    producer.start_recorder(&recorder);
    producer.wait_until_applied(&recorder, 6).await;
    assert_eq!(producer.applied_by(&recorder).await, (1..=6).collect::<Vec<_>>());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_consumer_receives_only_its_kinds(pool: PgPool) {
    let (producer, filtered) = (Producer::start(&pool).await, Recorder::named("filtered"));
    let unfiltered = Recorder::named("unfiltered").reading_all_kinds();
    producer.start_recorder(&filtered);
    producer.start_recorder(&unfiltered);
    let mut tx = kit::db::begin(&producer.pool).await.unwrap();
    for number in [1, 3] {
        append(&mut tx, &OtherEvent { number }).await.unwrap();
        append(&mut tx, &Counted { number: number + 1 }).await.unwrap();
    }
    tx.commit().await.unwrap();
    producer.wait_until_applied(&filtered, 2).await;
    producer.wait_until_applied(&unfiltered, 4).await;
    assert_eq!(producer.applied_by(&filtered).await, [2, 4]);
    assert_eq!(producer.applied_by(&unfiltered).await, [1, 2, 3, 4]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_rare_kind_among_thousands_of_others_is_delivered(pool: PgPool) {
    let (producer, filtered) = (Producer::start(&pool).await, Recorder::named("recorder"));
    producer.start_recorder(&filtered);
    for round in 1..=5 {
        // More other events than the feed reads at once (500).
        let mut tx = kit::db::begin(&producer.pool).await.unwrap();
        for number in 0..600 {
            append(&mut tx, &OtherEvent { number }).await.unwrap();
        }
        append(&mut tx, &Counted { number: round }).await.unwrap();
        tx.commit().await.unwrap();
        producer.wait_until_applied(&filtered, round as usize).await;
    }
    assert_eq!(producer.applied_by(&filtered).await, [1, 2, 3, 4, 5]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_stream_stays_open_and_positions_have_no_gaps(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    let mut feed = FeedClient::new(producer.server.streaming_channel());
    producer.publish_together(1..=1200).await;
    let mut events = feed.read(ReadRequest::default()).await.unwrap().into_inner();
    for position in 1..=1200 {
        assert_eq!(events.message().await.unwrap().unwrap().position, position);
    }
    producer.publish([1201]).await;
    let event = events.message().await.unwrap().unwrap();
    assert_eq!(
        (event.position, event.kind.as_str(), event.payload.as_slice()),
        (1201, "counted", &br#"{"number":1201}"#[..])
    );
}

/// One handler applies batches of 7 events, the other batches of 100, of which one event fails.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn events_applied_in_batches_are_applied_once_and_in_order(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    let (by_sevens, failing) = (
        Recorder::named("by sevens").applying_in_batches_of(7),
        Recorder::named("failing by hundreds").applying_in_batches_of(100).failing_at([60]),
    );
    producer.publish_together(1..=60).await;
    for recorder in [&by_sevens, &failing] {
        producer.start_recorder(recorder);
    }
    producer.wait_until_applied(&by_sevens, 60).await;
    producer.wait_until_applied(&failing, 59).await;
    producer.publish_together(61..=75).await;
    producer.wait_until_applied(&by_sevens, 75).await;
    producer.wait_until_applied(&failing, 74).await;
    assert_eq!(producer.applied_by(&by_sevens).await, (1..=75).collect::<Vec<_>>());
    assert_eq!(producer.applied_by(&failing).await, (1..=75).filter(|number| *number != 60).collect::<Vec<_>>());
}
