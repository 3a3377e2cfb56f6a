//! Reading another service's feed. The cursor moves in the transaction of the effect, so an event is applied once; a handler
//! that keeps failing has its event parked, and the rest goes on.

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{client::Channel, telemetry::{names, trace_context}};
use proto::feed::{Event, ReadRequest, feed_client::FeedClient};
use serde::de::DeserializeOwned;
use sqlx::{Acquire as _, PgConnection, PgPool};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use crate::park::park;

/// How often a handler may fail with an event before the event is set aside.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const STANDBY_PAUSE: Duration = Duration::from_secs(2);
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
const BATCH: usize = 200;

/// What a service does with what it hears.
#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// The kinds it wants.
    fn kinds(&self) -> &'static [&'static str];

    /// Applies one event in the transaction that also moves the cursor. It must do nothing outside of it.
    async fn apply(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()>;
}

/// The message an event carries.
pub fn parse<M: DeserializeOwned>(event: &Event) -> kit::Result<M> {
    serde_json::from_slice(&event.payload).map_err(kit::Error::internal)
}

#[derive(Clone)]
pub struct Consumer {
    /// The service that announces, as `auth`; names the cursor.
    feed: &'static str,
    pool: PgPool,
    client: FeedClient<Channel>,
    handler: Arc<dyn Handler>,
}

impl Consumer {
    pub fn new(feed: &'static str, pool: PgPool, channel: Channel, handler: impl Handler) -> Self {
        Self { feed, pool, client: FeedClient::new(channel), handler: Arc::new(handler) }
    }

    /// Reads and applies until stopped. Whatever breaks is tried again from the cursor.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() {
            let pause = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                outcome = self.lead() => match outcome {
                    Ok(pause) => pause,
                    Err(error) => {
                        tracing::warn!(error = format!("{error:#}"), "Feed {} broke off; reading on from the cursor", self.feed);
                        RECONNECT_PAUSE
                    }
                },
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
        Ok(())
    }

    /// One reader per consumer and feed; the others stand by. The lock only saves work: it is the cursor that keeps order.
    async fn lead(&self) -> anyhow::Result<Duration> {
        let mut connection = self.pool.acquire().await?.detach();
        let is_leader: bool = sqlx::query_scalar("select pg_try_advisory_lock(hashtext('sovqat.feed.' || $1))")
            .bind(self.feed)
            .fetch_one(&mut connection)
            .await?;
        if !is_leader {
            return Ok(STANDBY_PAUSE);
        }
        self.follow().await?;
        Ok(RECONNECT_PAUSE)
    }

    async fn follow(&self) -> anyhow::Result<()> {
        let after = cursor(&self.pool, self.feed).await?;
        let kinds = self.handler.kinds().iter().map(ToString::to_string).collect();
        let events = self.client.clone().read(ReadRequest { after, kinds }).await?.into_inner();
        let mut chunks = events.ready_chunks(BATCH);
        while let Some(chunk) = chunks.next().await {
            let events: Vec<Event> = chunk.into_iter().collect::<Result<_, _>>()?;
            self.apply(&events).await?;
        }
        Ok(())
    }

    /// Together in one transaction when all goes well, one by one when it does not.
    async fn apply(&self, events: &[Event]) -> anyhow::Result<()> {
        if events.len() > 1 && self.apply_together(events).await.is_ok() {
            return Ok(());
        }
        for event in events {
            self.apply_or_park(event).await?;
        }
        Ok(())
    }

    async fn apply_together(&self, events: &[Event]) -> kit::Result<()> {
        let mut tx = self.pool.begin().await?;
        for event in events {
            self.apply_in(&mut tx, event).await?;
        }
        tx.commit().await?;
        self.count(events);
        Ok(())
    }

    async fn apply_or_park(&self, event: &Event) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=TRIES {
            let error = match self.apply_alone(event).await {
                Ok(()) => return Ok(()),
                // Our own database is away, not the event's fault: start over from the cursor.
                Err(error @ kit::Error::Unavailable(_)) => return Err(error.into()),
                Err(error) => error,
            };
            if attempt == TRIES {
                return park(&self.pool, self.feed, event, &error, TRIES).await;
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Ok(())
    }

    async fn apply_alone(&self, event: &Event) -> kit::Result<()> {
        let mut connection = self.pool.acquire().await?;
        let mut tx = connection.begin().await?;
        self.apply_in(&mut tx, event).await?;
        tx.commit().await?;
        self.count(std::slice::from_ref(event));
        Ok(())
    }

    /// The cursor first: if another reader has been here, its lock is waited for and then nothing is left to do.
    async fn apply_in(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()> {
        if !advance(tx, self.feed, event.position).await? {
            return Ok(());
        }
        apply_traced(self.handler.as_ref(), tx, self.feed, event).await
    }

    fn count(&self, events: &[Event]) {
        for event in events {
            metrics::counter!(names::FEED_APPLIED, "feed" => self.feed, "kind" => event.kind.clone()).increment(1);
        }
    }
}

/// The effect, in a span that continues the trace of the request that announced the event.
pub(crate) async fn apply_traced(handler: &dyn Handler, tx: &mut PgConnection, feed: &str, event: &Event) -> kit::Result<()> {
    let span = tracing::info_span!(names::FEED_APPLY_SPAN, otel.kind = "consumer", feed, kind = event.kind, position = event.position);
    trace_context::continue_in(&span, event.traceparent.as_deref());
    handler.apply(tx, event).instrument(span).await
}

async fn cursor(pool: &PgPool, feed: &str) -> sqlx::Result<i64> {
    let position: Option<i64> =
        sqlx::query_scalar("select position from feed_cursor where feed = $1").bind(feed).fetch_optional(pool).await?;
    Ok(position.unwrap_or(0))
}

/// `false` when the event has been applied before.
pub(crate) async fn advance(tx: &mut PgConnection, feed: &str, position: i64) -> sqlx::Result<bool> {
    let moved = sqlx::query(
        "insert into feed_cursor (feed, position)
         values ($1, $2)
         on conflict (feed) do update
         set position = excluded.position, moved_at = now()
         where feed_cursor.position < excluded.position",
    )
    .bind(feed)
    .bind(position)
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}
