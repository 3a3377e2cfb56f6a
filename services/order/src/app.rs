//! What can be done with carts and orders. A transaction begins and ends here, and never waits for a neighbour: prices are asked
//! for before it, and whoever changes a cart locks it, so that two tabs take turns.

pub mod auditor;
mod bell;
pub mod bonus;
mod cancel;
pub mod cashout;
pub mod check;
mod desk;
mod empty;
pub mod errands;
pub mod influencer;
mod merge;
mod pay;
pub mod payment;
mod place;
pub mod promises;
pub mod promo;
mod promo_trial;
mod put;
pub mod referral;
pub mod refund;
mod reorder;
pub mod saga;
mod slots;
mod terms;
pub mod wholesale;

use kit::{Result, client::OnBehalf};

pub use bell::Bell;
pub use cancel::cancel;
pub use check::{Assessment, Checked, check};
pub use desk::{Move, move_to};
pub use empty::{clear, remove};
pub use merge::{Basket, MergedView, merge};
pub use pay::pay;
pub use place::{Change, Hold, Payable, Placed, Wish, Write, place};
pub use promo_trial::{Trial, try_out};
pub use put::{add, update};
pub use reorder::reorder;
pub use slots::{Earliest, Offered, earliest, slots};
pub use terms::{BonusOffer, Place};

use crate::{
    App,
    catalog::Offers,
    db,
    domain::{
        cart::Line,
        price::{Priced, price},
    },
};

/// Whose cart it is, and in whose name the catalogue is asked.
pub struct Shopper {
    pub account: i64,
    pub on_behalf: OnBehalf,
    /// The request is signed by a registered key of the shopper's app.
    pub is_app: bool,
}

/// A cart with its prices and with what the catalogue says about its lines.
pub struct View {
    pub cart: Priced,
    pub offers: Offers,
}

pub async fn get(app: &App, shopper: &Shopper) -> Result<View> {
    let lines = lines_of(app, shopper).await?;
    view(app, shopper, &lines, Offers::default()).await
}

async fn lines_of(app: &App, shopper: &Shopper) -> Result<Vec<Line>> {
    Ok(app.crowd.carts.ask(db::cart::See { account: shopper.account }).await?.lines)
}

/// Prices `lines`. What is not among `offers` came in by another tab since the catalogue was asked, and is asked for now:
/// should the catalogue go away in this very moment, the change stands although its answer fails.
async fn view(app: &App, shopper: &Shopper, lines: &[Line], mut offers: Offers) -> Result<View> {
    app.catalog.ask(&mut offers, &shopper.on_behalf, lines.iter().map(|line| line.key)).await?;
    Ok(View { cart: price(lines, |key| offers.of(key))?, offers })
}
