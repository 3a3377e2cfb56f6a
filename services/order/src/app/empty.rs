//! Taking things out of a cart. Taking out what is not there is no mistake: another tab was quicker.

use kit::Result;

use super::{Shopper, View, lines_of, view};
use crate::{App, catalog::Offers, db};

/// A line, or every line of the product when no size is named.
pub async fn remove(app: &App, shopper: &Shopper, product: i64, size: Option<i64>) -> Result<View> {
    let mut offers = Offers::default();
    let held = lines_of(app, shopper).await?;
    let goes =
        |line: &&crate::domain::cart::Line| line.key.product == product && (size.is_none() || line.key.size == size);
    // Only what stays needs a price, and nothing is taken out when it cannot be shown what stays.
    let stays = held.iter().filter(|line| !goes(line)).map(|line| line.key);
    app.catalog.ask(&mut offers, &shopper.on_behalf, stays).await?;

    let mut tx = app.pool.begin().await?;
    db::cart::lock_for(&mut tx, shopper.account, app.clock.now()).await?;
    db::line::remove_for(&mut tx, shopper.account, product, size).await?;
    let lines = db::line::find_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    view(app, shopper, &lines, offers).await
}

pub async fn clear(app: &App, shopper: &Shopper) -> Result<View> {
    let mut tx = app.pool.begin().await?;
    db::cart::lock_for(&mut tx, shopper.account, app.clock.now()).await?;
    db::line::clear_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    view(app, shopper, &[], Offers::default()).await
}
