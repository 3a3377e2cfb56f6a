//! The one row a shopper by which changes of a cart take turns.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

/// Holds the cart until the transaction ends; makes one if there is none.
pub async fn lock_for(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into cart (account_id, changed_at)
         values ($1, $2)
         on conflict (account_id) do update
         set changed_at = excluded.changed_at",
        account,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// With its lines.
pub async fn delete_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from cart where account_id = $1", account).execute(tx).await?;
    Ok(())
}
