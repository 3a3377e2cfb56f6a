//! Stores outgoing SMS and e-mails until the delivery worker has passed them to the notification service. Their
//! contents are encrypted.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

/// A message to store.
pub struct NewMessage<'a> {
    pub message_id: Uuid,
    /// The encrypted message.
    pub sealed: &'a [u8],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// Stores a message, which is due at once.
pub async fn insert(tx: &mut PgConnection, new: &NewMessage<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into message (message_id, sealed, created_at, expires_at, due_at)
         values ($1, $2, $3, $4, $3)",
        new.message_id,
        new.sealed,
        new.created_at,
        new.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A message that this worker delivers.
pub struct ClaimedMessage {
    pub message_id: Uuid,
    /// The encrypted message.
    pub sealed: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    /// Number of attempts, including the current one.
    pub attempts: i32,
}

/// Claims messages that are due. Other workers do not get them until `leased_until`, although the row locks end with
/// the transaction.
pub async fn claim(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<ClaimedMessage>> {
    sqlx::query_as!(
        ClaimedMessage,
        "update message
         set due_at = $2, attempts = attempts + 1
         where message_id in (
             select message_id
             from message
             where due_at <= $1
             order by due_at
             limit $3
             for update skip locked
         )
         returning message_id, sealed, expires_at, attempts",
        now,
        leased_until,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Sets when the next delivery of a message is attempted.
pub async fn postpone(tx: &mut PgConnection, message: Uuid, due_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update message set due_at = $2 where message_id = $1", message, due_at).execute(tx).await?;
    Ok(())
}

/// Deletes a message that was delivered or has expired.
pub async fn delete(tx: &mut PgConnection, message: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from message where message_id = $1", message).execute(tx).await?;
    Ok(())
}
