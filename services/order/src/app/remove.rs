//! Removes lines from carts. A missing line is not an error, because another tab may have removed it.

use kit::Result;

use super::{Shopper, View, lines_of, view};
use crate::{App, catalog::Offers, db, domain::cart::Line};

/// Without a size, removes all lines of the product.
pub async fn remove(app: &App, shopper: &Shopper, product: i64, size: Option<i64>) -> Result<View> {
    let mut offers = Offers::default();
    let lines = lines_of(app, shopper).await?;
    let is_removed = |line: &&Line| line.key.product == product && (size.is_none() || line.key.size == size);
    // If prices are not available, nothing is removed.
    let remaining = lines.iter().filter(|line| !is_removed(line)).map(|line| line.key);
    app.catalog.fetch_offers(&mut offers, &shopper.context, remaining).await?;

    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, app.clock.now()).await?;
    db::line::remove_for(&mut tx, shopper.account, product, size).await?;
    let lines = db::line::find_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    view(app, shopper, &lines, offers).await
}

pub async fn clear(app: &App, shopper: &Shopper) -> Result<View> {
    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, app.clock.now()).await?;
    db::line::clear_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    view(app, shopper, &[], Offers::default()).await
}
