//! Puts the available goods of an earlier order into the cart.

use kit::{Error, Result};

use super::Shopper;
use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::{Count, Line, MAX_COUNT},
        change,
        code::Code,
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reordered {
    /// Units.
    pub added: i64,
    /// Lines.
    pub missing: i64,
}

/// Adds as many of each line as are available, at most the ordered count.
pub async fn reorder(app: &App, shopper: &Shopper, code: &Code) -> Result<Reordered> {
    let ordered = {
        let mut connection = app.pool.acquire().await?;
        let id = db::order::id_for(&mut connection, shopper.account, code).await?;
        db::order_line::held(&mut connection, id.ok_or(Error::NotFound("order_not_found"))?).await?
    };
    let mut offers = Offers::default();
    app.catalog.ask(&mut offers, &shopper.on_behalf, ordered.iter().map(|line| line.key)).await?;

    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let mut cart = db::line::find_for(&mut tx, shopper.account).await?;
    let mut reordered = Reordered { added: 0, missing: 0 };
    for line in ordered {
        let held = cart.iter().find(|known| known.key == line.key).map_or(0, |known| known.count);
        let fitting = offers.of(line.key).and_then(|offer| {
            let more = line.count.min(offer.available - held).min(MAX_COUNT - held);
            let count = change::add(&cart, line.key, offer, Count::parse(more).ok()?).ok()?;
            Some((more, Line { key: line.key, count: count.get(), seen_price: offer.unit_price, referral: None }))
        });
        let Some((more, line)) = fitting else {
            reordered.missing += 1;
            continue;
        };
        db::line::set_for(&mut tx, shopper.account, line, now).await?;
        cart.retain(|known| known.key != line.key);
        cart.push(line);
        reordered.added += more;
    }
    tx.commit().await?;
    Ok(reordered)
}
