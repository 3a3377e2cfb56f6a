//! Parts of orders, one for each store. The caller has locked the order.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{order::ChangedBy, status::Status};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartStatus {
    pub store: i64,
    pub status: Status,
}

pub async fn find(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<PartStatus>> {
    let rows = sqlx::query!("select store_id, status from purchase_part where order_id = $1 order by store_id", order,)
        .fetch_all(tx)
        .await?;
    let parts = rows.into_iter().filter_map(|row| {
        let status = Status::of_key(&row.status)?;
        Some(PartStatus { store: row.store_id, status })
    });
    Ok(parts.collect())
}

pub async fn set(tx: &mut PgConnection, order: i64, parts: &[PartStatus]) -> sqlx::Result<()> {
    let stores: Vec<_> = parts.iter().map(|part| part.store).collect();
    let statuses: Vec<_> = parts.iter().map(|part| part.status.key().to_owned()).collect();
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
