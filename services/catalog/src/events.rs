//! What this service announces, and what it does with what it hears.
//!
//! A store that closes takes its products off the shelves, but is not announced product by product: whoever counts
//! products hears of the store itself. The service's own search index follows the outbox too, and two kinds are for it
//! alone.

use outbox::{Event, Handler, parse};
use proto::{
    auth::AccountErased,
    catalog::{ProductChanged, ProductLiked},
    feed,
    store::StoreChanged,
};
use sqlx::PgConnection;

use crate::db;

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Changed(pub ProductChanged);

impl Event for Changed {
    const KIND: &'static str = "product_changed";
}

#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Liked(pub ProductLiked);

impl Event for Liked {
    const KIND: &'static str = "product_liked";
}

/// All products of a store read differently: it was opened, closed or renamed.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoreShelved {
    pub store_id: i64,
}

impl Event for StoreShelved {
    const KIND: &'static str = "store_shelved";
}

/// Categories, their fields or the fields' values are others than they were.
#[derive(serde::Serialize)]
pub struct TreeChanged {}

impl Event for TreeChanged {
    const KIND: &'static str = "tree_changed";
}

/// Keeps the names of the stores and the products of open stores on the shelves, and forgets who has left.
pub struct Heard;

#[async_trait::async_trait]
impl Handler for Heard {
    fn kinds(&self) -> &'static [&'static str] {
        &["store_changed", "account_erased"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        match event.kind.as_str() {
            "store_changed" => save(tx, &parse(event)?).await,
            "account_erased" => forget(tx, &parse(event)?).await,
            _ => Ok(()),
        }
    }
}

async fn save(tx: &mut PgConnection, store: &StoreChanged) -> kit::Result<()> {
    db::shelf::lock(tx).await?;
    let was_open = db::store::save(tx, &store.name, &store.slug, store.store_id, store.is_open).await?;
    if was_open != Some(store.is_open) {
        let products = db::store::products(tx, store.store_id).await?;
        db::shelf::rebuild(tx, &products).await?;
    }
    outbox::append(tx, &StoreShelved { store_id: store.store_id }).await?;
    Ok(())
}

/// Whoever counts likes hears that these are gone, as when they are taken back by hand.
async fn forget(tx: &mut PgConnection, &AccountErased { account_id }: &AccountErased) -> kit::Result<()> {
    for product_id in db::like::delete_all_for(tx, account_id).await? {
        outbox::append(tx, &Liked(ProductLiked { product_id, account_id, is_liked: false })).await?;
    }
    Ok(())
}
