//! Checks whether a cart can be ordered, and signs a quote. Placing an order makes the same check.

use kit::Result;

use super::{
    Shopper, get, promo_guess,
    terms::{self, Destination},
};
use crate::{
    App,
    auth::Address,
    domain::{
        check::{Intent, Obstacle},
        quote::Quote,
    },
};

pub use super::terms::Assessment;

pub struct Checked {
    pub assessment: Assessment,
    /// Signed prices and terms. `None` if there are obstacles.
    pub quote: Option<String>,
}

pub async fn check(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Checked> {
    let assessment = assess(app, shopper, intent).await?;
    quoted(app, shopper.account, assessment, intent)
}

/// Only `account` can accept the quote.
pub(super) fn quoted(app: &App, account: i64, assessment: Assessment, intent: &Intent) -> Result<Checked> {
    let quote = Quote::of(account, &assessment.terms(intent), app.clock.now());
    let quote = assessment.obstacles.is_empty().then(|| app.quote_key.sign(&quote)).transpose()?;
    Ok(Checked { assessment, quote })
}

pub async fn assess(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Assessment> {
    promo_guess::allow(app, shopper, intent.promo_code.as_ref()).await?;
    let (view, address) = tokio::try_join!(get(app, shopper), address_of(app, shopper, intent))?;
    let destination =
        address.as_ref().ok().map(|address| Destination { city: address.city_id, district: address.district_id });
    let now = app.clock.now();
    let found = terms::find(app, shopper, intent.promo_code.as_ref(), destination, now).await?;
    terms::assess(view, address, found, intent, now)
}

async fn address_of(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Result<Address, Obstacle>> {
    let Some(id) = intent.address else { return Ok(Err(Obstacle::AddressRequired)) };
    Ok(app.auth.address(&shopper.context, id).await?.ok_or(Obstacle::AddressNotFound))
}
