//! How many have booked each slot. A row is made by the first who books.

use std::collections::HashSet;

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::delivery::Slot;

/// True when there was room. Whoever books holds the slot until their transaction ends, so it stands near that end.
pub async fn book(tx: &mut PgConnection, slot: &Slot) -> sqlx::Result<bool> {
    let booked = sqlx::query!(
        "insert into slot (slot_id, zone_id, date, starts, capacity, taken)
         select $1, $2, $3, $4, $5, 1
         where $5::integer > 0
         on conflict (slot_id) do update
         set taken = slot.taken + 1, capacity = excluded.capacity
         where slot.taken < excluded.capacity",
        slot.id,
        slot.zone,
        slot.date,
        slot.starts,
        slot.capacity,
    )
    .execute(tx)
    .await?;
    Ok(booked.rows_affected() == 1)
}

/// One place is free again. The caller's own state must say that this is done once.
pub async fn give_back(tx: &mut PgConnection, slot_id: &str) -> sqlx::Result<()> {
    sqlx::query!("update slot set taken = taken - 1 where slot_id = $1 and taken > 0", slot_id).execute(tx).await?;
    Ok(())
}

/// Those in which nothing is free.
pub async fn full_of(tx: &mut PgConnection, zone: i64, since: NaiveDate) -> sqlx::Result<HashSet<String>> {
    let full = sqlx::query_scalar!(
        "select slot_id
         from slot
         join zone_window on zone_window.zone_id = slot.zone_id and zone_window.starts = slot.starts
         where slot.zone_id = $1 and date >= $2 and taken >= zone_window.capacity",
        zone,
        since,
    )
    .fetch_all(tx)
    .await?;
    Ok(full.into_iter().collect())
}
