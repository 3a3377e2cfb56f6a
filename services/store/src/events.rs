//! What this service announces, and what it does with what it hears.

use outbox::{Event, Handler, parse};
use proto::{catalog::ProductChanged, feed, store::StoreChanged};
use sqlx::PgConnection;

use crate::db;

/// An event of this service, as others read it.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Changed(pub StoreChanged);

impl Event for Changed {
    const KIND: &'static str = "store_changed";
}

/// Counts the catalogue's products by store.
pub struct Heard;

#[async_trait::async_trait]
impl Handler for Heard {
    fn kinds(&self) -> &'static [&'static str] {
        &["product_changed"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let product: ProductChanged = parse(event)?;
        let before = db::product::forget(tx, product.product_id).await?;
        if product.is_published {
            db::product::remember(tx, product.product_id, product.store_id).await?;
        }
        let after = product.is_published.then_some(product.store_id);
        if before == after {
            return Ok(());
        }
        if let Some(store) = before {
            db::store::add_products(tx, store, -1).await?;
        }
        if let Some(store) = after {
            db::store::add_products(tx, store, 1).await?;
        }
        Ok(())
    }
}
