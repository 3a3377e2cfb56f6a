//! Events that cannot be applied are parked, and replayed later.

use std::time::Duration;

use outbox::{parked, replay};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::fixture::{Producer, Recorder};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_failing_event_is_parked_and_the_rest_of_its_batch_is_applied(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("failing").failing_at([3]));
    producer.publish_together(1..=5).await;
    producer.start_recorder(&recorder);
    producer.wait_until_applied(&recorder, 4).await;
    producer.publish([6]).await;
    producer.wait_until_applied(&recorder, 5).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 2, 4, 5, 6]);
    let parked = parked(&producer.pool).await.unwrap();
    assert_eq!(parked.len(), 1);
    let event = &parked[0];
    assert_eq!(
        (event.feed.as_str(), event.position, event.kind.as_str(), event.attempts),
        ("failing", 3, "counted", 5)
    );
    assert_eq!(event.error, "internal: deliberate failure: cause of the failure");
    assert_eq!(event.payload, serde_json::json!({"number": 3}));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn replay_applies_an_event_once_and_removes_it_from_the_list(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("replayed").failing_at([1]));
    producer.start_recorder(&recorder);
    producer.publish(1..=2).await;
    producer.wait_until_applied(&recorder, 1).await;

    let still_broken = replay(&producer.pool, recorder.name, 1, &recorder).await;
    assert!(still_broken.unwrap_err().to_string().contains("internal"));
    assert_eq!(parked(&producer.pool).await.unwrap().len(), 1, "a replay that failed lost the event");

    recorder.repair();
    let (first, second) = tokio::join!(
        replay(&producer.pool, recorder.name, 1, &recorder),
        replay(&producer.pool, recorder.name, 1, &recorder)
    );
    assert_ne!(first.unwrap(), second.unwrap(), "two concurrent replays applied the event twice, or not at all");
    assert_eq!(producer.applied_by(&recorder).await, [2, 1]);
    assert!(parked(&producer.pool).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn replay_of_an_event_that_is_not_parked_reports_it(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("empty"));
    assert!(!replay(&producer.pool, recorder.name, 1, &recorder).await.unwrap());
    let error = outbox::run_replay(&producer.pool, recorder.name, 1, &recorder).await.unwrap_err();
    assert_eq!(error.to_string(), "no event is parked at empty 1");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_event_whose_handler_panics_is_parked(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("panicking").panicking_at(2));
    let reader = producer.start_recorder(&recorder);
    producer.publish(1..=3).await;
    producer.wait_until_applied(&recorder, 2).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 3]);
    assert_eq!(parked(&producer.pool).await.unwrap()[0].error, "internal: the handler panicked");
    assert!(!reader.is_finished());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_event_that_exceeds_the_statement_timeout_is_parked(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("timing out").timing_out_at(2));
    producer.start_recorder(&recorder);
    producer.publish(1..=3).await;
    producer.wait_until_applied(&recorder, 2).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 3]);
    assert_eq!(parked(&producer.pool).await.unwrap()[0].position, 2);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn no_event_is_parked_while_the_database_is_unavailable(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("recorder"));
    producer.start_recorder(&recorder);
    producer.publish([1]).await;
    producer.wait_until_applied(&recorder, 1).await;
    // The handler waits for a lock, and its connection is terminated each time.
    let mut tx = kit::db::begin(&producer.pool).await.unwrap();
    sqlx::query("lock table effect in access exclusive mode").execute(&mut *tx).await.unwrap();
    producer.publish([2]).await;
    // More than the five failures after which an event would be parked.
    let mut terminated = 0;
    for _ in 0..200 {
        terminated += sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'",
        )
        .execute(&producer.pool)
        .await
        .unwrap()
        .rows_affected();
        if terminated >= 8 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(terminated >= 8, "after {terminated} terminated connections the consumer stopped retrying");
    tx.rollback().await.unwrap();
    producer.wait_until_applied(&recorder, 2).await;
    assert!(parked(&producer.pool).await.unwrap().is_empty());

    // A missing table is the service's own fault, so the event is parked.
    sqlx::query("alter table effect rename to effect_away").execute(&producer.pool).await.unwrap();
    producer.publish([3]).await;
    eventually("the event to be parked", || async { !parked(&producer.pool).await.unwrap().is_empty() }).await;
    sqlx::query("alter table effect_away rename to effect").execute(&producer.pool).await.unwrap();
    assert!(replay(&producer.pool, recorder.name, 3, &recorder).await.unwrap());
    assert_eq!(producer.applied_by(&recorder).await, [1, 2, 3]);
}
