//! Merges a guest's basket (kept in the browser) into the account's cart at sign-in.

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

/// An honest guest comes from few links.
const MAX_LINKS: usize = 20;

pub struct Basket {
    pub lines: Vec<GuestLine>,
    pub claims: Vec<(LineKey, Claim)>,
    pub request: Request,
}

pub struct MergedView {
    pub view: View,
    pub outcomes: Vec<Merged>,
}

/// A repeated request changes nothing, and returns the same outcomes.
pub async fn merge(app: &App, shopper: &Shopper, basket: &Basket) -> Result<MergedView> {
    let mut offers = Offers::default();
    let keys = || basket.lines.iter().map(|line| line.key);
    app.catalog.fetch_offers(&mut offers, &shopper.context, keys()).await?;
    // If a size is no longer for sale, its product may still be.
    let sizeless = keys().filter(|key| key.size.is_some() && offers.of(*key).is_none());
    let sizeless: Vec<_> = sizeless.map(|key| LineKey { size: None, ..key }).collect();
    app.catalog.fetch_offers(&mut offers, &shopper.context, sizeless).await?;
    let referrals = referrals_of(app, shopper, basket).await;

    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::cart::lock_for(&mut tx, shopper.account, now).await?;
    let earlier_outcomes = db::cart_merge::find(&mut tx, shopper.account, &basket.request).await?;
    let outcomes = if let Some(outcomes) = earlier_outcomes {
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

async fn referrals_of(app: &App, shopper: &Shopper, basket: &Basket) -> HashMap<LineKey, Referral> {
    let mut links: Vec<&Claim> = vec![];
    for (_, claim) in &basket.claims {
        if links.len() < MAX_LINKS && !links.contains(&claim) {
            links.push(claim);
        }
    }
    let resolutions = links.iter().map(|claim| referral::resolve(app, &shopper.context, Some(claim)));
    let resolved = join_all(resolutions).await;
    let referral_of = |claim: &Claim| {
        let index = links.iter().position(|link| *link == claim)?;
        resolved.get(index).copied().flatten()
    };
    basket.claims.iter().filter_map(|(key, claim)| Some((*key, referral_of(claim)?))).collect()
}
