//! Publishes and withdraws a product without an operator, for tests and the demo.

use kit::{Error, Result};
use proto::catalog::ProductChanged;

use crate::{App, db, domain::publication::State};

pub async fn publish(app: &App, product: i64, state: State) -> Result<()> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let Some(store_id) = db::product::set_state(&mut tx, product, state, app.clock.now()).await? else {
        // The product already has this state, or does not exist.
        return if db::like::exists(&mut tx, product).await? {
            Ok(())
        } else {
            Err(Error::NotFound("product_not_found"))
        };
    };
    let is_published = state == State::Published;
    outbox::append(&mut tx, &ProductChanged { product_id: product, store_id, is_published }).await?;
    tx.commit().await?;
    Ok(())
}
