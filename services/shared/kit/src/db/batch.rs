//! Runs concurrent queries in batches (the data-loader pattern): those that arrive while a batch runs form the next
//! one.

use std::{num::NonZero, panic::AssertUnwindSafe, pin::pin, sync::Arc, thread, time::Duration};

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

/// Queries beyond this limit wait for a slot in the channel.
const QUEUE_LIMIT: usize = 1_024;

/// A slower batch probably waits for a lock; the next one then starts in parallel.
const EXCLUSIVE_TIME: Duration = Duration::from_millis(20);

const MIN_WORKERS: usize = 2;

pub trait BatchQuery: Send + Sync + Sized + 'static {
    type Output: Send + 'static;

    /// Large answers need smaller batches: the first caller waits until the last answer is decoded.
    const MAX_BATCH: usize = 64;

    /// A batch waits for the previous one: few large writes are quicker than many small ones.
    const IS_SEQUENTIAL: bool = true;

    /// Returns one output per query, in order. Must be transactional or idempotent: after an error, each query runs
    /// again by itself.
    fn load_batch(
        connection: &mut PgConnection,
        queries: &[Self],
    ) -> impl Future<Output = Result<Vec<Self::Output>>> + Send;
}

pub struct Batcher<Q: BatchQuery>(mpsc::Sender<PendingQuery<Q>>);

struct PendingQuery<Q: BatchQuery> {
    query: Q,
    caller: Caller<Q::Output>,
}

struct Caller<T> {
    span: Span,
    reply: oneshot::Sender<Result<T>>,
}

impl<T> Caller<T> {
    fn reply(self, output: Result<T>) {
        let _ = self.reply.send(output);
    }
}

impl<Q: BatchQuery> Clone for Batcher<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: BatchQuery> Batcher<Q> {
    pub fn start(pool: &WarmPool) -> Self {
        let (sender, queue) = mpsc::channel(QUEUE_LIMIT);
        let queue = Arc::new(Mutex::new(queue));
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..processors.max(MIN_WORKERS) {
            tokio::spawn(run_batches(pool.clone(), queue.clone()));
        }
        Self(sender)
    }

    pub async fn load(&self, query: Q) -> Result<Q::Output> {
        let (reply, receiver) = oneshot::channel();
        let closed = || Error::unavailable(anyhow!("the batch ended without an answer"));
        let caller = Caller { span: Span::current(), reply };
        self.0.send(PendingQuery { query, caller }).await.map_err(|_| closed())?;
        receiver.await.map_err(|_| closed())?
    }
}

async fn run_batches<Q: BatchQuery>(warm_pool: WarmPool, queue: Arc<Mutex<mpsc::Receiver<PendingQuery<Q>>>>) {
    loop {
        let mut batch = Vec::with_capacity(Q::MAX_BATCH);
        // The locked queue makes the next batch wait.
        let mut queue = queue.lock().await;
        if queue.recv_many(&mut batch, Q::MAX_BATCH).await == 0 {
            return;
        }
        // Skips queries whose caller has gone.
        batch.retain(|query| !query.caller.reply.is_closed());
        if !batch.is_empty() {
            // A panic drops the senders, so the callers get an error.
            let mut running = pin!(AssertUnwindSafe(run_batch(&warm_pool, batch)).catch_unwind());
            let exclusive_time = if Q::IS_SEQUENTIAL { EXCLUSIVE_TIME } else { Duration::ZERO };
            if timeout(exclusive_time, &mut running).await.is_err() {
                drop(queue);
                let _ = running.await;
            }
        }
    }
}

async fn run_batch<Q: BatchQuery>(warm_pool: &WarmPool, batch: Vec<PendingQuery<Q>>) {
    let (queries, mut callers): (Vec<_>, Vec<_>) =
        batch.into_iter().map(|pending| (pending.query, pending.caller)).unzip();
    match load(warm_pool, &queries, callers.iter().map(|caller| &caller.span)).await {
        Ok(outputs) => {
            for (caller, output) in callers.into_iter().zip(outputs) {
                caller.reply(Ok(output));
            }
        }
        Err(Error::Unavailable(why)) => {
            for caller in callers {
                caller.reply(Err(Error::unavailable(anyhow!("the batch failed: {why:#}"))));
            }
        }
        Err(error) if callers.len() == 1 => {
            if let Some(only) = callers.pop() {
                only.reply(Err(error));
            }
        }
        Err(_) => {
            for (query, caller) in queries.into_iter().zip(callers) {
                let alone = load(warm_pool, &[query], [&caller.span].into_iter()).await;
                caller.reply(alone.and_then(single));
            }
        }
    }
}

/// Runs in the span of the first query, to which the others are linked.
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
        let outputs = Q::load_batch(&mut connection, queries).await?;
        connection.release();
        Ok(outputs)
    }
    .instrument(first)
    .await
}

fn single<T>(mut outputs: Vec<T>) -> Result<T> {
    outputs.pop().ok_or_else(|| Error::internal(anyhow!("the batch returned no answer for a query")))
}
