//! Consumes the feed of another service: reads its events in order and applies them with the service's handler. The
//! cursor, which says how far the feed was read, moves in the transaction that applies an event, so each event is
//! applied once. An event whose handler keeps failing is parked for an operator, so that the feed continues.

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{client::Channel, telemetry::names};
use proto::feed::{AcknowledgeRequest, Event, ReadRequest, feed_client::FeedClient};
use sqlx::{PgConnection, PgPool, types::Uuid};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Streaming;

use crate::{
    cursor::{self, Cursor, advance},
    effect::{apply_prefix, apply_traced},
    handler::Handler,
    head::Refusal,
    park::park,
};

/// An event is parked after this number of failures.
const MAX_ATTEMPTS: u32 = 5;
/// The pause after the first failure of an event. It doubles with each further failure.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// How often a replica that stands by tries to become the reader.
const STANDBY_PAUSE: Duration = Duration::from_secs(2);
/// The pause before a reader connects again after its stream has ended.
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// The same error is logged again only if the reader has run for this long in between.
const LOG_AGAIN_AFTER: Duration = Duration::from_secs(10);
/// The most events of one transaction.
pub(crate) const BATCH: usize = 200;
/// How often the consumer reports the position of its cursor to the producer.
const ACKNOWLEDGE_INTERVAL: Duration = Duration::from_secs(30);
/// PostgreSQL's codes for a cancelled statement, a protocol violation, too little memory, a limit of the configuration,
/// and a write in a transaction that only reads. They look as if the database were unavailable, but an event can cause
/// each of them every time. Such an event must be parked, or it would block its feed.
const CAUSED_BY_EVENTS: [&str; 5] = ["57014", "08P01", "53200", "53400", "25006"];

/// The reader of one feed.
#[derive(Clone)]
pub struct Consumer {
    /// The consuming service. The producer keeps the events that it has not read.
    pub(crate) name: &'static str,
    /// The producing service, which is also the key of the cursor.
    pub(crate) feed: &'static str,
    pub(crate) pool: PgPool,
    pub(crate) client: FeedClient<Channel>,
    pub(crate) handler: Arc<dyn Handler>,
}

impl Consumer {
    pub fn new(name: &'static str, feed: &'static str, pool: PgPool, channel: Channel, handler: impl Handler) -> Self {
        Self { name, feed, pool, client: FeedClient::new(channel), handler: Arc::new(handler) }
    }

