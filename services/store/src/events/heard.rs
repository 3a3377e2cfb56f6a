//! What this service does with what it hears: it counts the catalogue's products and their reviews by store, and forgets
//! the subscriptions of who has left.

use outbox::{Handler, parse};
use proto::{
    auth::AccountErased,
    catalog::{ProductChanged, ProductRated},
    feed,
};
use sqlx::PgConnection;

use crate::db::{self, rating::Reviews, store::Share};

pub const CATALOG: &str = "catalog";
pub const ACCOUNTS: &str = "auth";

pub struct Catalogue;

pub struct Accounts;

/// Who listens to a feed.
pub fn listener(feed: &str) -> &'static dyn Handler {
    if feed == ACCOUNTS { &Accounts } else { &Catalogue }
}

#[async_trait::async_trait]
impl Handler for Catalogue {
    fn kinds(&self) -> &'static [&'static str] {
        &["product_changed", "product_rated"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        match event.kind.as_str() {
            "product_rated" => rate(tx, &parse(event)?).await,
            _ => shelve(tx, &parse(event)?).await,
        }
    }
}

#[async_trait::async_trait]
impl Handler for Accounts {
    fn kinds(&self) -> &'static [&'static str] {
        &["account_erased"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let AccountErased { account_id } = parse(event)?;
        let stores = db::follower::delete_all_for(tx, account_id).await?;
        Ok(db::store::add_followers(tx, &stores, -1).await?)
    }
}

/// A product brings its reviews with it and takes them along.
async fn shelve(tx: &mut PgConnection, product: &ProductChanged) -> kit::Result<()> {
    let before = db::product::forget(tx, product.product_id).await?;
    if product.is_published {
        db::product::remember(tx, product.product_id, product.store_id).await?;
    }
    let after = product.is_published.then_some(product.store_id);
    if before == after {
        return Ok(());
    }
    let reviews = db::rating::of(tx, product.product_id).await?;
    if let Some(store) = before {
        let gone = Reviews { count: -reviews.count, stars: -reviews.stars };
        db::store::add(tx, store, Share { products: -1, reviews: gone }).await?;
    }
    if let Some(store) = after {
        db::store::add(tx, store, Share { products: 1, reviews }).await?;
    }
    Ok(())
}

async fn rate(tx: &mut PgConnection, rated: &ProductRated) -> kit::Result<()> {
    db::product::keep_moving(tx).await?;
    let before = db::rating::of(tx, rated.product_id).await?;
    let after = Reviews { count: rated.review_count, stars: rated.star_sum };
    db::rating::save(tx, rated.product_id, after).await?;
    if let Some(store) = db::product::store_of(tx, rated.product_id).await? {
        let more = Reviews { count: after.count - before.count, stars: after.stars - before.stars };
        db::store::add(tx, store, Share { products: 0, reviews: more }).await?;
    }
    Ok(())
}
