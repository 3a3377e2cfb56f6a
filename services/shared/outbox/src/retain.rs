//! Deletes old events that every consumer has read. A consumer that was not seen for long does not count.

use std::time::Duration;

use kit::{
    config::FeedConfig,
    worker::{Next, Worker},
};
use sqlx::{PgPool, postgres::types::PgInterval};

const INTERVAL: Duration = Duration::from_mins(10);
const BATCH: i64 = 2_000;

pub(crate) fn worker(pool: PgPool, config: FeedConfig) -> Worker {
    Worker::new("outbox_retention", INTERVAL, (pool, config), |(pool, config)| async move {
        Ok(Next::now_if(prune(&pool, &config).await? == BATCH))
    })
}

async fn prune(pool: &PgPool, config: &FeedConfig) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "with acknowledged as (
             select coalesce(min(feed_consumer.position), max(outbox_head.position)) as position
             from outbox_head
             left join feed_consumer on feed_consumer.seen_at > now() - $1
         ),
         oldest as (
             select outbox_id, outbox.position, occurred_at
             from outbox, acknowledged
             where outbox.position <= acknowledged.position
             order by outbox.position
             limit $3
         ),
         deleted as (
             delete from outbox
             using oldest
             where outbox.outbox_id = oldest.outbox_id and oldest.occurred_at < now() - $2
             returning outbox.position
         ),
         noted as (
             update outbox_head
             set pruned = greatest(pruned, (select max(position) from deleted))
             where exists (select from deleted)
         )
         select count(*) from deleted",
    )
    .bind(interval(config.feed_consumer_expiry))
    .bind(interval(config.feed_retention))
    .bind(BATCH)
    .fetch_one(pool)
    .await
}

fn interval(duration: Duration) -> PgInterval {
    let microseconds = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
    PgInterval { months: 0, days: 0, microseconds }
}
