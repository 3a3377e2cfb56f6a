//! The use cases, which the gRPC handlers and the background workers call. This file reads carts.
//!
//! Transactions begin and end here, and never wait for another service. Every writer of a cart locks it.

pub mod auditor;
pub mod bonus;
mod cancel;
pub mod cashout;
pub mod check;
pub mod dashboard;
pub mod influencer;
mod merge;
mod move_order;
mod notifier;
pub mod order_jobs;
mod order_ledger;
pub mod order_limits;
pub mod order_note;
mod other_person;
mod pay;
pub mod payment;
mod place;
pub mod promises;
pub mod promo;
mod promo_guess;
mod promo_trial;
mod put;
pub mod referral;
pub mod refund;
mod remove;
mod reorder;
pub mod saga;
mod slots;
mod terms;
pub mod wholesale;
pub mod zone_desk;

use kit::{Result, client::CallContext};

pub use cancel::cancel;
pub use check::{Assessment, Checked, check};
pub use merge::{Basket, MergedView, merge};
pub use move_order::{Move, move_to};
pub use notifier::Notifier;
pub use pay::{Payer, pay};
pub use place::{
    Change, CheckedPhoneOrder, Payable, PhoneDraft, PhoneOrder, PlaceOrder, Placed, ReserveStep, Write,
    check_phone_order, place, place_phone_order,
};
pub use promo_trial::{Trial, try_out};
pub use put::{add, update};
pub use remove::{clear, remove};
pub use reorder::reorder;
pub use slots::{Earliest, Offered, earliest, earliest_at, slots};
pub use terms::{BonusOffer, Destination};

use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::Line,
        price::{PricedCart, price},
    },
};

/// Begins a transaction in which all queries see the same state of the database.
const SNAPSHOT: &str = "begin isolation level repeatable read read only";

pub struct Shopper {
    pub account: i64,
    pub context: CallContext,
    /// Signed by a registered key of the shopper's app.
    pub is_app: bool,
}

pub struct View {
    pub cart: PricedCart,
    pub offers: Offers,
}

pub async fn get(app: &App, shopper: &Shopper) -> Result<View> {
    let lines = lines_of(app, shopper).await?;
    view(app, shopper, &lines, Offers::default()).await
}

async fn lines_of(app: &App, shopper: &Shopper) -> Result<Vec<Line>> {
    Ok(app.batches.carts.load(db::cart::CartQuery { account: shopper.account }).await?.lines)
}

/// If an offer cannot be fetched, the request fails, but its change of the cart stays.
async fn view(app: &App, shopper: &Shopper, lines: &[Line], mut offers: Offers) -> Result<View> {
    app.catalog.fetch_offers(&mut offers, &shopper.context, lines.iter().map(|line| line.key)).await?;
    Ok(View { cart: price(lines, |key| offers.of(key))?, offers })
}
