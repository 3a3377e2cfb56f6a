//! Bookings of delivery slots. The first booking inserts the slot's row.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::delivery::Slot;

/// Books places in slots; false if one is full, and the caller must then roll back. Booked slots stay locked until the
/// transaction ends, so book late. They are locked in the order of their ids, to avoid deadlock.
pub async fn book(tx: &mut PgConnection, wanted: &[(&Slot, i32)]) -> sqlx::Result<bool> {
    let ids: Vec<_> = wanted.iter().map(|(slot, _)| slot.id.clone()).collect();
    let zones: Vec<_> = wanted.iter().map(|(slot, _)| slot.zone).collect();
    let dates: Vec<_> = wanted.iter().map(|(slot, _)| slot.date).collect();
    let starts: Vec<_> = wanted.iter().map(|(slot, _)| slot.starts).collect();
    let capacities: Vec<_> = wanted.iter().map(|(slot, _)| slot.capacity).collect();
    let counts: Vec<_> = wanted.iter().map(|(_, count)| *count).collect();
    let booked = sqlx::query!(
        "insert into slot (slot_id, zone_id, date, starts, capacity, taken)
         select slot_id, zone_id, date, starts, capacity, count
         from unnest($1::text[], $2::bigint[], $3::date[], $4::smallint[], $5::integer[], $6::integer[])
              as wanted (slot_id, zone_id, date, starts, capacity, count)
         where count <= capacity
         order by slot_id
         on conflict (slot_id) do update
         set taken = slot.taken + excluded.taken, capacity = excluded.capacity
         where slot.taken + excluded.taken <= excluded.capacity",
        &ids,
        &zones,
        &dates,
        &starts,
        &capacities,
        &counts,
    )
    .execute(tx)
    .await?;
    Ok(booked.rows_affected() == wanted.len() as u64)
}

/// Frees one place. Not idempotent: the caller's own state must prevent repetition.
pub async fn release(tx: &mut PgConnection, slot_id: &str) -> sqlx::Result<()> {
    sqlx::query!("update slot set taken = taken - 1 where slot_id = $1 and taken > 0", slot_id).execute(tx).await?;
    Ok(())
}

pub async fn ids_of_day(tx: &mut PgConnection, date: NaiveDate) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select slot_id from slot where date = $1 order by slot_id", date).fetch_all(tx).await
}
