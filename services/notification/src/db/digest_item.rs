//! Notifications that wait for the daily digest. `telling_id` is their former id in the table `telling`.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::pending_notification::PendingNotification;

pub async fn insert(tx: &mut PgConnection, pending: &PendingNotification, due_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into digest_item (telling_id, account_id, kind, subject, link, occurred_at, due_at, traceparent)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing",
        pending.telling_id,
        pending.account_id,
        pending.kind,
        pending.subject,
        pending.link,
        pending.occurred_at,
        due_at,
        pending.traceparent,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn due_accounts(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select account_id as "account_id!"
           from (select account_id from digest_item where due_at <= $1 order by due_at limit $2) as first
           group by account_id"#,
        now,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Includes items that are not due yet. Ordered by account, then oldest first.
pub async fn list_all(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Vec<PendingNotification>> {
    sqlx::query_as!(
        PendingNotification,
        "select telling_id, account_id, kind, subject, link, occurred_at, traceparent
         from digest_item
         where account_id = any ($1)
         order by account_id, telling_id",
        accounts,
    )
    .fetch_all(tx)
    .await
}

/// Returns the number, which is smaller if another replica has written the digest.
pub async fn delete(tx: &mut PgConnection, telling_ids: &[i64]) -> sqlx::Result<u64> {
    let deleted = sqlx::query!("delete from digest_item where telling_id = any ($1)", telling_ids).execute(tx).await?;
    Ok(deleted.rows_affected())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from digest_item where account_id = $1", account).execute(tx).await?;
    Ok(())
}
