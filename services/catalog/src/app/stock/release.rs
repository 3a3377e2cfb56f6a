use kit::Result;

use super::shift;
use crate::{
    App, db,
    domain::stock::{Change, State},
};

/// What was held is free again; what was sold stays sold. An order that is not known yet is remembered as released, so that
/// a reservation this overtook holds nothing when it comes.
pub async fn release(app: &App, order: &str) -> Result<()> {
    let orders = [order.to_owned()];
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    if !db::reservation::insert(&mut tx, order, State::Released, now, now).await? {
        let known = db::reservation::lock(&mut tx, order).await?;
        match known.map(|known| known.state) {
            Some(State::Held) => {
                let lines = db::reservation::lines(&mut tx, &orders).await?;
                db::stock::lock(&mut tx, &lines).await?;
                shift(&mut tx, &lines, Change::Free).await?;
            }
            Some(State::Expired) => {}
            Some(State::Sold | State::Released) | None => return Ok(()),
        }
        db::reservation::set(&mut tx, &orders, State::Released).await?;
    }
    tx.commit().await?;
    Ok(())
}
