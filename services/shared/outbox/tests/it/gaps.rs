//! Events of concurrent transactions: every committed one is published once, in the order of the commits.

use outbox::append;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use sqlx::PgPool;

use crate::fixture::{Counted, Producer, Recorder};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_lower_id_that_commits_later_is_not_skipped(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("gaps"));
    producer.start_recorder(&recorder);
    let (mut early, mut late) = (producer.begin_with_fact(1).await, producer.begin_with_fact(2).await);
    append(&mut early, &Counted { number: 1 }).await.unwrap();
    append(&mut late, &Counted { number: 2 }).await.unwrap();
    late.commit().await.unwrap();
    producer.wait_until_applied(&recorder, 1).await;
    assert_eq!(producer.applied_by(&recorder).await, [2]);
    early.commit().await.unwrap();
    producer.wait_until_applied(&recorder, 2).await;
    assert_eq!(producer.applied_by(&recorder).await, [2, 1]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_rolled_back_event_is_never_published(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("rolled back"));
    producer.start_recorder(&recorder);
    producer.publish([1]).await;
    let mut tx = producer.begin_with_fact(2).await;
    append(&mut tx, &Counted { number: 2 }).await.unwrap();
    tx.rollback().await.unwrap();
    producer.publish([3]).await;
    producer.wait_until_applied(&recorder, 2).await;
    assert_eq!(producer.applied_by(&recorder).await, [1, 3]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn interleaved_transactions_publish_every_event_once_and_in_order(pool: PgPool) {
    let producer = Producer::start(&pool).await;
    let recorder = Recorder::named("interleaved");
    producer.start_recorder(&recorder);
    let (mut next, mut committed) = (0, Vec::new());
    for seed in 0..12 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut open = Vec::new();
        let mut has_waited = false;
        for _ in 0..60 {
            let begins_another = open.is_empty() || (open.len() < 8 && rng.gen_bool(0.5));
            if begins_another {
                next += 1;
                let mut tx = producer.begin_with_fact(next).await;
                append(&mut tx, &Counted { number: next }).await.unwrap();
                open.push((tx, next));
                continue;
            }
            open.shuffle(&mut rng);
            let (tx, number) = open.pop().unwrap();
            if !rng.gen_bool(0.8) {
                tx.rollback().await.unwrap();
                continue;
            }
            tx.commit().await.unwrap();
            committed.push(number);
            let overtakes_another = open.iter().any(|(_, earlier)| *earlier < number);
            // Events that are numbered together get positions in the order of their ids, so wait once.
            if overtakes_another && !has_waited {
                producer.wait_until_applied(&recorder, committed.len()).await;
                has_waited = true;
            }
        }
    }
    producer.wait_until_applied(&recorder, committed.len()).await;
    let applied = producer.applied_by(&recorder).await;
    let in_order: Vec<i64> = sqlx::query_scalar("select (payload ->> 'number')::bigint from outbox order by position")
        .fetch_all(&producer.pool)
        .await
        .unwrap();
    assert_eq!(applied, in_order);
    let mut sorted = applied.clone();
    sorted.sort_unstable();
    committed.sort_unstable();
    assert_eq!(sorted, committed);
    assert!(!applied.is_sorted(), "no transaction overtook another: the test has shown nothing");
}
