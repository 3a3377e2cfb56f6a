//! Batches concurrent queries of one kind (the data-loader pattern). A query that arrives alone runs at once. Queries
//! that arrive while a batch is running form the next batch, so the cost per query falls as load rises. One statement
//! or transaction for many queries costs little more than one for a single query.

use std::{panic::AssertUnwindSafe, pin::pin, sync::Arc, thread, time::Duration};

use anyhow::anyhow;
use futures::FutureExt as _;
use sqlx::PgConnection;
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    time::timeout,
};
use tracing::{Instrument as _, Span};

use super::lend::Lender;
use crate::{Error, Result};

/// Capacity of the queue; further callers wait to enqueue.
const WAITING: usize = 1_024;

/// How long a batch may hold the queue before the next one starts beside it. A slower batch may be waiting for a lock,
/// and must not delay the others.
const IN_TURN: Duration = Duration::from_millis(20);

/// Minimum number of concurrent batches, so that a slow batch does not block a machine with a single processor.
const AT_LEAST: usize = 2;

/// A query that can be answered together with others of its kind.
pub trait Question: Send + Sync + Sized + 'static {
    type Answer: Send + 'static;

    /// Maximum number of queries in a batch. Use a smaller number for large answers: the first caller waits until the
    /// last answer is decoded.
    const MOST: usize = 64;

    /// Whether a batch waits for the previous one. True for writes: the database writes more in few large batches than
    /// in many small ones. False for reads, which may run on all processors at once.
    const TAKES_TURNS: bool = true;

    /// Returns one answer per query, in the same order, and leaves no transaction open.
    ///
    /// After an error, each query of the batch is run again by itself, unless the database is unavailable. Writes must
    /// therefore happen in one transaction or be idempotent.
    fn answer(
        connection: &mut PgConnection,
        questions: &[Self],
    ) -> impl Future<Output = Result<Vec<Self::Answer>>> + Send;
}

pub struct Together<Q: Question>(mpsc::Sender<Asked<Q>>);

struct Asked<Q: Question> {
    question: Q,
    span: Span,
    answer: oneshot::Sender<Result<Q::Answer>>,
}

impl<Q: Question> Clone for Together<Q> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q: Question> Together<Q> {
    /// Starts the tasks that run batches: one per processor. They end when the last clone of the value is dropped.
    pub fn open(lender: &Lender) -> Self {
        let (asked, queue) = mpsc::channel(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..thread::available_parallelism().map_or(AT_LEAST, |processors| processors.get().max(AT_LEAST)) {
            tokio::spawn(answer_all(lender.clone(), queue.clone()));
        }
        Self(asked)
    }

    pub async fn ask(&self, question: Q) -> Result<Q::Answer> {
        let (answer, heard) = oneshot::channel();
        let closed = || Error::unavailable(anyhow!("the batch ended without an answer"));
        self.0.send(Asked { question, span: Span::current(), answer }).await.map_err(|_| closed())?;
        heard.await.map_err(|_| closed())?
    }
}

async fn answer_all<Q: Question>(lender: Lender, queue: Arc<Mutex<mpsc::Receiver<Asked<Q>>>>) {
    loop {
        let mut asked = Vec::with_capacity(Q::MOST);
        // Holds the queue while its batch runs, so that the next batch waits.
        let mut queue = queue.lock().await;
        if queue.recv_many(&mut asked, Q::MOST).await == 0 {
            return;
        }
        // Skip callers that have been cancelled.
        asked.retain(|asked| !asked.answer.is_closed());
        if !asked.is_empty() {
            // A panic drops the senders of this batch, so its callers get an error; the loop continues.
            let mut answered = pin!(AssertUnwindSafe(answer_these(&lender, asked)).catch_unwind());
            let turn = if Q::TAKES_TURNS { IN_TURN } else { Duration::ZERO };
            if timeout(turn, &mut answered).await.is_err() {
                drop(queue);
                let _ = answered.await;
            }
        }
    }
}

async fn answer_these<Q: Question>(lender: &Lender, asked: Vec<Asked<Q>>) {
    let (questions, mut waiting): (Vec<_>, Vec<_>) =
        asked.into_iter().map(|asked| (asked.question, (asked.span, asked.answer))).unzip();
    match together(lender, &questions, waiting.iter().map(|(span, _)| span)).await {
        Ok(answers) => {
            for ((_, waiting), answer) in waiting.into_iter().zip(answers) {
                let _ = waiting.send(Ok(answer));
            }
        }
        Err(Error::Unavailable(why)) => {
            for (_, waiting) in waiting {
                let _ = waiting.send(Err(Error::unavailable(anyhow!("the batch failed: {why:#}"))));
            }
        }
        Err(error) if waiting.len() == 1 => {
            let _ = waiting.pop().map(|(_, waiting)| waiting.send(Err(error)));
        }
        // Run the queries one by one, so that a bad query fails alone.
        Err(_) => {
            for (question, (span, waiting)) in questions.into_iter().zip(waiting) {
                let alone = together(lender, &[question], [&span].into_iter()).await;
                let _ = waiting.send(alone.and_then(only));
            }
        }
    }
}

/// Runs one batch within the span of its first query; the spans of the others are linked to it.
async fn together<'a, Q: Question>(
    lender: &Lender,
    questions: &[Q],
    mut spans: impl Iterator<Item = &'a Span>,
) -> Result<Vec<Q::Answer>> {
    let first = spans.next().cloned().unwrap_or_else(Span::none);
    for other in spans {
        other.follows_from(&first);
    }
    async {
        let mut connection = lender.lend().await?;
        let answers = Q::answer(&mut connection, questions).await?;
        connection.done();
        Ok(answers)
    }
    .instrument(first)
    .await
}

fn only<A>(mut answers: Vec<A>) -> Result<A> {
    answers.pop().ok_or_else(|| Error::internal(anyhow!("the batch returned no answer for a query")))
}
