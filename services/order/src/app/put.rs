//! Putting things into a cart: adding to what it holds, and setting how many it holds.

use kit::{Error, Result};

use super::{Shopper, View, lines_of, view};
use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::{Count, Line, LineKey, Offer},
        change,
    },
};

pub async fn add(app: &App, shopper: &Shopper, key: LineKey, more: Count) -> Result<View> {
    put(app, shopper, key, |lines, offer| change::add(lines, key, offer, more)).await
}

/// Setting is the same whether or not the cart holds the line: the last word of two tabs counts.
pub async fn update(app: &App, shopper: &Shopper, key: LineKey, count: Count) -> Result<View> {
    put(app, shopper, key, |lines, offer| change::set(lines, key, offer, count)).await
}

async fn put(
    app: &App,
    shopper: &Shopper,
    key: LineKey,
    decide: impl FnOnce(&[Line], Offer) -> Result<Count>,
) -> Result<View> {
    let mut offers = Offers::default();
    let held = lines_of(app, shopper).await?;
    let keys = held.iter().map(|line| line.key).chain([key]);
    app.catalog.ask(&mut offers, &shopper.on_behalf, keys).await?;
    let offer = offers.of(key).ok_or(Error::NotFound("product_not_found"))?;

    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let held = db::line::find_for(&mut tx, shopper.account).await?;
    let count = decide(&held, offer)?;
    let line = Line { key, count: count.get(), seen_price: offer.unit_price };
    db::line::set_for(&mut tx, shopper.account, line, now).await?;
    let lines = db::line::find_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    view(app, shopper, &lines, offers).await
}
