//! Checking a cart before it is ordered. Placing an order begins with the same function, so the two cannot disagree.

use kit::Result;

use super::{
    Shopper, View, get,
    terms::{self, BonusOffer, Place},
};
use crate::{
    App,
    auth::Address,
    domain::{
        check::{Intent, Obstacle},
        delivery::{Slot, Zone},
        engine::Bill,
        promo::Applied,
        quote::{Quote, Terms},
    },
};

/// What an order would be at this moment, and what stands in its way.
pub struct Assessment {
    pub view: View,
    pub priced: Bill,
    pub address: Option<Address>,
    /// Where the address lies.
    pub zone: Option<Zone>,
    /// The one that was named, or the next that is free.
    pub slot: Option<Slot>,
    pub promo: Option<Applied>,
    pub bonus: BonusOffer,
    pub obstacles: Vec<Obstacle>,
}

impl Assessment {
    /// What a quote promises, and what it is held against.
    pub fn terms<'a>(&'a self, intent: &'a Intent) -> Terms<'a> {
        Terms {
            cart: &self.view.cart,
            bill: &self.priced,
            promo: self.promo.as_ref(),
            zone: self.zone.as_ref().map(|zone| zone.id),
            slot: intent.delivery_slot.as_deref(),
            method: intent.method,
        }
    }
}

pub struct Checked {
    pub assessment: Assessment,
    /// Given when nothing stands in the way.
    pub quote: Option<String>,
}

pub async fn check(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Checked> {
    let assessment = assess(app, shopper, intent).await?;
    let quote = Quote::of(shopper.account, &assessment.terms(intent), app.clock.now());
    let quote = assessment.obstacles.is_empty().then(|| app.quote_key.sign(&quote)).transpose()?;
    Ok(Checked { assessment, quote })
}

/// Everything that is asked of neighbours is asked at once; then what this service knows itself is read.
pub async fn assess(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Assessment> {
    let (view, address) = tokio::try_join!(get(app, shopper), address_of(app, shopper, intent))?;
    let place = address.as_ref().map(|address| Place { city: address.city_id, district: address.district_id });
    let now = app.clock.now();
    let found = terms::find(app, shopper, intent.promo_code.as_ref(), place, now).await?;
    terms::weigh(view, address, found, intent, now)
}

async fn address_of(app: &App, shopper: &Shopper, intent: &Intent) -> Result<Option<Address>> {
    match intent.address {
        Some(id) => app.auth.address(&shopper.on_behalf, id).await,
        None => Ok(None),
    }
}
