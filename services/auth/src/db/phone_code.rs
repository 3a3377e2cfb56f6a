//! One-time codes: one row per phone number, and one per known device of its account.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::{domain::otp::CodeRecord, keyed::Digest};

/// Creates the row if it is missing.
pub async fn lock(tx: &mut PgConnection, phone: &Digest, now: DateTime<Utc>) -> sqlx::Result<CodeRecord> {
    sqlx::query_as!(
        CodeRecord,
        "insert into phone_code (phone_key, expires_at, used_at)
         values ($1, $2, $2)
         on conflict (phone_key) do update set used_at = $2
         returning code_hash, token_hash, expires_at, tries, sent_at, wrong_at",
        phone.as_slice(),
        now,
    )
    .fetch_one(tx)
    .await
}

pub async fn set(tx: &mut PgConnection, phone: &Digest, record: &CodeRecord) -> sqlx::Result<()> {
    sqlx::query!(
        "update phone_code
         set code_hash = $2, expires_at = $3, tries = $4, sent_at = $5, wrong_at = $6, token_hash = $7
         where phone_key = $1",
        phone.as_slice(),
        record.code_hash.as_deref(),
        record.expires_at,
        record.tries,
        &record.sent_at,
        &record.wrong_at,
        record.token_hash.as_deref(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
