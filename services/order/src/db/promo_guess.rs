//! Stores the wrong promo codes that accounts and networks have tried, so that `app/promo_guess.rs` can limit guessing.
//! A subject is the keyed hash of an account or a network, and `code` is the keyed hash of a code.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::promo::Code;

/// Maximum number of old rows that are deleted with each guess.
const BATCH: i64 = 100;

/// Makes other guesses of the subject wait until the transaction ends.
pub async fn lock(tx: &mut PgConnection, subject: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('promo_guess:' || encode($1, 'hex'), 0))", subject)
        .execute(tx)
        .await?;
    Ok(())
}

/// Returns whether the promo code exists.
pub async fn is_code(tx: &mut PgConnection, code: &Code) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select exists (select from promo where folded = $1) as "exists!""#, code.as_str())
        .fetch_one(tx)
        .await
}

/// Returns when the `nth` newest guess happened, counted from 1.
pub async fn nth_newest(tx: &mut PgConnection, subject: &[u8], nth: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select guessed_at from promo_guess where subject = $1 order by guessed_at desc limit 1 offset $2",
        subject,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

/// Returns whether the subject has tried the code before.
pub async fn is_repeated(tx: &mut PgConnection, subject: &[u8], code: &[u8]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from promo_guess where subject = $1 and code = $2) as "exists!""#,
        subject,
        code,
    )
    .fetch_one(tx)
    .await
}

/// Stores a guess, unless the subject has tried the code before.
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

/// Deletes some of the guesses before `before`, which no budget counts any more. Skips rows that a concurrent guess is
/// deleting.
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
