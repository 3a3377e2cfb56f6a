//! Counts clicks on bloggers' links, once per visitor and day. Visitors are stored as pseudonyms that change every day.

use chrono::Days;
use kit::{Result, client::CallContext};

use crate::{
    App,
    app::referral::target,
    catalog::Offers,
    db::{self, influencer::Click},
    domain::{
        baku,
        cart::LineKey,
        referral::{Link, is_bot},
    },
};

const BATCH: i64 = 1_000;

/// Ignores unknown links, bots and own clicks. A product that is not for sale is dropped, so that no visitor can fill a
/// report with invented products.
pub async fn count_click(
    app: &App,
    context: &CallContext,
    caller: Option<i64>,
    link: &Link,
    product: Option<i64>,
) -> Result<()> {
    if is_bot(context.origin.agent()) {
        return Ok(());
    }
    let Some(target) = target(app, context, link).await?.filter(|target| caller != Some(target.account)) else {
        return Ok(());
    };
    // The list's owner may no longer be a blogger.
    if target.list.is_some() && app.auth.screen(&CallContext::default(), target.account, None).await?.is_none() {
        return Ok(());
    }
    let product = product_for_sale(app, context, product).await?;
    let day = baku::local(app.clock.now()).date();
    let visitor = app.quote_key.pseudonym(&[
        &day.to_string(),
        &context.origin.network().map(|address| address.to_string()).unwrap_or_default(),
        context.origin.agent(),
    ]);
    let mut tx = kit::db::begin(&app.pool).await?;
    if let Some(holder) = db::bonus::holder_of(&mut tx, target.account).await? {
        let click = Click { day, visitor, holder, list: target.list, product };
        db::influencer::count_click(&mut tx, &click).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// For the demo's history.
pub async fn count_visitors(app: &App, blogger: i64, list: i64, product: i64, visitors: &[[u8; 32]]) -> Result<()> {
    let day = baku::local(app.clock.now()).date();
    let mut tx = kit::db::begin(&app.pool).await?;
    if let Some(holder) = db::bonus::holder_of(&mut tx, blogger).await? {
        for visitor in visitors {
            let click = Click { day, visitor: *visitor, holder, list: Some(list), product: Some(product) };
            db::influencer::count_click(&mut tx, &click).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

async fn product_for_sale(app: &App, context: &CallContext, product: Option<i64>) -> Result<Option<i64>> {
    let Some(product) = product else { return Ok(None) };
    let (key, mut offers) = (LineKey { product, size: None }, Offers::default());
    app.catalog.fetch_offers(&mut offers, context, [key]).await?;
    Ok(offers.of(key).map(|_| product))
}

/// Keeps a day more than needed, because the clock of another process may be slow.
pub async fn delete_click_visitors(app: &App) -> Result<u64> {
    let today = baku::local(app.clock.now()).date();
    let mut total = 0;
    loop {
        let mut tx = kit::db::begin(&app.pool).await?;
        let deleted = db::influencer::delete_clicks_before(&mut tx, today - Days::new(1), BATCH).await?;
        tx.commit().await?;
        total += deleted;
        if deleted < BATCH.unsigned_abs() {
            return Ok(total);
        }
    }
}
