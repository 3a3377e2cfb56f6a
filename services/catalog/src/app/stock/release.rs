//! Releases the reserved stock of cancelled orders.

use kit::Result;

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, ReservationState},
};

/// Releases the reserved goods of a cancelled order. Goods that are already sold stay sold. If the order has no
/// reservation, records one as released: a reservation call that arrives later is then refused.
pub async fn release(app: &App, order: &str) -> Result<()> {
    let orders = [order.to_owned()];
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;

    let is_unknown_order = db::reservation::insert(&mut tx, order, ReservationState::Released, now, now).await?;
    if !is_unknown_order {
        let reservation = db::reservation::lock(&mut tx, order).await?;
        match reservation.map(|reservation| reservation.state) {
            Some(ReservationState::Held) => {
                let lines = db::reservation::lines(&mut tx, &orders).await?;
                db::stock::lock(&mut tx, &lines).await?;
                change_stock(&mut tx, &lines, Change::Release).await?;
            }
            Some(ReservationState::Expired) => {}
            Some(ReservationState::Sold | ReservationState::Released) | None => return Ok(()),
        }
        db::reservation::set_state(&mut tx, &orders, ReservationState::Released).await?;
    }
    tx.commit().await?;
    Ok(())
}
