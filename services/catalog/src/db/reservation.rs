//! Stores reservations: stock that is held for an order until it is paid.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::stock::{Item, Line, Lines, ReservationState};

pub struct Reservation {
    pub state: ReservationState,
    pub expires_at: DateTime<Utc>,
}

/// Returns `false` if the order already has a reservation. Waits for a concurrent insert.
pub async fn insert(
    tx: &mut PgConnection,
    order: &str,
    state: ReservationState,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "insert into reservation (order_key, state, reserved_at, expires_at)
         values ($1, $2, $3, $4)
         on conflict do nothing",
        order,
        state.name(),
        now,
        until,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

#[derive(Clone, Copy)]
pub struct NewReservation<'a> {
    pub order: &'a str,
    pub lines: &'a Lines,
    pub reserved_at: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

/// Inserts in key order, to avoid deadlock. Returns the keys of new reservations.
pub async fn insert_all(tx: &mut PgConnection, reservations: &[NewReservation<'_>]) -> sqlx::Result<HashSet<String>> {
    let orders: Vec<_> = reservations.iter().map(|reservation| reservation.order.to_owned()).collect();
    let reserved_at: Vec<_> = reservations.iter().map(|reservation| reservation.reserved_at).collect();
    let until: Vec<_> = reservations.iter().map(|reservation| reservation.until).collect();
    let new = sqlx::query_scalar!(
        "insert into reservation (order_key, state, reserved_at, expires_at)
         select order_key, 'held', at, until
         from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as new (order_key, at, until)
         order by order_key
         on conflict do nothing
         returning order_key",
        &orders,
        &reserved_at,
        &until,
    )
    .fetch_all(tx)
    .await?;
    Ok(new.into_iter().collect())
}

pub async fn insert_lines(tx: &mut PgConnection, reservations: &[NewReservation<'_>]) -> sqlx::Result<()> {
    let lines =
        || reservations.iter().flat_map(|reservation| reservation.lines.iter().map(|line| (reservation.order, line)));
    let orders: Vec<_> = lines().map(|(order, _)| order.to_owned()).collect();
    let products: Vec<_> = lines().map(|(_, line)| line.item.product).collect();
    let sizes: Vec<_> = lines().map(|(_, line)| line.item.size).collect();
    let counts: Vec<_> = lines().map(|(_, line)| line.count).collect();
    sqlx::query!(
        "insert into reservation_line (order_key, product_id, size_id, count)
         select order_key, product_id, size_id, count
         from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
              as line (order_key, product_id, size_id, count)",
        &orders,
        &products,
        &sizes as &[Option<i64>],
        &counts,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes reservations that this transaction has inserted.
pub async fn delete(tx: &mut PgConnection, reservations: &[NewReservation<'_>]) -> sqlx::Result<()> {
    if reservations.is_empty() {
        return Ok(());
    }
    let orders: Vec<_> = reservations.iter().map(|reservation| reservation.order.to_owned()).collect();
    sqlx::query!("delete from reservation where order_key = any ($1)", &orders).execute(tx).await?;
    Ok(())
}

pub async fn lock(tx: &mut PgConnection, order: &str) -> sqlx::Result<Option<Reservation>> {
    let row = sqlx::query!("select state, expires_at from reservation where order_key = $1 for update", order)
        .fetch_optional(tx)
        .await?;
    row.map(|row| {
        let state = ReservationState::from_name(&row.state).ok_or_else(|| sqlx::Error::Decode(row.state.into()))?;
        Ok(Reservation { state, expires_at: row.expires_at })
    })
    .transpose()
}

/// Locks in key order.
pub async fn lock_held(tx: &mut PgConnection, orders: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select order_key
         from reservation
         -- Hidden from the planner as in `card::of_each`.
         where order_key = any ((select $1::text[])::text[]) and state = 'held'
         order by order_key
         for update",
        orders,
    )
    .fetch_all(tx)
    .await
}

/// The counts of equal items are added up.
pub async fn lines(tx: &mut PgConnection, orders: &[String]) -> sqlx::Result<Lines> {
    let rows = sqlx::query!(
        "select product_id, size_id, count
         from reservation_line
         -- Hidden from the planner as in `card::of_each`.
         where order_key = any ((select $1::text[])::text[])",
        orders,
    )
    .fetch_all(tx)
    .await?;
    let lines = rows
        .into_iter()
        .map(|row| Line { item: Item { product: row.product_id, size: row.size_id }, count: row.count });
    Ok(Lines::merge(lines))
}

pub async fn set_state(tx: &mut PgConnection, orders: &[String], state: ReservationState) -> sqlx::Result<()> {
    sqlx::query!(
        "update reservation set state = $2 where order_key = any ((select $1::text[])::text[])",
        orders,
        state.name()
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Also records each line as a movement of stock.
pub async fn mark_sold(tx: &mut PgConnection, orders: &[String], now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with sold as (
             update reservation
             set state = 'sold'
             where order_key = any ((select $1::text[])::text[])
             returning order_key
         )
         insert into stock_movement (product_id, moved_at, size_id, kind, change, order_key)
         select line.product_id, $2, line.size_id, 'sold', -line.count, line.order_key
         from sold
         join reservation_line as line on line.order_key = sold.order_key",
        orders,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Also holds an expired reservation again.
pub async fn extend(tx: &mut PgConnection, order: &str, until: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update reservation set state = 'held', expires_at = $2 where order_key = $1", order, until)
        .execute(tx)
        .await?;
    Ok(())
}

/// Skips reservations that another transaction has locked.
pub async fn lock_due(
    tx: &mut PgConnection,
    now: DateTime<Utc>,
    products: Option<&[i64]>,
    limit: i64,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select order_key
         from reservation
         where state = 'held' and expires_at <= $1
         and ($2::bigint[] is null or exists (
             select
             from reservation_line
             where reservation_line.order_key = reservation.order_key and reservation_line.product_id = any ($2)
         ))
         order by expires_at
         limit $3
         for update skip locked",
        now,
        products as Option<&[i64]>,
        limit,
    )
    .fetch_all(tx)
    .await
}
