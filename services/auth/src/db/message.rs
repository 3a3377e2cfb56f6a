//! Outgoing messages until the notification service has accepted them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct NewMessage<'a> {
    pub message_id: Uuid,
    /// Encrypted.
    pub sealed: &'a [u8],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

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

pub struct ClaimedMessage {
    pub message_id: Uuid,
    /// Encrypted.
    pub sealed: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    /// How often the message was claimed, including this time.
    pub attempts: i32,
}

/// Other workers do not get the messages until `leased_until`.
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

pub async fn postpone(tx: &mut PgConnection, message: Uuid, due_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update message set due_at = $2 where message_id = $1", message, due_at).execute(tx).await?;
    Ok(())
}

pub async fn delete(tx: &mut PgConnection, message: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from message where message_id = $1", message).execute(tx).await?;
    Ok(())
}
