//! Bookings and capacities of delivery slots. A slot is a zone's window on one day.

use chrono::NaiveDate;
use sqlx::PgConnection;

use crate::domain::delivery::Slot;

pub struct SlotBooking<'a> {
    pub slot: &'a Slot,
    /// The number of orders.
    pub orders: i32,
}

pub struct SlotCapacity {
    /// Set by staff for this day.
    pub own: Option<i32>,
    pub taken: i32,
    pub version: i64,
    /// The capacity on other days.
    pub usual: i32,
}

/// Returns false if a slot is full, closed or removed; the caller must then roll back. Slots stay locked until the
/// transaction ends, in the order of ids, to avoid deadlock.
pub async fn book(tx: &mut PgConnection, bookings: &[SlotBooking<'_>]) -> sqlx::Result<bool> {
    let ids: Vec<_> = bookings.iter().map(|booking| booking.slot.id.clone()).collect();
    let zones: Vec<_> = bookings.iter().map(|booking| booking.slot.zone).collect();
    let dates: Vec<_> = bookings.iter().map(|booking| booking.slot.date).collect();
    let starts: Vec<_> = bookings.iter().map(|booking| booking.slot.starts).collect();
    let counts: Vec<_> = bookings.iter().map(|booking| booking.orders).collect();
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
    Ok(booked.rows_affected() == bookings.len() as u64)
}

/// Not idempotent: the caller must prevent repetition.
pub async fn release(tx: &mut PgConnection, slot_id: &str) -> sqlx::Result<()> {
    sqlx::query!("update slot set taken = taken - 1 where slot_id = $1 and taken > 0", slot_id).execute(tx).await?;
    Ok(())
}

/// Returns only slots with a row.
pub async fn ids_of_day(tx: &mut PgConnection, date: NaiveDate) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select slot_id from slot where date = $1 order by slot_id", date).fetch_all(tx).await
}

/// Inserts a missing row. Returns `None` if the zone has no such window.
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

/// With `None`, the usual capacity applies, but at least the booked orders.
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
