//! Prices that follow the campaigns of stores. What a campaign takes off is a stored column of the product beside its own
//! discount, and what it costs is made of both (`migrations/catalog/0002_schema.sql`), so lists, pages, sizes, baskets
//! and the search index agree, and the product's own discount is never touched: it is there again when the campaign ends.
//!
//! Campaigns may overlap on a product: the one that takes most off wins, and the next best when it ends.
//!
//! Hearing of a campaign only writes it down. Its products are then gone through in the order of their ids, some hundreds
//! in a transaction that also moves the campaign's mark: whoever is killed has lost one such transaction, and the next
//! goes on from the mark. Products are locked by id, as in a sale, so that a sale is never in a deadlock with it.
//! A product that comes to the store meanwhile is given its price by the import that writes it (`import/batch.rs`). The
//! import holds a lock on its store's row, and writing a campaign down waits for it, so no product is missed by both.

use std::time::Duration;

use kit::{
    Result,
    worker::{Next, Worker},
};
use proto::catalog::ProductChanged;

use super::news::Watch;
use crate::{App, db, events::Changed};

const BATCH: i64 = 500;
/// How long a campaign that began may go unnoticed.
const PAUSE: Duration = Duration::from_millis(500);

/// Gives the next products of a campaign that began or ended their price; whether there may be more to do.
pub async fn sweep_prices(app: &App) -> Result<bool> {
    let mut tx = app.pool.begin().await?;
    let Some(campaign) = db::campaign::lock_unswept(&mut tx).await? else { return Ok(false) };
    let products = db::campaign::next_products(&mut tx, &campaign, BATCH).await?;
    let is_more = products.len() as i64 == BATCH;
    db::campaign::set_swept(&mut tx, campaign.campaign_id, products.last().copied().filter(|_| is_more)).await?;
    let watch = Watch::over(&mut tx, &products).await?;
    let settled = db::campaign::settle(&mut tx, &products).await?;
    if !settled.is_empty() {
        let news = settled.into_iter().map(|product| {
            let (product_id, store_id, is_published) = (product.product_id, product.store_id, product.is_published);
            Changed(ProductChanged { product_id, store_id, is_published })
        });
        outbox::append_all(&mut tx, news).await?;
        watch.tell(&mut tx).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Lets prices follow campaigns.
pub fn worker(app: &App) -> Worker {
    Worker::new("campaign_prices", PAUSE, app.clone(), |app| async move { Ok(Next::now_if(sweep_prices(&app).await?)) })
}
