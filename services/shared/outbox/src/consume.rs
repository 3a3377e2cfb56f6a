//! Reading another service's feed. The cursor moves in the transaction of the effect, so an event is applied once; a handler
//! that keeps failing has its event parked, and the rest goes on.

use std::{ops::RangeInclusive, sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{client::Channel, telemetry::names};
use proto::feed::{Event, ReadRequest, feed_client::FeedClient};
use serde::de::DeserializeOwned;
use sqlx::{Acquire as _, PgConnection, PgPool};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    effect::{apply_some, apply_traced},
    park::park,
};

/// How often a handler may fail with an event before the event is set aside.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const STANDBY_PAUSE: Duration = Duration::from_secs(2);
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// A reader that held out for so long had recovered: what breaks it then is news, even if it is the same.
const OUTAGE_TOLD_ANEW: Duration = Duration::from_secs(10);
const BATCH: usize = 200;
/// What PostgreSQL says of a statement that `statement_timeout` ended.
const QUERY_CANCELED: &str = "57014";

/// What a service does with what it hears.
#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// The kinds it wants.
    fn kinds(&self) -> &'static [&'static str];

    /// Applies one event in the transaction that also moves the cursor. It must do nothing outside of it.
    async fn apply(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()>;

    /// Applies as many of the first of several events as it has one statement for; how many. The others come one by one: for a
    /// handler that hears of little at a time, all of them.
    async fn apply_first(&self, _tx: &mut PgConnection, _events: &[Event]) -> kit::Result<usize> {
        Ok(0)
    }
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
        let mut told = None;
        while !stop.is_cancelled() {
            let began = Instant::now();
            let pause = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                outcome = self.lead() => match outcome {
                    Ok(pause) => pause,
                    Err(error) => {
                        let error = format!("{error:#}");
                        // An outage is told once, not three times a second.
                        if began.elapsed() > OUTAGE_TOLD_ANEW || told.as_ref() != Some(&error) {
                            tracing::warn!(error, "Feed {} broke off; reading on from the cursor", self.feed);
                        }
                        told = Some(error);
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

    /// One reader per consumer and feed; the others stand by. The lock only saves work: it is the cursor that keeps order,
    /// so it does no harm when the lock's connection dies and two read for a while.
    ///
    /// The connection leaves the pool: cut off at any point, it closes, and the lock goes with it.
    async fn lead(&self) -> anyhow::Result<Duration> {
        let mut connection = self.pool.acquire().await?.detach();
        while !try_lock(&mut connection, self.feed).await? {
            tokio::time::sleep(STANDBY_PAUSE).await;
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
            // What came before the stream broke is good.
            let (mut events, mut broken) = (Vec::with_capacity(chunk.len()), None);
            for event in chunk {
                match event {
                    Ok(event) => events.push(event),
                    Err(status) => {
                        broken = Some(status);
                        break;
                    }
                }
            }
            self.apply(&events).await?;
            if let Some(status) = broken {
                return Err(status.into());
            }
        }
        Ok(())
    }

    /// Together in one transaction when all goes well, one by one when it does not.
    async fn apply(&self, events: &[Event]) -> anyhow::Result<()> {
        if events.len() > 1 && matches!(self.apply_together(events).await, Ok(true)) {
            return Ok(());
        }
        for event in events {
            self.apply_or_park(event).await?;
        }
        Ok(())
    }

    /// `false` when another reader has been at some of them.
    async fn apply_together(&self, events: &[Event]) -> kit::Result<bool> {
        let [first, .., last] = events else { return Ok(false) };
        let mut tx = self.pool.begin().await?;
        if !advance(&mut tx, self.feed, first.position..=last.position).await? {
            return Ok(false);
        }
        let mut rest = events;
        while !rest.is_empty() {
            let applied = apply_some(self.handler.as_ref(), &mut tx, self.feed, rest).await?;
            rest = &rest[applied..];
        }
        tx.commit().await?;
        self.count(events);
        Ok(true)
    }

    async fn apply_or_park(&self, event: &Event) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=TRIES {
            let error = match self.apply_alone(event).await {
                Ok(()) => return Ok(()),
                // Not the event's fault: start over from the cursor.
                Err(error) if is_away(&error) => return Err(error.into()),
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
        if advance(&mut tx, self.feed, event.position..=event.position).await? {
            apply_traced(self.handler.as_ref(), &mut tx, self.feed, event).await?;
        }
        tx.commit().await?;
        self.count(std::slice::from_ref(event));
        Ok(())
    }

    fn count(&self, events: &[Event]) {
        for event in events {
            metrics::counter!(names::FEED_APPLIED, "feed" => self.feed, "kind" => event.kind.clone()).increment(1);
        }
    }
}

/// Our own database is away. A statement that ran out of time is none of that: it may be this event that makes it slow.
fn is_away(error: &kit::Error) -> bool {
    let kit::Error::Unavailable(cause) = error else { return false };
    let database = cause.downcast_ref::<sqlx::Error>().and_then(sqlx::Error::as_database_error);
    database.and_then(sqlx::error::DatabaseError::code).as_deref() != Some(QUERY_CANCELED)
}

async fn try_lock(connection: &mut PgConnection, feed: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock(hashtext('sovqat.feed.' || $1))")
        .bind(feed)
        .fetch_one(connection)
        .await
}

async fn cursor(pool: &PgPool, feed: &str) -> sqlx::Result<i64> {
    let position: Option<i64> =
        sqlx::query_scalar("select position from feed_cursor where feed = $1").bind(feed).fetch_optional(pool).await?;
    Ok(position.unwrap_or(0))
}

/// Moves the cursor over events that are about to be applied. It comes before them: if another reader is there, its lock is
/// waited for, and then it is `false`, for the first of them at least has been applied.
pub(crate) async fn advance(tx: &mut PgConnection, feed: &str, over: RangeInclusive<i64>) -> sqlx::Result<bool> {
    let moved = sqlx::query(
        "insert into feed_cursor (feed, position)
         values ($1, $3)
         on conflict (feed) do update
         set position = excluded.position, moved_at = now()
         where feed_cursor.position < $2",
    )
    .bind(feed)
    .bind(over.start())
    .bind(over.end())
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}
