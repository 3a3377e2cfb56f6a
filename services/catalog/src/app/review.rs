//! Reviews: written, taken back, answered and moderated. A product's rating changes in the transaction that changes a
//! review, and by nothing else.
//!
//! Locks are taken in the order of `app/stock.rs`: the product first, then what is written of it.

mod moderate;
mod reply;
mod withdraw;
mod write;

use chrono::TimeDelta;
use kit::{Error, Result, client::OnBehalf};
use proto::catalog::{ProductChanged, ProductRated};
use sqlx::PgConnection;

pub use moderate::{Decision, Text, moderate};
pub use reply::reply;
pub use withdraw::withdraw;
pub use write::write;

use crate::{
    App,
    db::{self, writing::Kind},
    domain::baku,
    events::{Changed, Rated},
};

/// Somebody who writes, and in whose name the auth service is asked what they are called.
pub struct Writer {
    pub account: i64,
    /// An operator writes for the shop.
    pub is_shop: bool,
    pub on_behalf: OnBehalf,
}

/// After the reviews of these products changed: their ratings, and the news of it.
pub async fn rate(tx: &mut PgConnection, products: &[i64]) -> Result<()> {
    let rated = db::rating::recount(tx, products).await?;
    let told: Vec<_> = rated
        .iter()
        .map(|product| {
            let (product_id, review_count, star_sum) = (product.product_id, product.review_count, product.star_sum);
            Rated(ProductRated { product_id, review_count, star_sum })
        })
        .collect();
    outbox::append_all(tx, told).await?;
    let told = rated.into_iter().filter(|product| product.is_changed).map(|product| {
        let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
        Changed(ProductChanged { product_id, store_id, is_published })
    });
    Ok(outbox::append_all(tx, told).await?)
}

/// Counts one more text of the account's; nobody writes more than `most` a day.
async fn spend(tx: &mut PgConnection, app: &App, account: i64, kind: Kind, most: i64) -> Result<()> {
    let now = app.clock.now();
    if db::writing::count_for(tx, account, kind, baku::day(now), most).await? {
        return Ok(());
    }
    let wait = baku::left_of_day(now).max(TimeDelta::seconds(1));
    Err(Error::TooMany { retry_after: wait.to_std().unwrap_or_default() })
}
