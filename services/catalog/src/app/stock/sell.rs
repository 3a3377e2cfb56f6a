use kit::{Error, Result};
use sqlx::Connection as _;

use super::shift;
use crate::{
    App, db,
    domain::stock::{Change, State},
};

/// What was held is sold; what is not held any more is sold all the same while it is there.
pub async fn sell(app: &App, order: &str) -> Result<()> {
    let orders = [order.to_owned()];
    let mut connection = app.lender.lend().await?;
    let mut tx = connection.begin_with(db::shelf::BEGIN_SHARING).await?;
    let known = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
    let change = match known.state {
        State::Sold => return Ok(()),
        State::Released => return Err(Error::conflict("reservation_released")),
        State::Held => Change::Sell,
        State::Expired => Change::SellFree,
    };
    let lines = db::reservation::lines(&mut tx, &orders).await?;
    let rack = db::stock::lock(&mut tx, &lines).await?;
    if change == Change::SellFree && lines.iter().any(|line| line.count > rack.left(line.item)) {
        return Err(Error::conflict("reservation_expired"));
    }
    shift(&mut tx, &lines, change).await?;
    db::reservation::set(&mut tx, &orders, State::Sold).await?;
    tx.commit().await?;
    connection.done();
    Ok(())
}
