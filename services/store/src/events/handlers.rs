//! What this service does with what it hears: it counts the catalogue's products and their reviews by store, and forgets
//! the subscriptions of who has left.

use std::collections::BTreeMap;

use outbox::{Handler, Start, parse};
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

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        match event.kind.as_str() {
            "product_rated" => rate(tx, &parse(event)?).await,
            _ => shelve(tx, std::slice::from_ref(event)).await,
        }
    }

    /// A shop that is filled announces thousands of products a second.
    async fn apply_first(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let first = events.iter().take_while(|event| event.kind == "product_changed").count();
        shelve(tx, &events[..first]).await?;
        Ok(first)
    }

    async fn sweep(&self, tx: &mut PgConnection) -> kit::Result<()> {
        let products = db::current::unnamed_products(tx).await?;
        let gone = products.into_iter().map(|product| (product, None)).collect();
        db::product::shelve(tx, &gone).await?;
        for product_id in db::current::unnamed_ratings(tx).await? {
            rate(tx, &ProductRated { product_id, review_count: 0, star_sum: 0 }).await?;
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl Handler for Accounts {
    fn kinds(&self) -> &'static [&'static str] {
        &["account_erased"]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let AccountErased { account_id } = parse(event)?;
        let stores = db::follower::delete_all_for(tx, account_id).await?;
        Ok(db::store::add_followers(tx, &stores, -1).await?)
    }
}

/// What was said last of a product holds.
async fn shelve(tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<()> {
    let mut stores = BTreeMap::new();
    for event in events {
        let product: ProductChanged = parse(event)?;
        stores.insert(product.product_id, product.is_published.then_some(product.store_id));
    }
    if stores.is_empty() {
        return Ok(());
    }
    Ok(db::product::shelve(tx, &stores).await?)
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
