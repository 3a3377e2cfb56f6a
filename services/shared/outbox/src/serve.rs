//! The gRPC service of a feed: streams events to consumers, and sends snapshots of the producer's state.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use proto::{
    feed::{AcknowledgeRequest, Acknowledged, Event, ReadRequest, SnapshotItem, SnapshotRequest, feed_server::Feed},
    json::to_timestamp,
};
use sqlx::{PgPool, types::Uuid};
use tokio::{
    sync::{mpsc, watch},
    time::Instant,
};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::{
    head::{self, Head},
    state::{self, State},
};

const BATCH: i64 = 500;
/// A fallback for lost notifications.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// A checkpoint tells a consumer that it has all events of its kinds up to a position.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(30);

pub struct FeedService {
    pool: PgPool,
    /// Notifies readers of new events. A sender, because readers of a closed channel would loop without pause.
    numbered: watch::Sender<()>,
    state: Option<Arc<dyn State>>,
    stop: CancellationToken,
}

impl FeedService {
    pub(crate) fn new(
        pool: PgPool,
        numbered: watch::Sender<()>,
        state: Option<Arc<dyn State>>,
        stop: CancellationToken,
    ) -> Self {
        Self { pool, numbered, state, stop }
    }
}

#[tonic::async_trait]
impl Feed for FeedService {
    type ReadStream = ReceiverStream<Result<Event, Status>>;
    type SnapshotStream = ReceiverStream<Result<SnapshotItem, Status>>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        let request = request.into_inner();
        let reader_epoch = parse_epoch(&request.epoch)?;
        let head = head::read(&self.pool).await.map_err(kit::Error::from)?;
        head.check(request.after, reader_epoch)?;
        // A reader without a name is no consumer: its position is not stored.
        let is_consumer = !request.consumer.is_empty();
        if is_consumer {
            store_position(&self.pool, &request.consumer, request.after).await.map_err(kit::Error::from)?;
        }
        let (sender, receiver) = mpsc::channel(BATCH as usize);
        let (pool, numbered, stop) = (self.pool.clone(), self.numbered.clone(), self.stop.clone());
        tokio::spawn(async move {
            let feed_stream = FeedStream {
                pool,
                after: request.after,
                kinds: request.kinds,
                epoch: head.epoch,
                sender: sender.clone(),
            };
            let stream = feed_stream.send_all(is_consumer, numbered.subscribe());
            tokio::select! {
                () = stop.cancelled() => {}
                () = sender.closed() => {}
                Err(status) = stream => {
                    let _ = sender.send(Err(status)).await;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(receiver)))
    }

    async fn snapshot(&self, request: Request<SnapshotRequest>) -> Result<Response<Self::SnapshotStream>, Status> {
        let kinds = request.into_inner().kinds;
        let (sender, receiver) = mpsc::channel(BATCH as usize);
        let (pool, state, stop) = (self.pool.clone(), self.state.clone(), self.stop.clone());
        tokio::spawn(async move {
            let outcome = tokio::select! {
                () = stop.cancelled() => Err(Status::unavailable("the service stops")),
                outcome = state::send(&pool, state.as_deref(), &kinds, &sender) => outcome,
            };
            if let Err(status) = outcome {
                let _ = sender.send(Err(status)).await;
            }
        });
        Ok(Response::new(ReceiverStream::new(receiver)))
    }

    async fn acknowledge(&self, request: Request<AcknowledgeRequest>) -> Result<Response<Acknowledged>, Status> {
        let AcknowledgeRequest { consumer, position, epoch } = request.into_inner();
        let head = head::read(&self.pool).await.map_err(kit::Error::from)?;
        head.check(position, parse_epoch(&epoch)?)?;
        store_position(&self.pool, &consumer, position).await.map_err(kit::Error::from)?;
        Ok(Response::new(Acknowledged {}))
    }
}

fn parse_epoch(text: &str) -> Result<Option<Uuid>, Status> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| Status::invalid_argument("an epoch is a UUID"))
}

