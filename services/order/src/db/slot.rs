//! Stores the bookings and capacities of delivery slots. A slot is a zone's delivery window on one day. It gets a row
//! with its first booking, or when staff set its capacity.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::delivery::Slot;

/// How many orders a slot takes.
pub struct SlotCapacity {
    /// The capacity that staff have set for this day; `None` if the window's capacity applies.
    pub own: Option<i32>,
    /// Number of booked orders.
    pub taken: i32,
    pub version: i64,
    /// The capacity of the zone's window on other days.
    pub usual: i32,
}

/// Books places in slots. Returns false if a slot is full, closed or no longer offered; the caller must then roll back.
/// Booked slots stay locked until the transaction ends, so callers should book late. Slots are locked in the order of
/// their ids, to avoid deadlock.
pub async fn book(tx: &mut PgConnection, wanted: &[(&Slot, i32)]) -> sqlx::Result<bool> {
    let ids: Vec<_> = wanted.iter().map(|(slot, _)| slot.id.clone()).collect();
    let zones: Vec<_> = wanted.iter().map(|(slot, _)| slot.zone).collect();
    let dates: Vec<_> = wanted.iter().map(|(slot, _)| slot.date).collect();
    let starts: Vec<_> = wanted.iter().map(|(slot, _)| slot.starts).collect();
    let counts: Vec<_> = wanted.iter().map(|(_, count)| *count).collect();
    let booked = sqlx::query!(
        "insert into slot (slot_id, zone_id, date, starts, capacity, taken)
         select slot_id, zone_id, date, starts, offered, count
         from (
             select wanted.slot_id, wanted.zone_id, wanted.date, wanted.starts, wanted.count,
                    coalesce(slot.own_capacity, zone_window.capacity) as offered
             from unnest($1::text[], $2::bigint[], $3::date[], $4::smallint[], $5::integer[])
                  as wanted (slot_id, zone_id, date, starts, count)
             join zone_window on zone_window.zone_id = wanted.zone_id and zone_window.starts = wanted.starts
             left join slot on slot.slot_id = wanted.slot_id
         ) as offer
         where count <= offered
           and not exists (
               select
               from delivery_holiday
               where delivery_holiday.date = offer.date
                 and (delivery_holiday.zone_id is null or delivery_holiday.zone_id = offer.zone_id)
           )
         order by slot_id
         on conflict (slot_id) do update
         set taken = slot.taken + excluded.taken, capacity = coalesce(slot.own_capacity, excluded.capacity)
         where slot.taken + excluded.taken <= coalesce(slot.own_capacity, excluded.capacity)",
        &ids,
        &zones,
        &dates,
        &starts,
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

/// Returns the ids of the slots of a day that have a row.
pub async fn ids_of_day(tx: &mut PgConnection, date: NaiveDate) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select slot_id from slot where date = $1 order by slot_id", date).fetch_all(tx).await
}

/// Inserts the slot if it has no row yet, and locks it. Returns `None` if the zone has no such window.
pub async fn lock(
    tx: &mut PgConnection,
    zone: i64,
    slot_id: &str,
    date: NaiveDate,
    starts: i16,
) -> sqlx::Result<Option<SlotCapacity>> {
    sqlx::query!(
        "insert into slot (slot_id, zone_id, date, starts, capacity, taken)
         select $2, zone_id, $3, starts, capacity, 0
         from zone_window
         where zone_id = $1 and starts = $4
         on conflict do nothing",
        zone,
        slot_id,
        date,
        starts,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query_as!(
        SlotCapacity,
        r#"select own_capacity as own, taken, version, zone_window.capacity as "usual!"
           from slot
           join zone_window using (zone_id, starts)
           where slot_id = $1
           for no key update of slot"#,
        slot_id,
    )
    .fetch_optional(tx)
    .await
}

/// Sets the slot's own capacity. With `None`, the window's usual capacity applies, but at least the number of booked
/// orders.
pub async fn set_own_capacity(tx: &mut PgConnection, slot_id: &str, own: Option<i32>, usual: i32) -> sqlx::Result<()> {
    sqlx::query!(
        "update slot
         set own_capacity = $2, capacity = greatest(coalesce($2, $3::integer), taken), version = version + 1
         where slot_id = $1",
        slot_id,
        own,
        usual,
    )
    .execute(tx)
    .await?;
    Ok(())
}
