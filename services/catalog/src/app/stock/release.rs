//! Releases the stock of cancelled orders.

use kit::Result;

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, ReservationState},
};

/// Releases the reserved goods of a cancelled order. Goods that are already sold stay sold. An unknown order is
/// recorded as released, so that its reservation is refused if it arrives later.
pub async fn release(app: &App, order: &str) -> Result<()> {
    let orders = [order.to_owned()];
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    if !db::reservation::insert(&mut tx, order, ReservationState::Released, now, now).await? {
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
