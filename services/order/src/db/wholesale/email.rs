//! Outbox of e-mails, whose texts are written when they are sent.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct ClaimedEmail {
    pub letter_id: String,
    pub request: i64,
    pub kind: String,
    pub written_at: DateTime<Utc>,
    pub failures: i32,
}

pub async fn insert(tx: &mut PgConnection, request: i64, kinds: &[String], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into wholesale_letter (letter_id, request_id, kind, due_at, written_at)
         select gen_random_uuid(), $1, kind, $3, $3
         from unnest($2::text[]) as kind",
        request,
        kinds,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Claims e-mails until `leased_until`, so that another worker sends them if this one dies.
pub async fn claim(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ClaimedEmail>> {
    sqlx::query_as!(
        ClaimedEmail,
        r#"with due as (
               select letter_id
               from wholesale_letter
               where due_at <= $1
               order by due_at
               limit $3
               for update skip locked
           )
           update wholesale_letter as letter
           set due_at = $2
           from due
           where letter.letter_id = due.letter_id
           returning letter.letter_id::text as "letter_id!", request_id as request, kind, written_at, failures"#,
        now,
        leased_until,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn reschedule(
    tx: &mut PgConnection,
    letter_id: &str,
    failures: i32,
    until: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update wholesale_letter set failures = $2, due_at = $3 where letter_id = $1::text::uuid",
        letter_id,
        failures,
        until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends an e-mail that was sent, or has no recipient.
pub async fn set_done(tx: &mut PgConnection, letter_id: &str) -> sqlx::Result<()> {
    sqlx::query!("update wholesale_letter set due_at = null where letter_id = $1::text::uuid", letter_id)
        .execute(tx)
        .await?;
    Ok(())
}
