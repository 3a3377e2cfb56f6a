//! Runs concurrent queries of one kind in batches (the data-loader pattern), because a statement for many queries costs
//! little more than for one. A query that arrives alone runs immediately; queries that arrive while a batch runs form
//! the next batch.

use std::{panic::AssertUnwindSafe, pin::pin, sync::Arc, thread, time::Duration};

use anyhow::anyhow;
use futures::FutureExt as _;
use sqlx::PgConnection;
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    time::timeout,
};
use tracing::{Instrument as _, Span};

use super::warm_pool::WarmPool;
use crate::{Error, Result};

/// Capacity of the queue; further callers wait to enqueue.
const QUEUE_LIMIT: usize = 1_024;

/// How long a sequential batch may run before the next one starts in parallel. A slower batch is probably waiting for a
/// lock, which must not delay the others.
const EXCLUSIVE_TIME: Duration = Duration::from_millis(20);

/// Minimum number of concurrent batches, so that a slow batch does not block a machine with a single processor.
const MIN_WORKERS: usize = 2;

/// A query that can be answered together with others of its kind.
pub trait BatchQuery: Send + Sync + Sized + 'static {
    type Output: Send + 'static;

    /// Maximum number of queries in a batch. Use a smaller number for large answers, because the first caller waits
    /// until the last answer is decoded.
    const MAX_BATCH: usize = 64;

    /// Whether a batch waits for the previous one. True for writes: few large batches are quicker than many small
    /// ones.
    const IS_SEQUENTIAL: bool = true;

    /// Returns one answer per query, in the same order. After an error each query is run again by itself, unless the
    /// database is unavailable, so writes must happen in one transaction or be idempotent.
    fn load_batch(
        connection: &mut PgConnection,
        queries: &[Self],
    ) -> impl Future<Output = Result<Vec<Self::Output>>> + Send;
}

/// Collects queries and runs them in batches. Clones share one queue.
pub struct Batcher<Q: BatchQuery>(mpsc::Sender<PendingQuery<Q>>);

/// A query in the queue, with the caller who waits for its answer.
struct PendingQuery<Q: BatchQuery> {
    query: Q,
    span: Span,
    answer: oneshot::Sender<Result<Q::Output>>,
}

impl<Q: BatchQuery> Clone for Batcher<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: BatchQuery> Batcher<Q> {
    /// Starts tasks that run batches. They end when the last clone is dropped.
    pub fn start(pool: &WarmPool) -> Self {
        let (sender, queue) = mpsc::channel(QUEUE_LIMIT);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..thread::available_parallelism().map_or(MIN_WORKERS, |processors| processors.get().max(MIN_WORKERS))
        {
            tokio::spawn(run_batches(pool.clone(), queue.clone()));
        }
        Self(sender)
    }

    /// Adds a query to the next batch and waits for its answer.
    pub async fn load(&self, query: Q) -> Result<Q::Output> {
        let (answer, receiver) = oneshot::channel();
        let closed = || Error::unavailable(anyhow!("the batch ended without an answer"));
        self.0.send(PendingQuery { query, span: Span::current(), answer }).await.map_err(|_| closed())?;
        receiver.await.map_err(|_| closed())?
    }
}

/// Runs batches until all batchers are dropped. Several of these tasks share the queue.
async fn run_batches<Q: BatchQuery>(warm_pool: WarmPool, queue: Arc<Mutex<mpsc::Receiver<PendingQuery<Q>>>>) {
    loop {
        let mut batch = Vec::with_capacity(Q::MAX_BATCH);
        // Keeps the queue locked while the batch runs, so that the next batch waits.
        let mut queue = queue.lock().await;
        if queue.recv_many(&mut batch, Q::MAX_BATCH).await == 0 {
            return;
        }
        // Skip callers that have been cancelled.
        batch.retain(|query| !query.answer.is_closed());
        if !batch.is_empty() {
            // A panic drops the senders, so the callers get an error; the loop continues.
            let mut answering = pin!(AssertUnwindSafe(answer_batch(&warm_pool, batch)).catch_unwind());
            let exclusive_time = if Q::IS_SEQUENTIAL { EXCLUSIVE_TIME } else { Duration::ZERO };
            // After this time, another task may run the next batch while this one continues.
            if timeout(exclusive_time, &mut answering).await.is_err() {
                drop(queue);
                let _ = answering.await;
            }
        }
    }
}

/// Runs a batch and sends each caller its answer.
async fn answer_batch<Q: BatchQuery>(warm_pool: &WarmPool, batch: Vec<PendingQuery<Q>>) {
    let (queries, mut callers): (Vec<_>, Vec<_>) =
        batch.into_iter().map(|pending| (pending.query, (pending.span, pending.answer))).unzip();
    match load(warm_pool, &queries, callers.iter().map(|(span, _)| span)).await {
        Ok(answers) => {
            for ((_, caller), answer) in callers.into_iter().zip(answers) {
                let _ = caller.send(Ok(answer));
            }
        }
        Err(Error::Unavailable(why)) => {
            for (_, caller) in callers {
                let _ = caller.send(Err(Error::unavailable(anyhow!("the batch failed: {why:#}"))));
            }
        }
        Err(error) if callers.len() == 1 => {
            let _ = callers.pop().map(|(_, caller)| caller.send(Err(error)));
        }
        // Run the queries one by one, so that a bad query fails alone.
        Err(_) => {
            for (query, (span, caller)) in queries.into_iter().zip(callers) {
                let alone = load(warm_pool, &[query], [&span].into_iter()).await;
                let _ = caller.send(alone.and_then(single));
            }
        }
    }
}

/// Runs a batch in the span of its first query, to which the spans of the other queries are linked.
async fn load<'a, Q: BatchQuery>(
    warm_pool: &WarmPool,
    queries: &[Q],
    mut spans: impl Iterator<Item = &'a Span>,
) -> Result<Vec<Q::Output>> {
    let first = spans.next().cloned().unwrap_or_else(Span::none);
    for span in spans {
        span.follows_from(&first);
    }
    async {
        let mut connection = warm_pool.acquire().await?;
        let answers = Q::load_batch(&mut connection, queries).await?;
        connection.release();
        Ok(answers)
    }
    .instrument(first)
    .await
}

fn single<A>(mut answers: Vec<A>) -> Result<A> {
    answers.pop().ok_or_else(|| Error::internal(anyhow!("the batch returned no answer for a query")))
}
