//! Table `delivery_attempt`: the log of calls to carriers.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct NewAttempt<'a> {
    pub delivery_id: Uuid,
    /// One attempt may call several carriers.
    pub r#try: i32,
    pub carrier: &'a str,
    pub outcome: &'a str,
    pub carrier_message_id: Option<&'a str>,
    pub attempted_at: DateTime<Utc>,
}

pub async fn insert_all(tx: &mut PgConnection, attempts: &[NewAttempt<'_>]) -> sqlx::Result<()> {
    if attempts.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = attempts.iter().map(|new| new.delivery_id).collect();
    let tries: Vec<_> = attempts.iter().map(|new| new.r#try).collect();
    let carriers: Vec<_> = attempts.iter().map(|new| new.carrier.to_owned()).collect();
    let outcomes: Vec<_> = attempts.iter().map(|new| new.outcome.to_owned()).collect();
    let message_ids: Vec<_> = attempts.iter().map(|new| new.carrier_message_id.map(str::to_owned)).collect();
    let times: Vec<_> = attempts.iter().map(|new| new.attempted_at).collect();
    sqlx::query!(
        "insert into delivery_attempt (delivery_id, try, carrier, outcome, carrier_message_id, attempted_at)
         select delivery_id, try, carrier, outcome, carrier_message_id, attempted_at
         from unnest(
                  (select $1::uuid[]), (select $2::integer[]), (select $3::text[]), (select $4::text[]),
                  (select $5::text[]), (select $6::timestamptz[])
              ) with ordinality as new (delivery_id, try, carrier, outcome, carrier_message_id, attempted_at, place)
         order by place",
        &ids,
        &tries,
        &carriers,
        &outcomes,
        &message_ids as &[Option<String>],
        &times,
    )
    .execute(tx)
    .await?;
    Ok(())
}
