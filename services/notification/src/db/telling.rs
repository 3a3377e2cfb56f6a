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

/// In their order; nothing for accounts that are no more.
pub async fn insert_all(tx: &mut PgConnection, news: &[New<'_>]) -> sqlx::Result<()> {
    if news.is_empty() {
        return Ok(());
    }
    let accounts: Vec<_> = news.iter().map(|new| new.account_id).collect();
    let kinds: Vec<_> = news.iter().map(|new| new.kind.to_owned()).collect();
    let subjects: Vec<_> = news.iter().map(|new| new.subject.clone()).collect();
    let links: Vec<_> = news.iter().map(|new| new.link.map(str::to_owned)).collect();
    let ranks: Vec<_> = news.iter().map(|new| new.rank).collect();
    let occurred_at: Vec<_> = news.iter().map(|new| new.occurred_at).collect();
    sqlx::query!(
        "insert into telling (account_id, kind, subject, link, rank, occurred_at)
         select account_id, kind, subject, link, rank, occurred_at
         from unnest(
                  (select $1::bigint[]), (select $2::text[]), (select $3::jsonb[]), (select $4::text[]),
                  (select $5::smallint[]), (select $6::timestamptz[])
              ) with ordinality as new (account_id, kind, subject, link, rank, occurred_at, place)
         where not exists (select from departed where departed.account_id = new.account_id)
         order by place",
        &accounts,
        &kinds,
        &subjects,
        &links as &[Option<String>],
        &ranks,
        &occurred_at,
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
