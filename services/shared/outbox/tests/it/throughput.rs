//! Measures the throughput of a feed; run explicitly.

use std::time::Instant;

use sqlx::PgPool;

use crate::world::{Scribe, World};

const EVENTS: i64 = 20_000;

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "a measurement: cargo test --release -p outbox -- --ignored --nocapture"]
async fn twenty_thousand_events_are_applied(pool: PgPool) {
    let (world, scribe) = (World::start(&pool).await, Scribe::named("swift"));
    let started = Instant::now();
    for first in (1..=EVENTS).step_by(500) {
        world.announce_at_once(first..first + 500).await;
    }
    let announced = started.elapsed();
    world.listen(&scribe);
    let started = Instant::now();
    while world.heard_by(&scribe).await.len() < EVENTS as usize {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let applied = started.elapsed();
    assert_eq!(world.heard_by(&scribe).await, (1..=EVENTS).collect::<Vec<_>>());
    let rate = |time: std::time::Duration| EVENTS as f64 / time.as_secs_f64();
    eprintln!("announced {:.0}/s, applied {:.0}/s", rate(announced), rate(applied));
}
