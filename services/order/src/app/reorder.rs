//! Puts the goods of an order into the cart again.

use kit::{Error, Result};

use super::Shopper;
use crate::{
    App,
    catalog::Offers,
    db::{self, order_line::LineCount},
    domain::{
        cart::{Count, Line, MAX_COUNT, Offer},
        change,
        code::Code,
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reordered {
    pub units_added: i64,
    /// Not for sale, or no space in the cart.
    pub lines_missing: i64,
}

/// Fills the cart again with as much as is available, up to [`MAX_COUNT`] per line.
pub async fn reorder(app: &App, shopper: &Shopper, code: &Code) -> Result<Reordered> {
    let ordered = {
        let mut connection = app.pool.acquire().await?;
        let id = db::order::id_for(&mut connection, shopper.account, code).await?;
        db::order_line::counts(&mut connection, id.ok_or(Error::NotFound("order_not_found"))?).await?
    };
    let mut offers = Offers::default();
    app.catalog.fetch_offers(&mut offers, &shopper.context, ordered.iter().map(|line| line.key)).await?;

    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let mut cart = db::line::find_for(&mut tx, shopper.account).await?;
    let mut reordered = Reordered { units_added: 0, lines_missing: 0 };
    for line in ordered {
        let Some((added, line)) = offers.of(line.key).and_then(|offer| cart_line(&cart, line, offer)) else {
            reordered.lines_missing += 1;
            continue;
        };
        db::line::set_for(&mut tx, shopper.account, line, now).await?;
        cart.retain(|old| old.key != line.key);
        cart.push(line);
        reordered.units_added += added;
    }
    tx.commit().await?;
    Ok(reordered)
}

fn cart_line(cart: &[Line], ordered: LineCount, offer: Offer) -> Option<(i64, Line)> {
    let key = ordered.key;
    let in_cart = cart.iter().find(|line| line.key == key).map_or(0, |line| line.count);
    let added = ordered.count.min(offer.available - in_cart).min(MAX_COUNT - in_cart);
    let count = change::add(cart, key, offer, Count::parse(added).ok()?).ok()?;
    Some((added, Line { key, count: count.get(), seen_price: offer.unit_price, referral: None }))
}
