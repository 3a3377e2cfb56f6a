//! What many ask at the same moment, answered by one statement, or written by one transaction: one for many costs little more
//! than one for one. Who is alone is answered at once, and whoever comes while others are answered comes with the next: the
//! more there is to do, the less each of it costs.

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

/// Who comes when so many wait, waits outside.
const WAITING: usize = 1_024;

/// Who takes turns waits so long for the answers before theirs. What takes longer may wait for a lock, and keeps nobody else.
const IN_TURN: Duration = Duration::from_millis(20);

/// One that is slow keeps nobody else, on a single processor neither.
const AT_LEAST: usize = 2;

/// What is asked, with what answers many of its kind.
pub trait Question: Send + Sync + Sized + 'static {
    type Answer: Send + 'static;

    /// Answered together. Of long answers fewer: the first of them waits until the last is decoded.
    const MOST: usize = 64;

    /// Whether those who come next wait for the answers before theirs: a busy database writes more in few large batches than in
    /// many small ones. What is only read may be read by all processors at once.
    const TAKES_TURNS: bool = true;

    /// As many answers as questions, in their order. When it fails each question is asked again by itself, unless the
    /// database is away: so whoever writes does it in one transaction, or in such a way that it may be done twice. No
    /// transaction is open afterwards.
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
    /// Answers for as long as anybody may ask. Batches take turns; as many go on side by side as there are processors when some
    /// take long.
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
        let closed = || Error::unavailable(anyhow!("nobody gave an answer"));
        self.0.send(Asked { question, span: Span::current(), answer }).await.map_err(|_| closed())?;
        heard.await.map_err(|_| closed())?
    }
}

async fn answer_all<Q: Question>(lender: Lender, queue: Arc<Mutex<mpsc::Receiver<Asked<Q>>>>) {
    loop {
        let mut asked = Vec::with_capacity(Q::MOST);
        // Whoever has the queue keeps it for their turn, while those before are answered.
        let mut queue = queue.lock().await;
        if queue.recv_many(&mut asked, Q::MOST).await == 0 {
            return;
        }
        // Who has gone meanwhile needs no answer.
        asked.retain(|asked| !asked.answer.is_closed());
        if !asked.is_empty() {
            // After a panic those who asked hear of nothing, and the next are answered as ever.
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
                let _ = waiting.send(Err(Error::unavailable(anyhow!("asked together: {why:#}"))));
            }
        }
        Err(error) if waiting.len() == 1 => {
            let _ = waiting.pop().map(|(_, waiting)| waiting.send(Err(error)));
        }
        // What is wrong with one question is no reason to refuse the others.
        Err(_) => {
            for (question, (span, waiting)) in questions.into_iter().zip(waiting) {
                let alone = together(lender, &[question], [&span].into_iter()).await;
                let _ = waiting.send(alone.and_then(only));
            }
        }
    }
}

/// Told of in the trace of the first who asked; the traces of the others are linked to it.
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
    answers.pop().ok_or_else(|| Error::internal(anyhow!("a question was not answered")))
}
