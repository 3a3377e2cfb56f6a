//! Finds the lines of a new order that bloggers referred.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kit::Result;

use crate::{
    App,
    app::{Shopper, check::Assessment},
    db::{self, rate_rule::Earner},
    domain::{
        bonus::{Rule, earned},
        cart::LineKey,
        engine::BillLine,
        line_item::LineItem,
        referral::{NoEarningReason, Referral, rate},
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributed {
    pub key: LineKey,
    pub holder: i64,
    pub referral: Referral,
    pub no_earning_reason: Option<NoEarningReason>,
    /// In qəpik, booked when the order is delivered.
    pub promised: i64,
}

#[derive(Clone, Copy)]
struct Blogger {
    holder: i64,
    no_earning_reason: Option<NoEarningReason>,
}

/// If referrals cannot be looked up, the order is placed without them.
pub async fn attribute(app: &App, shopper: &Shopper, assessment: &Assessment, address: Option<i64>) -> Vec<Attributed> {
    let now = app.clock.now();
    let fresh = |referral: &Referral| referral.is_fresh(now);
    let lines = assessment.view.cart.lines.iter();
    let referred: Vec<_> = lines.filter_map(|line| Some((line.key, line.referral.filter(fresh)?))).collect();
    if referred.is_empty() {
        return vec![];
    }
    match promise(app, shopper, assessment, address, &referred, now).await {
        Ok(attributed) => attributed,
        Err(error) => {
            let error = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(error, "The referrals of an order were lost because the lookup failed");
            vec![]
        }
    }
}

async fn promise(
    app: &App,
    shopper: &Shopper,
    assessment: &Assessment,
    address: Option<i64>,
    referred: &[(LineKey, Referral)],
    now: DateTime<Utc>,
) -> Result<Vec<Attributed>> {
    let mut bloggers: HashMap<i64, Option<Blogger>> = HashMap::new();
    for (_, Referral { account, .. }) in referred {
        if !bloggers.contains_key(account) {
            bloggers.insert(*account, find_blogger(app, shopper, *account, address).await?);
        }
    }
    let mut connection = app.pool.acquire().await?;
    let rules = db::rate_rule::all(&mut connection, Earner::Blogger).await?;
    let attributed = referred.iter().filter_map(|(key, referral)| {
        let Blogger { holder, no_earning_reason } = (*bloggers.get(&referral.account)?)?;
        let line = assessment.bill.lines.iter().find(|line| line.key == *key)?;
        let promised =
            if no_earning_reason.is_none() { earned(line.paid(), rate_of(assessment, line, &rules, now)) } else { 0 };
        Some(Attributed { key: *key, holder, referral: *referral, no_earning_reason, promised })
    });
    Ok(attributed.collect())
}

async fn find_blogger(app: &App, shopper: &Shopper, account: i64, address: Option<i64>) -> Result<Option<Blogger>> {
    let Some(screened) = app.auth.screen(&shopper.context, account, address).await? else { return Ok(None) };
    let mut tx = kit::db::begin(&app.pool).await?;
    let holder = db::bonus::holder_of(&mut tx, account).await?;
    tx.commit().await?;
    Ok(holder.map(|holder| Blogger { holder, no_earning_reason: screened.no_earning_reason }))
}

fn rate_of(assessment: &Assessment, line: &BillLine, rules: &[Rule], now: DateTime<Utc>) -> i64 {
    let categories = assessment.view.offers.get(line.key).map(|offered| &offered.categories[..]).unwrap_or_default();
    let item = LineItem {
        key: line.key,
        count: line.count,
        unit_price: line.unit_price,
        full_price: line.full_price,
        store: line.store_id,
        categories,
        bonus_rate: 0,
    };
    rate(rules, &item, now)
}
