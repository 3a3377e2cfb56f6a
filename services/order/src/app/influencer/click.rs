//! Counts clicks on bloggers' links, once per visitor and day. Instead of the visitor's identity, a pseudonym is stored
//! that changes every day.

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

/// Maximum number of visitors that are deleted in one transaction.
const BATCH: i64 = 1_000;

/// Counts a click on a blogger's link. Clicks on unknown links, clicks of bots and the blogger's own clicks are not
/// counted. If `product` is not for sale, the click counts without a product, so that no visitor can fill a report with
/// invented products.
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
    // The owner of a list may no longer be a blogger.
    if target.list.is_some() && app.auth.screen(&CallContext::default(), target.account, None).await?.is_none() {
        return Ok(());
    }
    let product = product_for_sale(app, context, product).await?;
    let day = baku::local(app.clock.now()).date();
    // The same visitor has another pseudonym on another day.
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

/// Counts clicks for the history of a demo shop. `visitors` are pseudonyms.
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

/// Returns the clicked product if it is for sale.
async fn product_for_sale(app: &App, context: &CallContext, product: Option<i64>) -> Result<Option<i64>> {
    let Some(product) = product else { return Ok(None) };
    let (key, mut offers) = (LineKey { product, size: None }, Offers::default());
    app.catalog.fetch_offers(&mut offers, context, [key]).await?;
    Ok(offers.of(key).map(|_| product))
}

/// Deletes the visitors of earlier days, and returns their number. Visitors are stored only to count each of them once
/// a day. They are kept one day longer, because the clock of another process may be slow.
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
