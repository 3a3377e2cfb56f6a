//! The log of attempts.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

pub struct New<'a> {
    pub delivery_id: Uuid,
    pub r#try: i32,
    pub carrier: &'a str,
    pub outcome: &'a str,
    pub carrier_message_id: Option<&'a str>,
    pub attempted_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &New<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into delivery_attempt (delivery_id, try, carrier, outcome, carrier_message_id, attempted_at)
         values ($1, $2, $3, $4, $5, $6)",
        new.delivery_id,
        new.r#try,
        new.carrier,
        new.outcome,
        new.carrier_message_id,
        new.attempted_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
