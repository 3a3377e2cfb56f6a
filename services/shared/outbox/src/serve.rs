//! The feed as others read it: everything after a position, in order, then whatever comes.

use std::time::Duration;

use chrono::{DateTime, Utc};
use proto::{
    feed::{Event, ReadRequest, feed_server::Feed},
    json::to_timestamp,
};
use sqlx::PgPool;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

const BATCH: i64 = 500;
const POLL: Duration = Duration::from_secs(5);

pub struct FeedService {
    pool: PgPool,
    /// Kept as the sending half: a reader that waits for news must not find the channel closed and turn in circles.
    numbered: watch::Sender<()>,
    stop: CancellationToken,
}

impl FeedService {
    pub(crate) fn new(pool: PgPool, numbered: watch::Sender<()>, stop: CancellationToken) -> Self {
        Self { pool, numbered, stop }
    }
}

#[tonic::async_trait]
impl Feed for FeedService {
    type ReadStream = ReceiverStream<Result<Event, Status>>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        let request = request.into_inner();
        let (sender, receiver) = mpsc::channel(BATCH as usize);
        let (pool, numbered, stop) = (self.pool.clone(), self.numbered.clone(), self.stop.clone());
        tokio::spawn(async move {
            let mut news = numbered.subscribe();
            let stream = send_all(&pool, request, &mut news, &sender);
            tokio::select! {
                () = stop.cancelled() => {}
                () = sender.closed() => {}
                Err(error) = stream => {
                    // The reader may be gone by now; it will come again with its cursor.
                    let _ = sender.send(Err(kit::Error::from(error).into())).await;
                }
            }
        });
        Ok(Response::new(ReceiverStream::new(receiver)))
    }
}

async fn send_all(
    pool: &PgPool,
    request: ReadRequest,
    news: &mut watch::Receiver<()>,
    sender: &mpsc::Sender<Result<Event, Status>>,
) -> sqlx::Result<()> {
    let mut after = request.after;
    loop {
        news.mark_unchanged();
        // Everything up to the head is committed and stays as it is. A reader of few kinds goes on from there, and does not
        // leaf through what it never wanted whenever somebody announces something.
        let head = read_head(pool).await?;
        let events = read_batch(pool, after, head, &request.kinds).await?;
        let is_full = events.len() as i64 == BATCH;
        for event in events {
            after = event.position;
            if sender.send(Ok(event)).await.is_err() {
                return Ok(());
            }
        }
        if !is_full {
            after = after.max(head);
            let _ = tokio::time::timeout(POLL, news.changed()).await;
        }
    }
}

async fn read_head(pool: &PgPool) -> sqlx::Result<i64> {
    sqlx::query_scalar("select position from outbox_head").fetch_one(pool).await
}

type Row = (i64, String, serde_json::Value, DateTime<Utc>, Option<String>);

async fn read_batch(pool: &PgPool, after: i64, head: i64, kinds: &[String]) -> sqlx::Result<Vec<Event>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select position, kind, payload, occurred_at, traceparent
         from outbox
         where position > $1 and position <= $2 and (cardinality($3::text[]) = 0 or kind = any ($3))
         order by position
         limit $4",
    )
    .bind(after)
    .bind(head)
    .bind(kinds)
    .bind(BATCH)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(into_event).collect())
}

fn into_event((position, kind, payload, occurred_at, traceparent): Row) -> Event {
    let payload = payload.to_string().into_bytes();
    Event { position, kind, payload, occurred_at: Some(to_timestamp(occurred_at)), traceparent }
}
