//! Orders that staff take on the phone.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use super::order::KnownOrder;
use crate::domain::{checkout::Stage, order::Shortage};

pub struct NewPhoneOrder<'a> {
    pub order: i64,
    /// The account of the member of staff.
    pub taken_by: i64,
    pub request_key: &'a str,
    /// When to erase a customer without an account.
    pub guest_data_until: Option<DateTime<Utc>>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewPhoneOrder<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into phone_order (order_id, taken_by, request_key, guest_data_until) values ($1, $2, $3, $4)",
        new.order,
        new.taken_by,
        new.request_key,
        new.guest_data_until,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether the order has data of a customer without an account, which will be erased.
pub async fn has_guest_data(tx: &mut PgConnection, order: i64) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from phone_order where order_id = $1 and guest_data_until is not null
           ) as "exists!""#,
        order,
    )
    .fetch_one(tx)
    .await
}

/// Finds the order of an earlier request.
pub async fn find(tx: &mut PgConnection, taken_by: i64, request_key: &str) -> sqlx::Result<Option<KnownOrder>> {
    let row = sqlx::query!(
        r#"select order_id, code, request_hash, stage, shortages as "shortages: Json<Vec<Shortage>>"
           from phone_order
           join purchase using (order_id)
           where taken_by = $1 and phone_order.request_key = $2"#,
        taken_by,
        request_key,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| KnownOrder {
        order_id: row.order_id,
        code: row.code,
        hash: row.request_hash,
        stage: Stage::of_key(&row.stage),
        shortages: row.shortages.map(|shortages| shortages.0),
    }))
}
