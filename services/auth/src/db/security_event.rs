use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{device::Device, security_event::EventKind};

/// `device` is `Device::default()` if the account's owner did not make the request.
pub async fn insert(
    tx: &mut PgConnection,
    account: i64,
    kind: EventKind,
    device: Device,
    at: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into security_event (account_id, kind, happened_at, browser, system)
         values ($1, $2, $3, $4, $5)
         returning event_id",
        account,
        kind.key(),
        at,
        device.browser,
        device.system,
    )
    .fetch_one(tx)
    .await
}

pub struct EventRow {
    pub kind: String,
    pub happened_at: DateTime<Utc>,
    pub browser: String,
    pub system: String,
}

/// Newest first.
pub async fn newest_for(
    tx: &mut PgConnection,
    account: i64,
    since: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<EventRow>> {
    sqlx::query_as!(
        EventRow,
        "select kind, happened_at, browser, system
         from security_event
         where account_id = $1 and happened_at > $2
         order by event_id desc
         limit $3",
        account,
        since,
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn delete_before(tx: &mut PgConnection, happened_before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from security_event
         where event_id in (
             select event_id
             from security_event
             where happened_at < $1
             order by happened_at
             limit $2
             for update skip locked
         )",
        happened_before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(deleted.rows_affected())
}
