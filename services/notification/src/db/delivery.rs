//! Table `delivery`. A worker leases a delivery by moving its due time into the future. Each lease allows one attempt,
//! so the attempt's number (`tries`) identifies the lease.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct NewDelivery {
    pub delivery_id: Uuid,
    pub channel: &'static str,
    pub recipient: String,
    pub template: &'static str,
    pub language: &'static str,
    pub sealed_values: Vec<u8>,
    pub expires_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    /// When this service accepted the message.
    pub taken_at: DateTime<Utc>,
    /// Smaller values are more urgent.
    pub rank: i16,
    /// `None` for messages of other services.
    pub owner: Option<Owner>,
    pub traceparent: Option<String>,
}

/// The preferences that are checked again before the delivery is sent.
pub struct Owner {
    pub account_id: i64,
    pub topic: &'static str,
}

/// Inserts in the order of ids, to avoid deadlocks. Returns the new ids.
pub async fn insert_all(tx: &mut PgConnection, deliveries: &[NewDelivery]) -> sqlx::Result<HashSet<Uuid>> {
    let ids: Vec<_> = deliveries.iter().map(|new| new.delivery_id).collect();
    let texts = |get: fn(&NewDelivery) -> &str| deliveries.iter().map(|new| get(new).to_owned()).collect::<Vec<_>>();
    let times = |get: fn(&NewDelivery) -> DateTime<Utc>| deliveries.iter().map(get).collect::<Vec<_>>();
    let sealed: Vec<_> = deliveries.iter().map(|new| new.sealed_values.clone()).collect();
    let ranks: Vec<_> = deliveries.iter().map(|new| new.rank).collect();
    let accounts: Vec<_> = deliveries.iter().map(|new| new.owner.as_ref().map(|owner| owner.account_id)).collect();
    let topics: Vec<_> = deliveries.iter().map(|new| new.owner.as_ref().map(|owner| owner.topic.to_owned())).collect();
    let traces: Vec<_> = deliveries.iter().map(|new| new.traceparent.clone()).collect();
    let inserted = sqlx::query_scalar!(
        "insert into delivery
             (delivery_id, channel, recipient, template, language, sealed_values, expires_at, due_at, taken_at, rank,
              account_id, topic, traceparent)
         select delivery_id, channel, recipient, template, language, sealed_values, expires_at, due_at, taken_at, rank,
                account_id, topic, traceparent
         from unnest(
                  (select $1::uuid[]), (select $2::text[]), (select $3::text[]), (select $4::text[]), (select $5::text[]),
                  (select $6::bytea[]), (select $7::timestamptz[]), (select $8::timestamptz[]),
                  (select $9::timestamptz[]), (select $10::smallint[]), (select $11::bigint[]), (select $12::text[]),
                  (select $13::text[])
              ) as new (
                  delivery_id, channel, recipient, template, language, sealed_values, expires_at, due_at, taken_at, rank,
                  account_id, topic, traceparent
              )
         order by delivery_id
         on conflict do nothing
         returning delivery_id",
        &ids,
        &texts(|new| new.channel),
        &texts(|new| &new.recipient),
        &texts(|new| new.template),
        &texts(|new| new.language),
        &sealed,
        &times(|new| new.expires_at),
        &times(|new| new.due_at),
        &times(|new| new.taken_at),
        &ranks,
        &accounts as &[Option<i64>],
        &topics as &[Option<String>],
        &traces as &[Option<String>],
    )
    .fetch_all(tx)
    .await?;
    Ok(inserted.into_iter().collect())
}

pub struct LeasedDelivery {
    pub delivery_id: Uuid,
    pub recipient: String,
    pub template: String,
    pub language: String,
    pub sealed_values: Vec<u8>,
    pub tries: i32,
    pub expires_at: DateTime<Utc>,
    pub account_id: Option<i64>,
    pub topic: Option<String>,
    pub traceparent: Option<String>,
}

pub struct Claim<'a> {
    pub channel: &'a str,
    pub now: DateTime<Utc>,
    pub leased_until: DateTime<Utc>,
    /// Deliveries with this number of attempts are not leased.
    pub max_tries: i32,
    pub limit: i64,
}

/// Leases due deliveries, the most urgent first. The lease outlives the transaction.
pub async fn claim(tx: &mut PgConnection, claim: &Claim<'_>) -> sqlx::Result<Vec<LeasedDelivery>> {
    sqlx::query_as!(
        LeasedDelivery,
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
                     account_id, topic, traceparent"#,
        claim.channel,
        claim.now,
        claim.leased_until,
        claim.max_tries,
        claim.limit,
    )
    .fetch_all(tx)
    .await
}

/// Returns false when another worker has leased the delivery since.
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

pub struct Ending {
    pub delivery_id: Uuid,
    pub tries: i32,
    pub state: &'static str,
    pub masked_recipient: String,
    pub at: DateTime<Utc>,
}

/// Deletes the values. Returns the ended ids; other workers have leased the rest.
pub async fn end_all(tx: &mut PgConnection, endings: &[Ending]) -> sqlx::Result<HashSet<Uuid>> {
    let ids: Vec<_> = endings.iter().map(|ending| ending.delivery_id).collect();
    let tries: Vec<_> = endings.iter().map(|ending| ending.tries).collect();
    let states: Vec<_> = endings.iter().map(|ending| ending.state.to_owned()).collect();
    let recipients: Vec<_> = endings.iter().map(|ending| ending.masked_recipient.clone()).collect();
    let at: Vec<_> = endings.iter().map(|ending| ending.at).collect();
    let ended = sqlx::query_scalar!(
        "update delivery
         set state = ending.state, recipient = ending.recipient, sealed_values = null, ended_at = ending.at
         from unnest(
                  (select $1::uuid[]), (select $2::integer[]), (select $3::text[]), (select $4::text[]),
                  (select $5::timestamptz[])
              ) as ending (delivery_id, tries, state, recipient, at)
         where delivery.delivery_id = ending.delivery_id
           and delivery.tries = ending.tries
           and delivery.state = 'waiting'
         returning delivery.delivery_id",
        &ids,
        &tries,
        &states,
        &recipients,
        &at,
    )
    .fetch_all(tx)
    .await?;
    Ok(ended.into_iter().collect())
}

pub struct OverdueDelivery {
    pub delivery_id: Uuid,
    pub channel: String,
    pub recipient: String,
    pub tries: i32,
    pub is_expired: bool,
}

/// Deliveries that are expired, or whose last attempt never reported a result.
pub async fn overdue(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    max_tries: i32,
    limit: i64,
) -> sqlx::Result<Vec<OverdueDelivery>> {
    sqlx::query_as!(
        OverdueDelivery,
        r#"select delivery_id, channel, recipient, tries, expires_at <= $1 as "is_expired!"
           from delivery
           where state = 'waiting' and due_at <= $1 and (expires_at <= $1 or tries >= $2)
           limit $3
           for update skip locked"#,
        now,
        max_tries,
        limit,
    )
    .fetch_all(tx)
    .await
}

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

pub async fn delete_ended_before(tx: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
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
    Ok(deleted.rows_affected())
}
