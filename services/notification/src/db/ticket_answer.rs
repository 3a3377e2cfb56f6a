//! Answers to support tickets.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct AnswerRow {
    pub ticket_id: i64,
    pub written_by: i64,
    pub written_at: DateTime<Utc>,
    pub text: String,
}

/// Oldest first.
pub async fn list(tx: &mut PgConnection, tickets: &[i64]) -> sqlx::Result<Vec<AnswerRow>> {
    sqlx::query_as!(
        AnswerRow,
        "select ticket_id, written_by, written_at, text
         from ticket_answer
         where ticket_id = any ($1)
         order by answer_id",
        tickets,
    )
    .fetch_all(tx)
    .await
}

pub async fn insert(tx: &mut PgConnection, answer: &AnswerRow) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into ticket_answer (ticket_id, written_by, written_at, text) values ($1, $2, $3, $4)",
        answer.ticket_id,
        answer.written_by,
        answer.written_at,
        answer.text,
    )
    .execute(tx)
    .await?;
    Ok(())
}
