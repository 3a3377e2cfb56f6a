//! Questions that many ask at the same moment, answered by one statement: one for many costs little more than one for one.
//! Who is alone is answered at once, and whoever comes while statements are under way is answered by the next: the more
//! there is to do, the less each of it costs.

use std::{num::NonZero, sync::Arc, thread};

use anyhow::anyhow;
use sqlx::PgConnection;
use tokio::sync::{Mutex, mpsc, oneshot};
use tracing::{Instrument as _, Span};

use super::lend::Lender;
use crate::{Error, Result};

/// Answered by one statement.
const MOST: usize = 64;
/// Who comes when so many wait, waits outside.
const WAITING: usize = 1_024;

/// What is asked, with the statement that answers many of its kind.
pub trait Question: Send + Sync + Sized + 'static {
    type Answer: Send + 'static;

    /// As many answers as questions, in their order.
    fn answer(
        tx: &mut PgConnection,
        questions: &[Self],
    ) -> impl Future<Output = sqlx::Result<Vec<Self::Answer>>> + Send;
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
    /// Answers for as long as anybody may ask, with as many statements at a time as there are processors.
    pub fn open(lender: &Lender) -> Self {
        let (asked, queue) = mpsc::channel(WAITING);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            tokio::spawn(answer_all(lender.clone(), queue.clone()));
        }
        Self(asked)
    }

    pub async fn ask(&self, question: Q) -> Result<Q::Answer> {
        let (answer, heard) = oneshot::channel();
        let closed = || Error::unavailable(anyhow!("nobody answers any more"));
        self.0.send(Asked { question, span: Span::current(), answer }).await.map_err(|_| closed())?;
        heard.await.map_err(|_| closed())?
    }
}

async fn answer_all<Q: Question>(lender: Lender, queue: Arc<Mutex<mpsc::Receiver<Asked<Q>>>>) {
    loop {
        let mut asked = Vec::with_capacity(MOST);
        // Whoever waits for the next ones keeps the queue; whoever is busy leaves it to the others.
        if queue.lock().await.recv_many(&mut asked, MOST).await == 0 {
            return;
        }
        // Who has gone meanwhile needs no answer.
        asked.retain(|asked| !asked.answer.is_closed());
        if !asked.is_empty() {
            answer_these(&lender, asked).await;
        }
    }
}

async fn answer_these<Q: Question>(lender: &Lender, asked: Vec<Asked<Q>>) {
    let (questions, waiting): (Vec<_>, Vec<_>) =
        asked.into_iter().map(|asked| (asked.question, (asked.span, asked.answer))).unzip();
    match together(lender, &questions, waiting.iter().map(|(span, _)| span)).await {
        Ok(answers) => {
            for ((_, waiting), answer) in waiting.into_iter().zip(answers) {
                let _ = waiting.send(Ok(answer));
            }
        }
        // What is wrong with one question is no reason to refuse the others.
        Err(sqlx::Error::Database(_)) if questions.len() > 1 => {
            for (question, (span, waiting)) in questions.into_iter().zip(waiting) {
                let alone = together(lender, &[question], [&span].into_iter()).await;
                let _ = waiting.send(alone.map_err(Error::from).and_then(only));
            }
        }
        Err(error) => {
            let why = error.to_string();
            let told: fn(anyhow::Error) -> Error =
                if matches!(Error::from(error), Error::Unavailable(_)) { Error::Unavailable } else { Error::Internal };
            for (_, waiting) in waiting {
                let _ = waiting.send(Err(told(anyhow!("asked together: {why}"))));
            }
        }
    }
}

/// One statement, told of in the trace of the first who asked; the traces of the others are linked to it.
async fn together<'a, Q: Question>(
    lender: &Lender,
    questions: &[Q],
    mut spans: impl Iterator<Item = &'a Span>,
) -> sqlx::Result<Vec<Q::Answer>> {
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
