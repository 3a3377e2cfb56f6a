//! What is new, asked by many at the same moment. After a message to everybody thousands ask, and one statement for many costs
//! little more than one for one: whoever comes while a statement is under way is answered by the next.

use anyhow::anyhow;
use kit::{Error, Result};
use sqlx::PgPool;
use tokio::sync::{mpsc, oneshot};

use crate::db::{
    self,
    news::{News, Question},
};

/// Answered by one statement.
const TOGETHER: usize = 64;
/// Who comes when so many wait, waits outside.
const WAITING: usize = 1_024;

#[derive(Clone)]
pub struct Enquiries(mpsc::Sender<Enquiry>);

struct Enquiry {
    question: Question,
    answer: oneshot::Sender<Result<News>>,
}

impl Enquiries {
    /// Answered for as long as anybody may ask.
    pub fn open(pool: PgPool) -> Self {
        let (enquiries, queue) = mpsc::channel(WAITING);
        tokio::spawn(answer_all(pool, queue));
        Self(enquiries)
    }

    pub async fn ask(&self, question: Question) -> Result<News> {
        let (answer, news) = oneshot::channel();
        let closed = || Error::unavailable(anyhow!("nobody answers what is new"));
        self.0.send(Enquiry { question, answer }).await.map_err(|_| closed())?;
        news.await.map_err(|_| closed())?
    }
}

async fn answer_all(pool: PgPool, mut queue: mpsc::Receiver<Enquiry>) {
    let mut enquiries = Vec::with_capacity(TOGETHER);
    while queue.recv_many(&mut enquiries, TOGETHER).await > 0 {
        // Who has gone meanwhile needs no answer.
        enquiries.retain(|enquiry| !enquiry.answer.is_closed());
        let questions: Vec<Question> = enquiries.iter().map(|enquiry| enquiry.question).collect();
        match answer(&pool, &questions).await {
            Ok(news) => {
                for (enquiry, news) in enquiries.drain(..).zip(news) {
                    let _ = enquiry.answer.send(Ok(news));
                }
            }
            Err(error) => {
                let why = error.to_string();
                for enquiry in enquiries.drain(..) {
                    let _ = enquiry.answer.send(Err(Error::unavailable(anyhow!("what is new: {why}"))));
                }
            }
        }
    }
}

async fn answer(pool: &PgPool, questions: &[Question]) -> sqlx::Result<Vec<News>> {
    db::news::news_of(&mut *pool.acquire().await?, questions).await
}