    /// Applies events until stopped. After an error, continues from the cursor.
    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let mut last_error = None;
        while !stop.is_cancelled() {
            let began = Instant::now();
            let pause = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                outcome = self.run_as_leader() => match outcome {
                    Ok(pause) => pause,
                    Err(error) => {
                        let error = format!("{error:#}");
                        // Log the same error once, not three times per second.
                        if began.elapsed() > LOG_AGAIN_AFTER || last_error.as_ref() != Some(&error) {
                            tracing::warn!(error, "Feed {} failed; continuing from the cursor", self.feed);
                        }
                        last_error = Some(error);
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

    /// Waits for the advisory lock, and then reads the feed while other replicas stand by. The lock only saves
    /// duplicate work: even with two readers, as after the lock's connection has died, the cursor guarantees that each
    /// event is applied once and in order. The connection is detached from the pool, so that dropping this future
    /// closes it and releases the lock.
    async fn run_as_leader(&self) -> anyhow::Result<Duration> {
        let mut connection = self.pool.acquire().await?.detach();
        while !try_lock(&mut connection, self.feed).await? {
            tokio::time::sleep(STANDBY_PAUSE).await;
        }
        self.read_feed().await?;
        Ok(RECONNECT_PAUSE)
    }

    /// Reads the feed from the cursor until the stream ends. Starts over if the producer refuses the cursor.
    async fn read_feed(&self) -> anyhow::Result<()> {
        let cursor = cursor::read(&self.pool, self.feed).await?;
        let request = ReadRequest {
            after: cursor.position,
            kinds: self.kinds(),
            consumer: self.name.to_owned(),
            epoch: cursor.epoch.map(|epoch| epoch.to_string()).unwrap_or_default(),
        };
        let outcome = match self.client.clone().read(request).await {
            Ok(events) => self.apply_stream(events.into_inner(), cursor.epoch).await,
            Err(status) => Err(status.into()),
        };
        match outcome {
            Err(error) => match Refusal::from_error(&error) {
                Some(refusal) => self.start_over(refusal).await,
                None => Err(error),
            },
            Ok(()) => Ok(()),
        }
    }

    pub(crate) fn kinds(&self) -> Vec<String> {
        self.handler.kinds().iter().map(ToString::to_string).collect()
    }

    /// Applies the events of the stream in chunks of those that have arrived.
    async fn apply_stream(&self, events: Streaming<Event>, mut epoch: Option<Uuid>) -> anyhow::Result<()> {
        metrics::gauge!(names::FEED_STOPPED, "feed" => self.feed).set(0.0);
        let mut chunks = events.ready_chunks(BATCH);
        let mut acknowledge = tokio::time::interval(ACKNOWLEDGE_INTERVAL);
        loop {
            let chunk = tokio::select! {
                chunk = chunks.next() => match chunk {
                    Some(chunk) => chunk,
                    None => return Ok(()),
                },
                _ = acknowledge.tick() => {
                    self.acknowledge().await?;
                    continue;
                }
            };
            // Events that arrived before a stream error are still applied.
            let (mut events, mut stream_error) = (Vec::with_capacity(chunk.len()), None);
            for event in chunk {
                match event {
                    Ok(event) if event.kind.is_empty() => {
                        self.apply(epoch, &events).await?;
                        events.clear();
                        // An event without a kind is a checkpoint: everything wanted up to its position was sent.
                        let checkpoint_epoch = event.epoch.parse()?;
                        cursor::checkpoint(&self.pool, self.feed, event.position, checkpoint_epoch).await?;
                        epoch = Some(checkpoint_epoch);
                    }
                    Ok(event) => events.push(event),
                    Err(status) => {
                        stream_error = Some(status);
                        break;
                    }
                }
            }
            self.apply(epoch, &events).await?;
            if let Some(status) = stream_error {
                return Err(status.into());
            }
        }
    }

    /// Reports the cursor to the producer, which may then delete the events before it.
    async fn acknowledge(&self) -> anyhow::Result<()> {
        let Cursor { position, epoch: Some(epoch) } = cursor::read(&self.pool, self.feed).await? else { return Ok(()) };
        let (consumer, epoch) = (self.name.to_owned(), epoch.to_string());
        self.client.clone().acknowledge(AcknowledgeRequest { consumer, position, epoch }).await?;
        Ok(())
    }

    /// Applies all events in one transaction, or each in its own if that fails.
    async fn apply(&self, epoch: Option<Uuid>, events: &[Event]) -> anyhow::Result<()> {
        if events.len() > 1 && matches!(self.apply_in_one_transaction(epoch, events).await, Ok(true)) {
            return Ok(());
        }
        for event in events {
            self.apply_or_park(epoch, event).await?;
        }
        Ok(())
    }

    /// Returns `false` if another reader has already applied some of the events.
    async fn apply_in_one_transaction(&self, epoch: Option<Uuid>, events: &[Event]) -> kit::Result<bool> {
        let [first, .., last] = events else { return Ok(false) };
        let mut tx = kit::db::begin(&self.pool).await?;
        if !advance(&mut tx, self.feed, epoch, first.position..=last.position).await? {
            return Ok(false);
        }
        let mut remaining = events;
        while !remaining.is_empty() {
            let applied = apply_prefix(self.handler.as_ref(), &mut tx, self.feed, remaining).await?;
            remaining = &remaining[applied..];
        }
        tx.commit().await?;
        self.count(events);
        Ok(true)
    }

    /// Applies one event, and parks it after repeated failures.
    async fn apply_or_park(&self, epoch: Option<Uuid>, event: &Event) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=MAX_ATTEMPTS {
            let error = match self.apply_alone(epoch, event).await {
                Ok(()) => return Ok(()),
                // The event is not at fault, so it is not parked.
                Err(error) if is_database_unavailable(&error) => return Err(error.into()),
                Err(error) => error,
            };
            if attempt == MAX_ATTEMPTS {
                return park(&self.pool, self.feed, epoch, event, &error, MAX_ATTEMPTS).await;
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Ok(())
    }

    async fn apply_alone(&self, epoch: Option<Uuid>, event: &Event) -> kit::Result<()> {
        let mut tx = kit::db::begin(&self.pool).await?;
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

/// Returns whether the error means that our database is unavailable. Returns false for an error that the event itself
/// may have caused.
pub(crate) fn is_database_unavailable(error: &kit::Error) -> bool {
    let kit::Error::Unavailable(cause) = error else { return false };
    match cause.downcast_ref::<sqlx::Error>() {
        Some(sqlx::Error::Protocol(_)) => false,
        Some(sqlx::Error::Database(error)) => !error.code().is_some_and(|code| CAUSED_BY_EVENTS.contains(&&*code)),
        _ => true,
    }
}

async fn try_lock(connection: &mut PgConnection, feed: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock(hashtext('sovqat.feed.' || $1))")
        .bind(feed)
        .fetch_one(connection)
        .await
}
