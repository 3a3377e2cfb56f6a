//! Ids that commit out of order.

use outbox::append;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use sqlx::PgPool;

use crate::world::{Counted, Scribe, World};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_lower_id_that_commits_later_is_not_skipped(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("gaps"));
    world.listen(&scribe);
    let (mut early, mut late) = (world.begun(1).await, world.begun(2).await);
    append(&mut early, &Counted { number: 1 }).await.unwrap();
    append(&mut late, &Counted { number: 2 }).await.unwrap();
    late.commit().await.unwrap();
    world.wait_until_heard(&scribe, 1).await;
    assert_eq!(world.heard_by(&scribe).await, [2]);
    early.commit().await.unwrap();
    world.wait_until_heard(&scribe, 2).await;
    assert_eq!(world.heard_by(&scribe).await, [2, 1]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_rolled_back_event_is_never_published(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("rolled back"));
    world.listen(&scribe);
    world.announce([1]).await;
    let mut tx = world.begun(2).await;
    append(&mut tx, &Counted { number: 2 }).await.unwrap();
    tx.rollback().await.unwrap();
    world.announce([3]).await;
    world.wait_until_heard(&scribe, 2).await;
    assert_eq!(world.heard_by(&scribe).await, [1, 3]);
}

/// Up to eight transactions are open at a time; each step opens one or ends one.
#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn interleaved_transactions_publish_every_event_once_and_in_order(pool: PgPool) {
    let world = World::start(&pool).await;
    let scribe = Scribe::named("interleaved");
    world.listen(&scribe);
    let (mut next, mut committed) = (0, Vec::new());
    for seed in 0..12 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut open = Vec::new();
        let mut has_overtaken = false;
        for _ in 0..60 {
            if open.is_empty() || (open.len() < 8 && rng.gen_bool(0.5)) {
                next += 1;
                let mut tx = world.begun(next).await;
                append(&mut tx, &Counted { number: next }).await.unwrap();
                open.push((tx, next));
            } else {
                open.shuffle(&mut rng);
                let (tx, number) = open.pop().unwrap();
                if rng.gen_bool(0.8) {
                    tx.commit().await.unwrap();
                    committed.push(number);
                    // Wait once per round: numbering only at the end would hide that a later id was committed first.
                    if !has_overtaken && open.iter().any(|(_, earlier)| *earlier < number) {
                        world.wait_until_heard(&scribe, committed.len()).await;
                        has_overtaken = true;
                    }
                } else {
                    tx.rollback().await.unwrap();
                }
            }
        }
    }
    world.wait_until_heard(&scribe, committed.len()).await;
    let heard = world.heard_by(&scribe).await;
    let in_order: Vec<i64> = sqlx::query_scalar("select (payload ->> 'number')::bigint from outbox order by position")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    assert_eq!(heard, in_order);
    let mut sorted = heard.clone();
    sorted.sort_unstable();
    committed.sort_unstable();
    assert_eq!(sorted, committed);
    assert!(!heard.is_sorted(), "no transaction overtook another: the test has shown nothing");
}
