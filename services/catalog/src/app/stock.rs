//! Stock operations for the order service, which can be repeated with the order's key. To avoid deadlock, locks are
//! always taken in the same order: the reservation, then products by id, then sizes by id. A transaction for several
//! orders locks their reservations in key order. Every other use case that changes several products first locks all of
//! them with one statement, in id order.

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

/// Changes stock that the caller has locked. Publishes products that are sold out or available again.
pub(super) async fn change_stock(tx: &mut PgConnection, lines: &Lines, change: Change) -> Result<()> {
    let changes = db::stock::apply(tx, lines, change).await?;
    if changes.is_empty() {
        return Ok(());
    }
    let back_in_stock: Vec<_> =
        changes.iter().filter(|product| product.is_available).map(|product| product.product_id).collect();
    publish_back_in_stock(tx, &back_in_stock).await?;
    for product in changes {
        let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
        outbox::append(tx, &ProductChanged { product_id, store_id, is_published }).await?;
    }
    Ok(())
}
