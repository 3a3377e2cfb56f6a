//! Handlers of other services' events. They count the catalogue's products and reviews for each store, and delete the
//! subscriptions of erased accounts.

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

// Names of feeds. A feed is the stream of a service's events.
pub const CATALOG: &str = "catalog";
pub const ACCOUNTS: &str = "auth";

/// Counts products and reviews for each store.
pub struct CatalogueHandler;

/// Deletes the subscriptions of erased accounts.
pub struct AccountsHandler;

/// Returns the handler of a feed, for the command `replay`, with which staff apply a failed event again.
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

    /// Applies consecutive product events together, because an import publishes thousands per second.
    async fn apply_batch(&self, tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<usize> {
        let product_count = events.iter().take_while(|event| event.kind == ProductChanged::KIND).count();
        apply_products(tx, &events[..product_count]).await?;
        Ok(product_count)
    }

    /// Removes products and reviews that the catalogue's snapshot did not contain. A snapshot is the current state of
    /// the catalogue, which is read when this service starts for the first time or has missed events.
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

/// Records which store sells each product. If several events are about one product, the last one applies.
async fn apply_products(tx: &mut PgConnection, events: &[feed::Event]) -> kit::Result<()> {
    // The store of each product; `None` if the product is no longer for sale.
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

/// Records the reviews of a product, and adds the difference to the counts of its store.
async fn apply_rating(tx: &mut PgConnection, rated: &ProductRated) -> kit::Result<()> {
    // A store that is just being loaded would not count a change of now.
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
