//! Reserves stock for orders: all goods of an order, or none.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Result, db::batch};
use sqlx::{Connection as _, PgConnection};

use super::{change_stock, expire};
use crate::{
    App,
    db::{
        self,
        reservation::{NewReservation, Reservation},
    },
    domain::stock::{Change, Item, Lines, ReservationState, StockLevels},
};

pub enum Reserved {
    Held { until: DateTime<Utc> },
    Short(Vec<Shortage>),
}

pub struct Shortage {
    pub item: Item,
    pub available: i64,
}

/// If stock is short, releases expired reservations and tries again.
pub async fn reserve(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let now = app.clock.now();
    let until = now + hold;
    let request = ReserveOrder { order: order.to_owned(), lines: lines.clone(), reserved_at: now, until };
    if app.stock_batches.reservations.load(request).await? {
        return Ok(Reserved::Held { until });
    }

    let outcome = reserve_alone(app, order, lines, hold).await?;
    let is_short = matches!(outcome, Reserved::Short(_));
    if is_short && expire::expire_with_products(app, &lines.products()).await? > 0 {
        return reserve_alone(app, order, lines, hold).await;
    }
    Ok(outcome)
}

/// A batched order. Batches handle only the common case: a new order whose goods are in stock.
pub struct ReserveOrder {
    order: String,
    lines: Lines,
    reserved_at: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl batch::BatchQuery for ReserveOrder {
    /// If `false`, nothing changed, and `reserve_alone` determines why.
    type Output = bool;

    /// Inserts all new orders, reserves for one after the other, and deletes those that are short of stock.
    async fn load_batch(connection: &mut PgConnection, orders: &[Self]) -> Result<Vec<bool>> {
        let mut tx = connection.begin().await?;
        let requested = orders.iter().map(Self::as_new).collect::<Vec<_>>();
        let mut new_orders = db::reservation::insert_all(&mut tx, &requested).await?;
        // If a batch contains an order twice, only the first counts as new.
        let is_new: Vec<_> = requested.iter().map(|reservation| new_orders.remove(reservation.order)).collect();

        let mut levels = db::stock::lock(&mut tx, &all_lines(&select(&requested, &is_new))).await?;
        let is_held: Vec<_> = requested
            .iter()
            .zip(&is_new)
            .map(|(reservation, is_new)| *is_new && levels.try_reserve(reservation.lines))
            .collect();

        let held = select(&requested, &is_held);
        if held.is_empty() {
            // A dropped transaction keeps its locks until the connection's next use.
            tx.rollback().await?;
            return Ok(is_held);
        }

        let is_short: Vec<_> = is_new.iter().zip(&is_held).map(|(is_new, is_held)| *is_new && !is_held).collect();
        db::reservation::delete(&mut tx, &select(&requested, &is_short)).await?;

        change_stock(&mut tx, &all_lines(&held), Change::Hold).await?;
        db::reservation::insert_lines(&mut tx, &held).await?;
        tx.commit().await?;
        Ok(is_held)
    }
}

impl ReserveOrder {
    fn as_new(&self) -> NewReservation<'_> {
        NewReservation { order: &self.order, lines: &self.lines, reserved_at: self.reserved_at, until: self.until }
    }
}

/// Returns the reservations whose `mask` is `true`.
fn select<'a>(reservations: &[NewReservation<'a>], mask: &[bool]) -> Vec<NewReservation<'a>> {
    reservations
        .iter()
        .zip(mask)
        .filter(|(_, is_selected)| **is_selected)
        .map(|(reservation, _)| *reservation)
        .collect()
}

fn all_lines(reservations: &[NewReservation<'_>]) -> Lines {
    Lines::merge(reservations.iter().flat_map(|reservation| reservation.lines.iter().copied()))
}

/// Handles the uncommon cases: repeated calls, expired reservations, and short stock.
async fn reserve_alone(app: &App, order: &str, lines: &Lines, hold: TimeDelta) -> Result<Reserved> {
    let now = app.clock.now();
    let until = now + hold;
    let mut connection = app.warm_pool.acquire().await?;
    let mut tx = connection.begin().await?;
    let is_new = db::reservation::insert(&mut tx, order, ReservationState::Held, now, until).await?;
    if !is_new {
        let existing = lock_same(&mut tx, order, lines).await?;
        match existing.state {
            ReservationState::Held if existing.expires_at <= now => {
                db::reservation::extend(&mut tx, order, until).await?;
                tx.commit().await?;
                return Ok(Reserved::Held { until });
            }
            ReservationState::Held | ReservationState::Sold => {
                return Ok(Reserved::Held { until: existing.expires_at });
            }
            // An expired reservation is held again below; `lock_same` refuses a released one.
            ReservationState::Expired | ReservationState::Released => {}
        }
    }

    let short = shortages(lines, &db::stock::lock(&mut tx, lines).await?);
    if !short.is_empty() {
        return Ok(Reserved::Short(short));
    }

    change_stock(&mut tx, lines, Change::Hold).await?;
    if is_new {
        db::reservation::insert_lines(&mut tx, &[NewReservation { order, lines, reserved_at: now, until }]).await?;
    } else {
        db::reservation::extend(&mut tx, order, until).await?;
    }
    tx.commit().await?;
    connection.release();
    Ok(Reserved::Held { until })
}

/// Fails if the order was released or has other lines.
async fn lock_same(tx: &mut PgConnection, order: &str, lines: &Lines) -> Result<Reservation> {
    let existing = db::reservation::lock(tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
    if existing.state == ReservationState::Released {
        // Cancelled, perhaps before this call arrived. A reservation made now would never be released.
        return Err(Error::conflict("reservation_released"));
    }
    if db::reservation::lines(tx, &[order.to_owned()]).await? != *lines {
        return Err(Error::conflict("reservation_differs"));
    }
    Ok(existing)
}

fn shortages(lines: &Lines, levels: &StockLevels) -> Vec<Shortage> {
    let shortages = lines.iter().filter_map(|line| {
        let available = levels.available(line.item);
        (line.count > available).then_some(Shortage { item: line.item, available })
    });
    shortages.collect()
}
