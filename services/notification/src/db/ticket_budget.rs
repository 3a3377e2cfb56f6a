//! Finds recent support tickets, which use up the budgets of their writers.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Holds the lock until the transaction ends. `subject` is for example a mailbox.
pub async fn lock(tx: &mut PgConnection, subject: &str) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('ticket:' || $1, 0))", subject).execute(tx).await?;
    Ok(())
}

/// `nth` counts from 1.
pub async fn nth_newest_of_mailbox(
    tx: &mut PgConnection,
    mailbox: &str,
    nth: i64,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at from ticket where mailbox = $1 order by created_at desc limit 1 offset $2",
        mailbox,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn nth_newest_of_account(
    tx: &mut PgConnection,
    account: i64,
    nth: i64,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at from ticket where account_id = $1 order by created_at desc limit 1 offset $2",
        account,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn nth_newest_of_network(
    tx: &mut PgConnection,
    network: &[u8],
    nth: i64,
) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at from ticket where network = $1 order by created_at desc limit 1 offset $2",
        network,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn nth_newest_anonymous(tx: &mut PgConnection, nth: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at from ticket where account_id is null order by created_at desc limit 1 offset $1",
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn forget_networks_before(tx: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update ticket set network = null where network is not null and created_at < $1", before)
        .execute(tx)
        .await?;
    Ok(())
}
