//! Parts of orders, one for each store. The caller has locked the order.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{order::ChangedBy, status::Status};

pub async fn find(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<(i64, Status)>> {
    let rows = sqlx::query!("select store_id, status from purchase_part where order_id = $1 order by store_id", order,)
        .fetch_all(tx)
        .await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.store_id, Status::of_key(&row.status)?))).collect())
}

pub async fn set(tx: &mut PgConnection, order: i64, parts: &[(i64, Status)]) -> sqlx::Result<()> {
    let stores: Vec<_> = parts.iter().map(|(store, _)| *store).collect();
    let statuses: Vec<_> = parts.iter().map(|(_, status)| status.key().to_owned()).collect();
    sqlx::query!(
        "update purchase_part
         set status = new.status
         from unnest($2::bigint[], $3::text[]) as new (store_id, status)
         where order_id = $1 and purchase_part.store_id = new.store_id",
        order,
        &stores,
        &statuses,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notifies clients that follow the order.
pub async fn add_history(
    tx: &mut PgConnection,
    order: i64,
    store: i64,
    status: Status,
    by: &ChangedBy,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        r#"with history as (
               insert into status_change (order_id, store_id, status, changed_at, actor, reason)
               values ($1, $2, $3, $4, $5, $6)
           )
           select pg_notify('order_changed', $1::bigint::text) is null as "notified""#,
        order,
        store,
        status.key(),
        now,
        by.actor.key(),
        by.reason,
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}
