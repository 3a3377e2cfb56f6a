//! Stock operations of the order service, idempotent by the order's key.
//!
//! Lock order: reservations by key, products by id, sizes by id. Other use cases lock all products with one statement,
//! in id order.

mod expire;
mod release;
mod reserve;
mod restock;
mod sell;

use kit::{
    Result,
    db::{batch::Batcher, warm_pool::WarmPool},
};
use proto::catalog::ProductChanged;
use sqlx::PgConnection;

pub use expire::{expire, worker};
pub use release::release;
pub use reserve::{Reserved, Shortage, reserve};
pub use restock::restock;
pub use sell::sell;

use super::alerts::publish_back_in_stock;
use crate::{
    db,
    domain::stock::{Change, Lines},
};

/// Concurrent orders share a transaction.
#[derive(Clone)]
pub struct StockBatches {
    reservations: Batcher<reserve::ReserveOrder>,
    sales: Batcher<sell::SellOrder>,
}

impl StockBatches {
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self { reservations: Batcher::start(warm_pool), sales: Batcher::start(warm_pool) }
    }
}

/// Changes the stock, which the caller has locked, and publishes what became available or sold out.
pub(super) async fn change_stock(tx: &mut PgConnection, lines: &Lines, change: Change) -> Result<()> {
    let changes = db::stock::apply(tx, lines, change).await?;
    if changes.is_empty() {
        return Ok(());
    }

    let back_in_stock: Vec<_> =
        changes.iter().filter(|product| product.is_available).map(|product| product.product_id).collect();
    publish_back_in_stock(tx, &back_in_stock).await?;

    for product in changes {
        let event = ProductChanged {
            product_id: product.product_id,
            store_id: product.store_id,
            is_published: product.is_published,
        };
        outbox::append(tx, &event).await?;
    }
    Ok(())
}
