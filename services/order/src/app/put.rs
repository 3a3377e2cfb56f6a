//! Adds products to carts, and sets their counts.

use kit::{Error, Result};

use super::{Shopper, View, referral, view};
use crate::{
    App,
    catalog::Offers,
    db::{
        self,
        cart::{CartQuery, SetIfUnchanged, StoredCart},
    },
    domain::{
        cart::{Count, Line, LineKey, Offer},
        change,
        referral::{Claim, Referral},
    },
};

/// `claim` is the click on a blogger's link that led to the product.
pub async fn add(app: &App, shopper: &Shopper, key: LineKey, more: Count, claim: Option<&Claim>) -> Result<View> {
    put(app, shopper, key, claim, |lines, offer| change::add(lines, key, offer, more)).await
}

/// The later of two concurrent requests wins.
pub async fn update(app: &App, shopper: &Shopper, key: LineKey, count: Count, claim: Option<&Claim>) -> Result<View> {
    put(app, shopper, key, claim, |lines, offer| change::set(lines, key, offer, count)).await
}

/// Writes without a lock if the cart is unchanged, which saves round trips. Otherwise decides again with the cart
/// locked.
async fn put(
    app: &App,
    shopper: &Shopper,
    key: LineKey,
    claim: Option<&Claim>,
    decide: impl Fn(&[Line], Offer) -> Result<Count>,
) -> Result<View> {
    let mut offers = Offers::default();
    let stored = app.batches.carts.load(CartQuery { account: shopper.account }).await?;
    let keys = stored.lines.iter().map(|line| line.key).chain([key]);
    let (fetched, referral) = tokio::join!(
        app.catalog.fetch_offers(&mut offers, &shopper.context, keys),
        referral::resolve(app, &shopper.context, claim)
    );
    fetched?;
    let offer = offers.of(key).ok_or(Error::NotFound("product_not_found"))?;
    let decide = |lines: &[Line]| {
        let count = decide(lines, offer)?.get();
        Ok(Line { key, count, seen_price: offer.unit_price, referral: referral.or_else(|| referral_of(lines, key)) })
    };
    let lines = match set_if_unchanged(app, shopper, stored, &decide).await? {
        Some(lines) => lines,
        None => set_locked(app, shopper, &decide).await?,
    };
    view(app, shopper, &lines, offers).await
}

fn referral_of(lines: &[Line], key: LineKey) -> Option<Referral> {
    lines.iter().find(|line| line.key == key).and_then(|line| line.referral)
}

async fn set_if_unchanged(
    app: &App,
    shopper: &Shopper,
    stored: StoredCart,
    decide: impl Fn(&[Line]) -> Result<Line>,
) -> Result<Option<Vec<Line>>> {
    let StoredCart { mut lines, version } = stored;
    let line = decide(&lines)?;
    let set = SetIfUnchanged { account: shopper.account, version, line, at: app.clock.now() };
    let is_set = app.batches.puts.load(set).await?;
    match lines.iter_mut().find(|existing| existing.key == line.key) {
        Some(existing) => *existing = line,
        None => lines.push(line),
    }
    Ok(is_set.then_some(lines))
}

async fn set_locked(app: &App, shopper: &Shopper, decide: impl Fn(&[Line]) -> Result<Line>) -> Result<Vec<Line>> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let line = decide(&db::line::find_for(&mut tx, shopper.account).await?)?;
    db::line::set_for(&mut tx, shopper.account, line, now).await?;
    let lines = db::line::find_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    Ok(lines)
}
