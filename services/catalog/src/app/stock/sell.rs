//! Sells the reserved stock of orders, once they are paid or confirmed.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kit::{Error, Result, db::batch};
use sqlx::{Connection as _, PgConnection};

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, ReservationState},
};

/// Sells after an expiry too, if the goods are still in stock.
pub async fn sell(app: &App, order: &str) -> Result<()> {
    let sale = SellOrder { order: order.to_owned(), sold_at: app.clock.now() };
    if app.stock_batches.sales.load(sale).await? { Ok(()) } else { sell_alone(app, order).await }
}

/// A batched sale. Batches handle only the common case: the reservation is still held.
pub struct SellOrder {
    order: String,
    sold_at: DateTime<Utc>,
}

impl batch::BatchQuery for SellOrder {
    /// If `false`, nothing changed, and `sell_alone` determines why.
    type Output = bool;

    async fn load_batch(connection: &mut PgConnection, sales: &[Self]) -> Result<Vec<bool>> {
        let orders: Vec<_> = sales.iter().map(|sale| sale.order.clone()).collect();
        // The sales are concurrent, so all get the time of the last one.
        let Some(sold_at) = sales.iter().map(|sale| sale.sold_at).max() else { return Ok(Vec::new()) };

        let mut tx = connection.begin().await?;
        let held_orders = db::reservation::lock_held(&mut tx, &orders).await?;

        let lines = db::reservation::lines(&mut tx, &held_orders).await?;
        db::stock::lock(&mut tx, &lines).await?;
        change_stock(&mut tx, &lines, Change::Sell).await?;
        db::reservation::mark_sold(&mut tx, &held_orders, sold_at).await?;
        tx.commit().await?;

        let held_orders: HashSet<_> = held_orders.into_iter().collect();
        Ok(orders.iter().map(|order| held_orders.contains(order)).collect())
    }
}

async fn sell_alone(app: &App, order: &str) -> Result<()> {
    let orders = [order.to_owned()];
    let mut connection = app.warm_pool.acquire().await?;
    let mut tx = connection.begin().await?;
    let reservation = db::reservation::lock(&mut tx, order).await?.ok_or(Error::NotFound("reservation_not_found"))?;
    let change = match reservation.state {
        ReservationState::Sold => return Ok(()),
        ReservationState::Released => return Err(Error::conflict("reservation_released")),
        ReservationState::Held => Change::Sell,
        ReservationState::Expired => Change::SellUnreserved,
    };

    let lines = db::reservation::lines(&mut tx, &orders).await?;
    let levels = db::stock::lock(&mut tx, &lines).await?;
    if change == Change::SellUnreserved && lines.iter().any(|line| line.count > levels.unreserved(line.item)) {
        return Err(Error::conflict("reservation_expired"));
    }
    change_stock(&mut tx, &lines, change).await?;
    db::reservation::mark_sold(&mut tx, &orders, app.clock.now()).await?;
    tx.commit().await?;
    connection.release();
    Ok(())
}
