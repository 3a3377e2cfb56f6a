//! Counts the catalogue's products and reviews per store, and deletes the subscriptions of erased accounts.

use std::collections::BTreeMap;

use outbox::{Handler, Start, parse};
use proto::{
    auth::AccountErased,
    catalog::{ProductChanged, ProductRated},
    event::Event as _,
    feed,
};
use sqlx::PgConnection;

use crate::db::{self, rating::Reviews, store::Counts};

// Feed names.
pub const CATALOG: &str = "catalog";
pub const ACCOUNTS: &str = "auth";

pub struct CatalogueHandler;

pub struct AccountsHandler;

/// Used by the command `replay`.
pub fn handler_of(feed: &str) -> &'static dyn Handler {
    if feed == ACCOUNTS { &AccountsHandler } else { &CatalogueHandler }
}

#[async_trait::async_trait]
impl Handler for CatalogueHandler {
    fn kinds(&self) -> &'static [&'static str] {
        &[ProductChanged::KIND, ProductRated::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        match event.kind.as_str() {
            ProductRated::KIND => apply_rating(tx, &parse(event)?).await,
            _ => apply_products(tx, std::slice::from_ref(event)).await,
        }
    }

    /// Batches consecutive product events: an import publishes thousands per second. Returns 0 if another event is
    /// first, so that it is applied alone.
    async fn apply_batch(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let product_count = events.iter().take_while(|event| event.kind == ProductChanged::KIND).count();
        apply_products(tx, &events[..product_count]).await?;
        Ok(product_count)
    }

    /// Removes what the catalogue's snapshot did not contain.
    async fn sweep(&self, tx: &mut PgConnection) -> kit::Result<()> {
        let products = db::snapshot::products_missing_in_snapshot(tx).await?;
        let withdrawn = products.into_iter().map(|product| (product, None)).collect();
        db::product::set_stores(tx, &withdrawn).await?;
        for product_id in db::snapshot::ratings_missing_in_snapshot(tx).await? {
            apply_rating(tx, &ProductRated { product_id, review_count: 0, star_sum: 0 }).await?;
        }
        Ok(())
    }
}

#[async_trait::async_trait]
impl Handler for AccountsHandler {
    fn kinds(&self) -> &'static [&'static str] {
        &[AccountErased::KIND]
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

/// The last event of a product wins.
async fn apply_products(tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<()> {
    // `None` if the product is no longer for sale.
    let mut stores = BTreeMap::new();
    for event in events {
        let product: ProductChanged = parse(event)?;
        stores.insert(product.product_id, product.is_published.then_some(product.store_id));
    }
    if stores.is_empty() {
        return Ok(());
    }
    Ok(db::product::set_stores(tx, &stores).await?)
}

async fn apply_rating(tx: &mut PgConnection, rated: &ProductRated) -> kit::Result<()> {
    // A store that is being loaded would miss this change.
    db::product::wait_for_bulk_load(tx).await?;
    let before = db::rating::find(tx, rated.product_id).await?;
    let after = Reviews { count: rated.review_count, stars: rated.star_sum };
    db::rating::save(tx, rated.product_id, after).await?;
    if let Some(store) = db::product::store_of(tx, rated.product_id).await? {
        let difference = Reviews { count: after.count - before.count, stars: after.stars - before.stars };
        db::store::add_counts(tx, store, Counts { products: 0, reviews: difference }).await?;
    }
    Ok(())
}
