use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Deletes up to `limit` expired rows per short-lived table, and returns the largest number of rows deleted from one.
pub async fn delete_short_lived(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    used_before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<u64> {
    let deleted = [
        delete_links(tx, now, limit).await?,
        delete_proofs(tx, now, limit).await?,
        delete_codes(tx, used_before, limit).await?,
        delete_tallies(tx, used_before, limit).await?,
        delete_nonces(tx, now, limit).await?,
        delete_challenges(tx, now, limit).await?,
        delete_drafts(tx, now, limit).await?,
    ];
    Ok(deleted.into_iter().max().unwrap_or_default())
}

async fn delete_links(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from link
         where link_key in (
             select link_key from link where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_proofs(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from phone_proof
         where token_hash in (
             select token_hash from phone_proof where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_codes(tx: &mut PgConnection, used_before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from phone_code
         where phone_key in (
             select phone_key from phone_code where used_at < $1 limit $2 for update skip locked
         )",
        used_before,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_tallies(tx: &mut PgConnection, used_before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from throttle
         where throttle_key in (
             select throttle_key from throttle where last_at < $1 limit $2 for update skip locked
         )",
        used_before,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_nonces(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from client_nonce
         where (key_id, nonce) in (
             select key_id, nonce from client_nonce where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_challenges(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from challenge
         where token_hash in (
             select token_hash from challenge where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}

async fn delete_drafts(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from totp_draft
         where account_id in (
             select account_id from totp_draft where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    Ok(deleted.execute(tx).await?.rows_affected())
}
