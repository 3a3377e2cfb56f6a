//! Merges a guest's basket into the account's cart at sign-in, completely or not at all. A repeated request changes
//! nothing.

use std::collections::HashMap;

use futures::future::join_all;
use kit::Result;

use super::{Shopper, View, referral, view};
use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::LineKey,
        merge::{GuestLine, Merge, Merged, merge as merge_lines},
        order::Request,
        referral::{Claim, Referral},
    },
};

/// Maximum number of links that are resolved per request. The basket of an honest guest comes from few lists.
const MAX_LINKS: usize = 20;

/// A guest's basket. `claims` are the clicks that led to its lines.
pub struct Basket {
    pub lines: Vec<GuestLine>,
    pub claims: Vec<(LineKey, Claim)>,
    pub request: Request,
}

pub struct MergedView {
    pub view: View,
    pub outcomes: Vec<Merged>,
}

pub async fn merge(app: &App, shopper: &Shopper, basket: &Basket) -> Result<MergedView> {
    let mut offers = Offers::default();
    let keys = || basket.lines.iter().map(|line| line.key);
    app.catalog.fetch_offers(&mut offers, &shopper.context, keys()).await?;
    // If the size is gone, the product may still exist.
    let sizeless = keys().filter(|key| key.size.is_some() && offers.of(*key).is_none());
    let sizeless: Vec<_> = sizeless.map(|key| LineKey { size: None, ..key }).collect();
    app.catalog.fetch_offers(&mut offers, &shopper.context, sizeless).await?;
    let referrals = referrals_of(app, shopper, basket).await;

    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let known = db::cart_merge::find(&mut tx, shopper.account, &basket.request).await?;
    let outcomes = if let Some(outcomes) = known {
        outcomes
    } else {
        let cart = db::line::find_for(&mut tx, shopper.account).await?;
        let Merge { outcomes, mut changed } = merge_lines(&cart, &basket.lines, |key| offers.of(key));
        for line in &mut changed {
            line.referral = referrals.get(&line.key).copied().or(line.referral);
        }
        db::line::set_all_for(&mut tx, shopper.account, &changed, now).await?;
        db::cart_merge::insert(&mut tx, shopper.account, &basket.request, &outcomes, now).await?;
        outcomes
    };
    let lines = db::line::find_for(&mut tx, shopper.account).await?;
    tx.commit().await?;
    Ok(MergedView { view: view(app, shopper, &lines, offers).await?, outcomes })
}

/// Resolves every distinct link once.
async fn referrals_of(app: &App, shopper: &Shopper, basket: &Basket) -> HashMap<LineKey, Referral> {
    let mut links: Vec<&Claim> = vec![];
    for (_, claim) in &basket.claims {
        if links.len() < MAX_LINKS && !links.contains(&claim) {
            links.push(claim);
        }
    }
    let found = links.iter().map(|claim| referral::resolve(app, &shopper.context, Some(claim)));
    let found = join_all(found).await;
    let referral_of = |claim: &Claim| {
        let index = links.iter().position(|link| *link == claim)?;
        found.get(index).copied().flatten()
    };
    basket.claims.iter().filter_map(|(key, claim)| Some((*key, referral_of(claim)?))).collect()
}
