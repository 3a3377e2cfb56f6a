//! Releases the reservation of a cancelled order.

use kit::Result;

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, ReservationState},
};

/// Sold goods stay sold. An order without a reservation is recorded as released, so that a late reservation call is
/// refused.
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
