//! Wrong promo codes by subject (account or network). Subjects and codes are keyed hashes.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::promo::Code;

/// Rows deleted with each guess.
const BATCH: i64 = 100;

/// Serialises the subject's guesses until the transaction ends.
pub async fn lock(tx: &mut PgConnection, subject: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('promo_guess:' || encode($1, 'hex'), 0))", subject)
        .execute(tx)
        .await?;
    Ok(())
}

pub async fn is_code(tx: &mut PgConnection, code: &Code) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from promo where folded = $1) as "exists!""#, code.as_str())
        .fetch_one(tx)
        .await
}

/// `nth` is counted from 1.
pub async fn nth_newest(tx: &mut PgConnection, subject: &[u8], nth: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select guessed_at from promo_guess where subject = $1 order by guessed_at desc limit 1 offset $2",
        subject,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn is_repeated(tx: &mut PgConnection, subject: &[u8], code: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from promo_guess where subject = $1 and code = $2) as "exists!""#,
        subject,
        code,
    )
    .fetch_one(tx)
    .await
}

pub async fn insert(tx: &mut PgConnection, subject: &[u8], code: &[u8], at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into promo_guess (subject, code, guessed_at)
         values ($1, $2, $3)
         on conflict (subject, code) do nothing",
        subject,
        code,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Skips rows that a concurrent guess is deleting.
pub async fn delete_before(tx: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from promo_guess
         where (subject, code) in (
             select subject, code
             from promo_guess
             where guessed_at < $1
             limit $2
             for update skip locked
         )",
        before,
        BATCH,
    )
    .execute(tx)
    .await?;
    Ok(())
}
