//! Reading another service's feed. The cursor moves in the transaction of the effect, so an event is applied once; a handler
//! that keeps failing has its event parked, and the rest goes on.

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{client::Channel, telemetry::names};
use proto::feed::{AcknowledgeRequest, Event, ReadRequest, feed_client::FeedClient};
use serde::de::DeserializeOwned;
use sqlx::{Acquire as _, PgConnection, PgPool, types::Uuid};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Streaming;

use crate::{
    cursor::{self, Cursor, advance},
    effect::{apply_some, apply_traced},
    park::park,
    resync::Lost,
};

/// How often a handler may fail with an event before the event is set aside.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const STANDBY_PAUSE: Duration = Duration::from_secs(2);
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// A reader that held out for so long had recovered: what breaks it then is news, even if it is the same.
const OUTAGE_TOLD_ANEW: Duration = Duration::from_secs(10);
pub(crate) const BATCH: usize = 200;
/// How often the producer is told how far the cursor is.
const REPORT_EVERY: Duration = Duration::from_secs(30);
/// What PostgreSQL says of a statement that `statement_timeout` ended.
const QUERY_CANCELED: &str = "57014";

/// How a consumer begins when it cannot follow from its cursor: the events it missed were deleted, or the producer's database was
/// restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// With what is announced from now on: it reacts to events, as by sending a message, and keeps no state of the producer's.
    Head,
    /// With a snapshot of the producer's state: it keeps some of that.
    Snapshot,
}

/// What a service does with what it hears.
#[async_trait::async_trait]
pub trait Handler: Send + Sync + 'static {
    /// The kinds it wants.
    fn kinds(&self) -> &'static [&'static str];

    /// How it begins when it cannot follow from its cursor.
    fn start(&self) -> Start;

    /// Applies one event in the transaction that also moves the cursor. It must do nothing outside of it.
    async fn apply(&self, tx: &mut PgConnection, event: &Event) -> kit::Result<()>;

    /// Applies as many of the first of several events as it has one statement for; how many. The others come one by one: for a
    /// handler that hears of little at a time, all of them.
    async fn apply_first(&self, _tx: &mut PgConnection, _events: &[Event]) -> kit::Result<usize> {
        Ok(0)
    }

    /// Removes what is kept of subjects that a snapshot did not name: the table `feed_snapshot` has those that it did.
    async fn sweep(&self, _tx: &mut PgConnection) -> kit::Result<()> {
        Ok(())
    }
}

/// The message an event carries.
pub fn parse<M: DeserializeOwned>(event: &Event) -> kit::Result<M> {
    serde_json::from_slice(&event.payload).map_err(kit::Error::internal)
}

#[derive(Clone)]
pub struct Consumer {
    /// The service that reads, as `order`: the producer keeps for it what it has not read.
    pub(crate) name: &'static str,
    /// The service that announces, as `auth`; names the cursor.
    pub(crate) feed: &'static str,
    pub(crate) pool: PgPool,
    pub(crate) client: FeedClient<Channel>,
    pub(crate) handler: Arc<dyn Handler>,
}

impl Consumer {
    /// The consumer `name` of the feed of `feed`.
    pub fn new(name: &'static str, feed: &'static str, pool: PgPool, channel: Channel, handler: impl Handler) -> Self {
        Self { name, feed, pool, client: FeedClient::new(channel), handler: Arc::new(handler) }
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
        let cursor = cursor::read(&self.pool, self.feed).await?;
        let request = ReadRequest {
            after: cursor.position,
            kinds: self.kinds(),
            consumer: self.name.to_owned(),
            epoch: cursor.epoch.map(|epoch| epoch.to_string()).unwrap_or_default(),
        };
        let outcome = match self.client.clone().read(request).await {
            Ok(events) => self.follow_stream(events.into_inner(), cursor.epoch).await,
            Err(status) => Err(status.into()),
        };
        match outcome {
            Err(error) => match Lost::of(&error) {
                Some(lost) => self.start_over(lost).await,
                None => Err(error),
            },
            Ok(()) => Ok(()),
        }
    }

    pub(crate) fn kinds(&self) -> Vec<String> {
        self.handler.kinds().iter().map(ToString::to_string).collect()
    }

    async fn follow_stream(&self, events: Streaming<Event>, mut epoch: Option<Uuid>) -> anyhow::Result<()> {
        metrics::gauge!(names::FEED_STOPPED, "feed" => self.feed).set(0.0);
        let mut chunks = events.ready_chunks(BATCH);
        let mut report = tokio::time::interval(REPORT_EVERY);
        loop {
            let chunk = tokio::select! {
                chunk = chunks.next() => match chunk {
                    Some(chunk) => chunk,
                    None => return Ok(()),
                },
                _ = report.tick() => {
                    self.report().await?;
                    continue;
                }
            };
            // What came before the stream broke is good.
            let (mut events, mut broken) = (Vec::with_capacity(chunk.len()), None);
            for event in chunk {
                match event {
                    Ok(event) if event.kind.is_empty() => {
                        self.apply(epoch, &events).await?;
                        events.clear();
                        let of = event.epoch.parse()?;
                        cursor::checkpoint(&self.pool, self.feed, event.position, of).await?;
                        epoch = Some(of);
                    }
                    Ok(event) => events.push(event),
                    Err(status) => {
                        broken = Some(status);
                        break;
                    }
                }
            }
            self.apply(epoch, &events).await?;
            if let Some(status) = broken {
                return Err(status.into());
            }
        }
    }

    /// Tells the producer how far the cursor is: what lies before it may be deleted there.
    async fn report(&self) -> anyhow::Result<()> {
        let Cursor { position, epoch: Some(epoch) } = cursor::read(&self.pool, self.feed).await? else { return Ok(()) };
        let (consumer, epoch) = (self.name.to_owned(), epoch.to_string());
        self.client.clone().acknowledge(AcknowledgeRequest { consumer, position, epoch }).await?;
        Ok(())
    }

    /// Together in one transaction when all goes well, one by one when it does not.
    async fn apply(&self, epoch: Option<Uuid>, events: &[Event]) -> anyhow::Result<()> {
        if events.len() > 1 && matches!(self.apply_together(epoch, events).await, Ok(true)) {
            return Ok(());
        }
        for event in events {
            self.apply_or_park(epoch, event).await?;
        }
        Ok(())
    }

    /// `false` when another reader has been at some of them.
    async fn apply_together(&self, epoch: Option<Uuid>, events: &[Event]) -> kit::Result<bool> {
        let [first, .., last] = events else { return Ok(false) };
        let mut tx = self.pool.begin().await?;
        if !advance(&mut tx, self.feed, epoch, first.position..=last.position).await? {
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

    async fn apply_or_park(&self, epoch: Option<Uuid>, event: &Event) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=TRIES {
            let error = match self.apply_alone(epoch, event).await {
                Ok(()) => return Ok(()),
                // Not the event's fault: start over from the cursor.
                Err(error) if is_away(&error) => return Err(error.into()),
                Err(error) => error,
            };
            if attempt == TRIES {
                return park(&self.pool, self.feed, epoch, event, &error, TRIES).await;
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Ok(())
    }

    async fn apply_alone(&self, epoch: Option<Uuid>, event: &Event) -> kit::Result<()> {
        let mut connection = self.pool.acquire().await?;
        let mut tx = connection.begin().await?;
        if advance(&mut tx, self.feed, epoch, event.position..=event.position).await? {
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
