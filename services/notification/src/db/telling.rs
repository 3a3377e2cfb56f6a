//! What is to be told outside of the shop, until it is turned into messages.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct New<'a> {
    pub account_id: i64,
    pub kind: &'a str,
    pub subject: &'a serde_json::Value,
    pub link: Option<&'a str>,
    pub rank: i16,
    pub occurred_at: DateTime<Utc>,
}

/// Nothing, when the account is no more.
pub async fn insert(tx: &mut PgConnection, new: &New<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into telling (account_id, kind, subject, link, rank, occurred_at)
         select $1, $2, $3, $4, $5, $6
         where not exists (select from departed where account_id = $1)",
        new.account_id,
        new.kind,
        new.subject,
        new.link,
        new.rank,
        new.occurred_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// One thing to tell one account.
#[derive(Clone)]
pub struct Row {
    pub telling_id: i64,
    pub account_id: i64,
    pub kind: String,
    pub subject: serde_json::Value,
    pub link: Option<String>,
    pub occurred_at: DateTime<Utc>,
}

/// What hurries first, then what came first.
pub async fn next(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select telling_id, account_id, kind, subject, link, occurred_at
         from telling
         order by rank, telling_id
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Those of `tellings` that are still there, and from now on ours alone: another who took them up, too, finds them gone.
pub async fn take(tx: &mut PgConnection, tellings: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("delete from telling where telling_id = any ($1) returning telling_id", tellings)
        .fetch_all(tx)
        .await
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from telling where account_id = $1", account).execute(tx).await?;
    Ok(())
}
