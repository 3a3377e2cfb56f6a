//! Returns sold goods to the stock.

use kit::{Error, Result};

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, Lines, ReservationState},
};

/// Idempotent by `return_key`.
pub async fn restock(app: &App, order: &str, return_key: &str, lines: &Lines) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let reservation = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
    if reservation.state != ReservationState::Sold {
        return Err(Error::conflict("not_sold"));
    }

    let now = app.clock.now();
    if !db::stock_return::insert(&mut tx, order, return_key, lines, now).await? {
        let is_same = db::stock_return::equals(&mut tx, order, return_key, lines).await?;
        return if is_same { Ok(()) } else { Err(Error::conflict("return_differs")) };
    }
    if !db::stock_return::add_returned(&mut tx, order, lines).await? {
        return Err(Error::conflict("return_exceeds_sale"));
    }

    let levels = db::stock::lock(&mut tx, lines).await?;
    // A size may have been deleted since the sale.
    let lines = Lines::merge(lines.iter().filter(|line| levels.contains(line.item)).copied());
    change_stock(&mut tx, &lines, Change::Return).await?;
    db::stock_movement::insert_returns(&mut tx, order, &lines, now).await?;
    tx.commit().await?;
    Ok(())
}
