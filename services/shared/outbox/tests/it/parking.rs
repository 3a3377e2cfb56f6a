//! Parking: an event whose handler keeps failing is set aside without blocking the others.

use std::time::Duration;

use outbox::{parked, replay};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::world::{Scribe, World};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_failing_event_is_parked_and_the_rest_of_its_batch_is_applied(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("clumsy").failing_at([3]));
    world.announce_at_once(1..=5).await;
    world.listen(&scribe);
    world.wait_until_heard(&scribe, 4).await;
    world.announce([6]).await;
    world.wait_until_heard(&scribe, 5).await;
    assert_eq!(world.heard_by(&scribe).await, [1, 2, 4, 5, 6]);
    let parked = parked(&world.pool).await.unwrap();
    assert_eq!(parked.len(), 1);
    let event = &parked[0];
    assert_eq!((event.feed.as_str(), event.position, event.kind.as_str(), event.attempts), ("clumsy", 3, "counted", 5));
    assert_eq!(event.error, "internal: deliberate failure: cause of the failure");
    assert_eq!(event.payload, serde_json::json!({"number": 3}));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn replay_applies_an_event_once_and_removes_it_from_the_list(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("penitent").failing_at([1]));
    world.listen(&scribe);
    world.announce(1..=2).await;
    world.wait_until_heard(&scribe, 1).await;

    let still_broken = replay(&world.pool, scribe.name, 1, &scribe).await;
    assert!(still_broken.unwrap_err().to_string().contains("internal"));
    assert_eq!(parked(&world.pool).await.unwrap().len(), 1, "a replay that failed lost the event");

    scribe.repair();
    let (first, second) =
        tokio::join!(replay(&world.pool, scribe.name, 1, &scribe), replay(&world.pool, scribe.name, 1, &scribe));
    assert_ne!(first.unwrap(), second.unwrap(), "two concurrent replays applied it twice, or not at all");
    assert_eq!(world.heard_by(&scribe).await, [2, 1]);
    assert!(parked(&world.pool).await.unwrap().is_empty());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn replay_of_an_event_that_is_not_parked_reports_it(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("empty"));
    assert!(!replay(&world.pool, scribe.name, 1, &scribe).await.unwrap());
    let error = outbox::replay_one(&world.pool, scribe.name, 1, &scribe).await.unwrap_err();
    assert_eq!(error.to_string(), "no event is parked at empty 1");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_event_whose_handler_panics_is_parked(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("nervous").panicking_at(2));
    let reader = world.listen(&scribe);
    world.announce(1..=3).await;
    world.wait_until_heard(&scribe, 2).await;
    assert_eq!(world.heard_by(&scribe).await, [1, 3]);
    assert_eq!(parked(&world.pool).await.unwrap()[0].error, "internal: the handler panicked");
    assert!(!reader.is_finished());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_event_that_exceeds_the_statement_timeout_is_parked(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("dreamy").dawdling_at(2));
    world.listen(&scribe);
    world.announce(1..=3).await;
    world.wait_until_heard(&scribe, 2).await;
    assert_eq!(world.heard_by(&scribe).await, [1, 3]);
    assert_eq!(parked(&world.pool).await.unwrap()[0].position, 2);
}

/// An unavailable database is not the fault of an event.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn no_event_is_parked_while_the_database_is_unavailable(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("patient"));
    world.listen(&scribe);
    world.announce([1]).await;
    world.wait_until_heard(&scribe, 1).await;
    let (from, to) = ("alter table effect rename to effect_away", "alter table effect_away rename to effect");
    // The handler waits for a lock, and its connection is terminated each time.
    let mut tx = world.pool.begin().await.unwrap();
    sqlx::query("lock table effect in access exclusive mode").execute(&mut *tx).await.unwrap();
    world.announce([2]).await;
    let mut cut = 0;
    for _ in 0..200 {
        cut += sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'",
        )
        .execute(&world.pool)
        .await
        .unwrap()
        .rows_affected();
        if cut >= 8 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(cut >= 8, "after {cut} terminated connections the consumer stopped retrying");
    tx.rollback().await.unwrap();
    world.wait_until_heard(&scribe, 2).await;
    assert!(parked(&world.pool).await.unwrap().is_empty());

    // A missing table is the service's own fault, so the event is parked.
    sqlx::query(from).execute(&world.pool).await.unwrap();
    world.announce([3]).await;
    eventually("the event to be parked", || async { !parked(&world.pool).await.unwrap().is_empty() }).await;
    sqlx::query(to).execute(&world.pool).await.unwrap();
    assert!(replay(&world.pool, scribe.name, 3, &scribe).await.unwrap());
    assert_eq!(world.heard_by(&scribe).await, [1, 2, 3]);
}
