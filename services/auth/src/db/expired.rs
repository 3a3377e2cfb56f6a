use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Deletes up to `limit` expired rows per short-lived table, and returns the largest number of rows deleted from one.
pub async fn delete_short_lived(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    used_before: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<u64> {
    let links = sqlx::query!(
        "delete from link
         where link_key in (select link_key from link where expires_at < $1 limit $2 for update skip locked)",
        now,
        limit,
    );
    let links = links.execute(&mut *tx).await?.rows_affected();

    let proofs = sqlx::query!(
        "delete from phone_proof
         where token_hash in (select token_hash from phone_proof where expires_at < $1 limit $2 for update skip locked)",
        now,
        limit,
    );
    let proofs = proofs.execute(&mut *tx).await?.rows_affected();

    let codes = sqlx::query!(
        "delete from phone_code
         where phone_key in (select phone_key from phone_code where used_at < $1 limit $2 for update skip locked)",
        used_before,
        limit,
    );
    let codes = codes.execute(&mut *tx).await?.rows_affected();

    let tallies = sqlx::query!(
        "delete from throttle
         where throttle_key in (select throttle_key from throttle where last_at < $1 limit $2 for update skip locked)",
        used_before,
        limit,
    );
    let tallies = tallies.execute(&mut *tx).await?.rows_affected();

    let nonces = sqlx::query!(
        "delete from client_nonce
         where (key_id, nonce) in (
             select key_id, nonce from client_nonce where expires_at < $1 limit $2 for update skip locked
         )",
        now,
        limit,
    );
    let nonces = nonces.execute(&mut *tx).await?.rows_affected();

    let challenges = sqlx::query!(
        "delete from challenge
         where token_hash in (select token_hash from challenge where expires_at < $1 limit $2 for update skip locked)",
        now,
        limit,
    );
    let challenges = challenges.execute(&mut *tx).await?.rows_affected();

    let drafts = sqlx::query!(
        "delete from totp_draft
         where account_id in (select account_id from totp_draft where expires_at < $1 limit $2 for update skip locked)",
        now,
        limit,
    );
    let drafts = drafts.execute(tx).await?.rows_affected();

    Ok([links, proofs, codes, tallies, nonces, challenges, drafts].into_iter().max().unwrap_or_default())
}
