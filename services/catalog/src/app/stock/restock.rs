use kit::{Error, Result};

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, Lines, State},
};

/// Returns sold goods to stock, never more than were sold. A repeated call with the same `return_key` changes nothing.
pub async fn restock(app: &App, order: &str, return_key: &str, lines: &Lines) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let reservation = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
    if reservation.state != State::Sold {
        return Err(Error::conflict("not_sold"));
    }
    if !db::stock_return::insert(&mut tx, order, return_key, lines, app.clock.now()).await? {
        let is_same = db::stock_return::equals(&mut tx, order, return_key, lines).await?;
        return if is_same { Ok(()) } else { Err(Error::conflict("return_differs")) };
    }
    if !db::stock_return::add_returned(&mut tx, order, lines).await? {
        return Err(Error::conflict("return_exceeds_sale"));
    }
    db::stock::lock(&mut tx, lines).await?;
    change_stock(&mut tx, lines, Change::Return).await?;
    tx.commit().await?;
    Ok(())
}
