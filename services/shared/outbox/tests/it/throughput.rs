//! A measurement, which runs only on request.

use std::time::Instant;

use sqlx::PgPool;

use crate::fixture::{Producer, Recorder};

const EVENTS: i64 = 20_000;

#[sqlx::test(migrator = "crate::MIGRATOR")]
#[ignore = "a measurement: cargo test --release -p outbox -- --ignored --nocapture"]
async fn twenty_thousand_events_are_applied(pool: PgPool) {
    let (producer, recorder) = (Producer::start(&pool).await, Recorder::named("fast"));
    let started = Instant::now();
    for first in (1..=EVENTS).step_by(500) {
        producer.publish_together(first..first + 500).await;
    }
    let published = started.elapsed();
    producer.start_recorder(&recorder);
    let started = Instant::now();
    while producer.applied_by(&recorder).await.len() < EVENTS as usize {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let applied = started.elapsed();
    assert_eq!(producer.applied_by(&recorder).await, (1..=EVENTS).collect::<Vec<_>>());
    let rate = |time: std::time::Duration| EVENTS as f64 / time.as_secs_f64();
    eprintln!("published {:.0}/s, applied {:.0}/s", rate(published), rate(applied));
}
