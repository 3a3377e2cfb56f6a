//! Applies another service's events in order. The cursor moves in the same transaction, so each event is applied once.
//! An event whose handler keeps failing is parked for an operator.

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{client::Channel, telemetry::names};
use proto::feed::{AcknowledgeRequest, Event, ReadRequest, feed_client::FeedClient};
use sqlx::{PgConnection, PgPool, types::Uuid};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::{Status, Streaming};

use crate::{
    cursor::{self, Cursor, advance},
    effect::{apply_prefix, apply_traced},
    handler::Handler,
    head::Refusal,
    park::park,
};

const MAX_ATTEMPTS: u32 = 5;
/// Doubles with each further failure.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const STANDBY_PAUSE: Duration = Duration::from_secs(2);
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// The same error is not logged again before this time.
const LOG_AGAIN_AFTER: Duration = Duration::from_secs(10);
pub(crate) const BATCH: usize = 200;
const ACKNOWLEDGE_INTERVAL: Duration = Duration::from_secs(30);
/// PostgreSQL's codes of errors that the event itself may cause. Such an event must be parked, or it would block its
/// feed.
const CAUSED_BY_EVENTS: [&str; 5] = [
    "57014", // cancelled statement
    "08P01", // protocol violation
    "53200", // too little memory
    "53400", // configuration limit
    "25006", // write in a read-only transaction
];

#[derive(Clone)]
pub struct Consumer {
    /// The consuming service.
    pub(crate) name: &'static str,
    /// The producing service.
    pub(crate) feed: &'static str,
    pub(crate) pool: PgPool,
    pub(crate) client: FeedClient<Channel>,
    pub(crate) handler: Arc<dyn Handler>,
}

impl Consumer {
    pub fn new(name: &'static str, feed: &'static str, pool: PgPool, channel: Channel, handler: impl Handler) -> Self {
        Self { name, feed, pool, client: FeedClient::new(channel), handler: Arc::new(handler) }
    }

    pub async fn run(self, stop: CancellationToken) -> anyhow::Result<()> {
        let mut last_error = None;
        while !stop.is_cancelled() {
            let began = Instant::now();
            let outcome = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                outcome = self.run_as_leader() => outcome,
            };
            if let Err(error) = outcome {
                let error = format!("{error:#}");
                if began.elapsed() > LOG_AGAIN_AFTER || last_error.as_ref() != Some(&error) {
                    tracing::warn!(error, "Feed {} failed; continuing from the cursor", self.feed);
                }
                last_error = Some(error);
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(RECONNECT_PAUSE) => {}
            }
        }
        Ok(())
    }

    /// Reads the feed until the stream ends. Other replicas wait for the advisory lock, which only saves work. Dropping
    /// this future closes the detached connection, which releases the lock.
    async fn run_as_leader(&self) -> anyhow::Result<()> {
        let mut connection = self.pool.acquire().await?.detach();
        while !try_lock(&mut connection, self.feed).await? {
            tokio::time::sleep(STANDBY_PAUSE).await;
        }
        self.read_feed().await
    }

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
        let Err(error) = outcome else { return Ok(()) };
        match Refusal::from_error(&error) {
            Some(refusal) => self.start_over(refusal).await,
            None => Err(error),
        }
    }

    pub(crate) fn kinds(&self) -> Vec<String> {
        self.handler.kinds().iter().map(ToString::to_string).collect()
    }

    async fn apply_stream(&self, events: Streaming<Event>, mut epoch: Option<Uuid>) -> anyhow::Result<()> {
        metrics::gauge!(names::FEED_STOPPED, "feed" => self.feed).set(0.0);
        let mut chunks = events.ready_chunks(BATCH);
        let mut acknowledge = tokio::time::interval(ACKNOWLEDGE_INTERVAL);
        loop {
            tokio::select! {
                chunk = chunks.next() => match chunk {
                    Some(chunk) => epoch = self.apply_chunk(epoch, chunk).await?,
                    None => return Ok(()),
                },
                _ = acknowledge.tick() => self.acknowledge().await?,
            }
        }
    }

    /// Returns the epoch after the chunk's last checkpoint.
    async fn apply_chunk(
        &self,
        mut epoch: Option<Uuid>,
        chunk: Vec<Result<Event, Status>>,
    ) -> anyhow::Result<Option<Uuid>> {
        let mut events = Vec::with_capacity(chunk.len());
        for event in chunk {
            match event {
                Ok(event) if is_checkpoint(&event) => {
                    self.apply(epoch, &events).await?;
                    events.clear();
                    let checkpoint_epoch = event.epoch.parse()?;
                    cursor::checkpoint(&self.pool, self.feed, event.position, checkpoint_epoch).await?;
                    epoch = Some(checkpoint_epoch);
                }
                Ok(event) => events.push(event),
                Err(status) => {
                    // Events that arrived before the error are still applied.
                    self.apply(epoch, &events).await?;
                    return Err(status.into());
                }
            }
        }
        self.apply(epoch, &events).await?;
        Ok(epoch)
    }

    async fn acknowledge(&self) -> anyhow::Result<()> {
        let Cursor { position, epoch: Some(epoch) } = cursor::read(&self.pool, self.feed).await? else { return Ok(()) };
        let (consumer, epoch) = (self.name.to_owned(), epoch.to_string());
        self.client.clone().acknowledge(AcknowledgeRequest { consumer, position, epoch }).await?;
        Ok(())
    }

    /// Uses one transaction, or one per event if that fails.
    async fn apply(&self, epoch: Option<Uuid>, events: &[Event]) -> anyhow::Result<()> {
        if events.len() > 1 && matches!(self.apply_in_one_transaction(epoch, events).await, Ok(true)) {
            return Ok(());
        }
        for event in events {
            self.apply_or_park(epoch, event).await?;
        }
        Ok(())
    }

    /// Returns `false` if another reader has applied some of the events.
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

    async fn apply_or_park(&self, epoch: Option<Uuid>, event: &Event) -> anyhow::Result<()> {
        let mut pause = FIRST_PAUSE;
        for attempt in 1..=MAX_ATTEMPTS {
            let error = match self.apply_alone(epoch, event).await {
                Ok(()) => return Ok(()),
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

/// Everything that the consumer wants up to the position of a checkpoint was sent.
fn is_checkpoint(event: &Event) -> bool {
    event.kind.is_empty()
}

/// Returns `false` for an error that the event itself may have caused.
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
