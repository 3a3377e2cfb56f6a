//! What waits for the day's one mail.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::telling::Row;

pub async fn insert(tx: &mut PgConnection, telling: &Row, due_at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into digest_item (telling_id, account_id, kind, subject, link, occurred_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing",
        telling.telling_id,
        telling.account_id,
        telling.kind,
        telling.subject,
        telling.link,
        telling.occurred_at,
        due_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whose mail is due.
pub async fn due(tx: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<i64>> {
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

/// All that waits for these accounts, oldest first: a mail that goes takes along what would have been tomorrow's.
pub async fn of(tx: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select telling_id, account_id, kind, subject, link, occurred_at
         from digest_item
         where account_id = any ($1)
         order by account_id, telling_id",
        accounts,
    )
    .fetch_all(tx)
    .await
}

/// How many of `tellings` were still there. Fewer than all when another has taken them up, too: then the mail is theirs.
pub async fn take(tx: &mut PgConnection, tellings: &[i64]) -> sqlx::Result<u64> {
    let taken = sqlx::query!("delete from digest_item where telling_id = any ($1)", tellings).execute(tx).await?;
    Ok(taken.rows_affected())
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from digest_item where account_id = $1", account).execute(tx).await?;
    Ok(())
}
