//! Stock operations for the order service: it reserves stock while an order is being paid, then sells or releases it,
//! and later returns goods. Each operation is identified by the order's key, so a repeated call changes nothing.
//!
//! To avoid deadlock, locks are always taken in the same order: the reservation, then products by id, then sizes by id.
//! A transaction for several orders locks their reservations in key order. Every other use case that changes several
//! products first locks all of them with one statement, in id order.

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

/// Batches of the two frequent operations: concurrent orders share a transaction.
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

/// Changes stock that the caller has locked. Publishes the products that are now sold out or available again.
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
