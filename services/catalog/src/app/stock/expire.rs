//! Releases expired reservations, periodically and when an order is short of stock.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};

use super::change_stock;
use crate::{
    App, db,
    domain::stock::{Change, ReservationState},
};

const BATCH: i64 = 100;

pub async fn expire(app: &App) -> Result<usize> {
    release_all(app, None).await
}

pub(super) async fn expire_with_products(app: &App, products: &[i64]) -> Result<usize> {
    release_all(app, Some(products)).await
}

async fn release_all(app: &App, products: Option<&[i64]>) -> Result<usize> {
    let mut released = 0;
    loop {
        let count = release_batch(app, products).await?;
        if count == 0 {
            return Ok(released);
        }
        released += count;
    }
}

async fn release_batch(app: &App, products: Option<&[i64]>) -> Result<usize> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let expired = db::reservation::lock_due(&mut tx, app.clock.now(), products, BATCH).await?;
    if expired.is_empty() {
        return Ok(0);
    }

    let lines = db::reservation::lines(&mut tx, &expired).await?;
    db::stock::lock(&mut tx, &lines).await?;
    change_stock(&mut tx, &lines, Change::Release).await?;
    db::reservation::set_state(&mut tx, &expired, ReservationState::Expired).await?;
    tx.commit().await?;
    Ok(expired.len())
}

pub fn worker(app: &App, interval: Duration) -> Worker {
    Worker::new("reservations", interval, app.clone(), |app| async move {
        Ok(Next::now_if(release_batch(&app, None).await? > 0))
    })
}