async fn store_position(pool: &PgPool, consumer: &str, position: i64) -> sqlx::Result<()> {
    sqlx::query(
        "insert into feed_consumer (name, position)
         values ($1, $2)
         on conflict (name) do update
         set position = excluded.position, seen_at = now()",
    )
    .bind(consumer)
    .bind(position)
    .execute(pool)
    .await?;
    Ok(())
}

struct FeedStream {
    pool: PgPool,
    /// All wanted events up to this position were sent.
    after: i64,
    /// All kinds if empty.
    kinds: Vec<String>,
    epoch: Uuid,
    sender: mpsc::Sender<Result<Event, Status>>,
}

impl FeedStream {
    async fn send_all(mut self, sends_checkpoints: bool, mut numbered: watch::Receiver<()>) -> Result<(), Status> {
        // Tells the consumer the epoch.
        if sends_checkpoints && !self.send(checkpoint(self.after, self.epoch)).await {
            return Ok(());
        }
        let mut sent_position = self.after;
        let mut checkpointed_at: Option<Instant> = None;
        loop {
            // Before the read, so that no notification is lost.
            numbered.mark_unchanged();
            let (head, events) = read_batch(&self.pool, self.after, &self.kinds).await?;
            head.check(self.after, Some(self.epoch))?;
            let is_full = events.len() as i64 == BATCH;
            for event in events {
                self.after = event.position;
                sent_position = event.position;
                if !self.send(event).await {
                    return Ok(());
                }
            }
            if is_full {
                continue;
            }
            self.after = self.after.max(head.position);
            let is_due = checkpointed_at.is_none_or(|at| at.elapsed() >= CHECKPOINT_INTERVAL);
            if sends_checkpoints && is_due && self.after > sent_position {
                if !self.send(checkpoint(self.after, self.epoch)).await {
                    return Ok(());
                }
                sent_position = self.after;
                checkpointed_at = Some(Instant::now());
            }
            let _ = tokio::time::timeout(POLL_INTERVAL, numbered.changed()).await;
        }
    }

    /// Returns `false` if the reader is gone.
    async fn send(&self, event: Event) -> bool {
        self.sender.send(Ok(event)).await.is_ok()
    }
}

fn checkpoint(position: i64, epoch: Uuid) -> Event {
    Event { position, epoch: epoch.to_string(), ..Event::default() }
}

/// The head, beside an event whose columns are null if there is none.
#[derive(sqlx::FromRow)]
struct EventRow {
    #[sqlx(flatten)]
    head: Head,
    event_position: Option<i64>,
    kind: Option<String>,
    payload: Option<serde_json::Value>,
    occurred_at: Option<DateTime<Utc>>,
    traceparent: Option<String>,
}

/// One statement, so that no event is deleted between the reads of the head and the events.
async fn read_batch(pool: &PgPool, after: i64, kinds: &[String]) -> Result<(Head, Vec<Event>), Status> {
    let rows: sqlx::Result<Vec<EventRow>> = sqlx::query_as(
        "select head.position, head.pruned, head.epoch, event.position as event_position, kind, payload, occurred_at, traceparent
         from outbox_head as head
         left join lateral (
             select outbox.position, kind, payload, occurred_at, traceparent
             from outbox
             where outbox.position > $1 and outbox.position <= head.position
                 and (cardinality($2::text[]) = 0 or kind = any ($2))
             order by outbox.position
             limit $3
         ) as event on true
         order by event.position",
    )
    .bind(after)
    .bind(kinds)
    .bind(BATCH)
    .fetch_all(pool)
    .await;
    let rows = rows.map_err(kit::Error::from)?;
    let head = rows.first().map(|row| row.head).ok_or_else(|| Status::internal("the outbox has no head"))?;
    Ok((head, rows.into_iter().filter_map(into_event).collect()))
}

fn into_event(row: EventRow) -> Option<Event> {
    Some(Event {
        position: row.event_position?,
        kind: row.kind?,
        payload: row.payload?.to_string().into_bytes(),
        occurred_at: row.occurred_at.map(to_timestamp),
        traceparent: row.traceparent,
        epoch: String::new(),
    })
}
