//! The table of deliveries. Whoever works on one holds a lease, known by the number of the try: what they found out counts only
//! while nobody else has taken the delivery up after them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct New<'a> {
    pub delivery_id: Uuid,
    pub channel: &'a str,
    pub recipient: &'a str,
    pub template: &'a str,
    pub language: &'a str,
    pub sealed_values: &'a [u8],
    pub expires_at: DateTime<Utc>,
    /// Not before.
    pub due_at: DateTime<Utc>,
    pub taken_at: DateTime<Utc>,
    /// What hurries has the smaller one.
    pub rank: i16,
    pub owner: Option<Owner<'a>>,
}

/// Whose it is, where they may refuse it until it has left.
pub struct Owner<'a> {
    pub account_id: i64,
    pub topic: &'a str,
}

/// True when the row is new.
pub async fn insert(tx: &mut PgConnection, new: &New<'_>) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into delivery
             (delivery_id, channel, recipient, template, language, sealed_values, expires_at, due_at, taken_at, rank,
              account_id, topic)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict do nothing",
        new.delivery_id,
        new.channel,
        new.recipient,
        new.template,
        new.language,
        new.sealed_values,
        new.expires_at,
        new.due_at,
        new.taken_at,
        new.rank,
        new.owner.as_ref().map(|owner| owner.account_id),
        new.owner.as_ref().map(|owner| owner.topic),
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// A delivery taken up for its next try.
pub struct Due {
    pub delivery_id: Uuid,
    pub recipient: String,
    pub template: String,
    pub language: String,
    pub sealed_values: Vec<u8>,
    /// Which try this is, counted from one; the name of the lease.
    pub tries: i32,
    pub expires_at: DateTime<Utc>,
    pub account_id: Option<i64>,
    pub topic: Option<String>,
}

pub struct Claim<'a> {
    pub channel: &'a str,
    pub now: DateTime<Utc>,
    pub leased_until: DateTime<Utc>,
    pub most_tries: i32,
    pub limit: i64,
}

/// Takes up what is due, each by one of us alone, and holds no lock afterwards.
pub async fn claim(tx: &mut PgConnection, claim: &Claim<'_>) -> sqlx::Result<Vec<Due>> {
    sqlx::query_as!(
        Due,
        r#"update delivery
           set tries = tries + 1, due_at = $3
           where delivery_id in (
               select delivery_id
               from delivery
               where state = 'waiting' and channel = $1 and due_at <= $2 and expires_at > $2 and tries < $4
               order by rank, due_at
               limit $5
               for update skip locked
           )
           returning delivery_id, recipient, template, language, sealed_values as "sealed_values!", tries, expires_at,
                     account_id, topic"#,
        claim.channel,
        claim.now,
        claim.leased_until,
        claim.most_tries,
        claim.limit,
    )
    .fetch_all(tx)
    .await
}

/// Puts the next try off. False when another has taken the delivery up meanwhile.
pub async fn postpone(tx: &mut PgConnection, delivery: Uuid, tries: i32, due_at: DateTime<Utc>) -> sqlx::Result<bool> {
    let postponed = sqlx::query!(
        "update delivery
         set due_at = $3
         where delivery_id = $1 and tries = $2 and state = 'waiting'",
        delivery,
        tries,
        due_at,
    )
    .execute(tx)
    .await?;
    Ok(postponed.rows_affected() == 1)
}

pub struct Ending<'a> {
    pub state: &'a str,
    pub masked_recipient: &'a str,
    pub at: DateTime<Utc>,
}

/// Ends a delivery and forgets what it said and whom it went to. False when another has taken it up meanwhile.
pub async fn end(tx: &mut PgConnection, delivery: Uuid, tries: i32, ending: &Ending<'_>) -> sqlx::Result<bool> {
    let ended = sqlx::query!(
        "update delivery
         set state = $3, recipient = $4, sealed_values = null, ended_at = $5
         where delivery_id = $1 and tries = $2 and state = 'waiting'",
        delivery,
        tries,
        ending.state,
        ending.masked_recipient,
        ending.at,
    )
    .execute(tx)
    .await?;
    Ok(ended.rows_affected() == 1)
}

pub struct Overdue {
    pub delivery_id: Uuid,
    pub channel: String,
    pub recipient: String,
    pub tries: i32,
    pub is_expired: bool,
}

/// What waits and will not be tried again: its time is over, or its last try died on the way. Locked until the end of the
/// transaction, which is short.
pub async fn overdue(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    most_tries: i32,
    limit: i64,
) -> sqlx::Result<Vec<Overdue>> {
    sqlx::query_as!(
        Overdue,
        r#"select delivery_id, channel, recipient, tries, expires_at <= $1 as "is_expired!"
           from delivery
           where state = 'waiting' and due_at <= $1 and (expires_at <= $1 or tries >= $2)
           limit $3
           for update skip locked"#,
        now,
        most_tries,
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Forgets what waits for an account that is no more.
pub async fn delete_waiting_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from delivery where account_id = $1 and state = 'waiting'", account).execute(tx).await?;
    Ok(())
}

pub async fn count_waiting(tx: &mut PgConnection, channel: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!"
           from delivery
           where state = 'waiting' and channel = $1"#,
        channel,
    )
    .fetch_one(tx)
    .await
}

/// Forgets up to `limit` deliveries that ended before `before`, and their attempts; returns how many.
pub async fn forget_ended_before(tx: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "delete from delivery
         where delivery_id in (
             select delivery_id
             from delivery
             where state <> 'waiting' and ended_at < $1
             limit $2
         )",
        before,
        limit,
    )
    .execute(tx)
    .await?;
    Ok(forgotten.rows_affected())
}
