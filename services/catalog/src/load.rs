//! The demo's categories and products, from `categories/` and `products/`. Loading twice is loading once: what a
//! product was loaded from is remembered by its digest, and only what differs is written and announced. What is no
//! longer in the files stays.
//!
//! `deploy/local/demo/README.md` describes the files. Beyond it a product may say when its discount holds
//! (`discountFrom`, `discountUntil`), and texts may lack ru and en.

mod categories;
mod files;
mod products;

use kit::config::LoadArgs;

use crate::{App, db, events::TreeChanged};

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let demo = files::read(args)?;
    let mut tx = app.pool.begin().await?;
    db::shelf::lock(&mut tx).await?;
    for store in &demo.stores {
        db::store::introduce(&mut tx, store.id, &store.name, &store.slug).await?;
    }
    let tree = db::index::tree_digest(&mut tx).await?;
    let categories = categories::save(&mut tx, &demo).await?;
    if db::index::tree_digest(&mut tx).await? != tree {
        outbox::append(&mut tx, &TreeChanged {}).await?;
    }
    db::shelf::put_up(&mut tx).await?;
    let changed = products::save(&mut tx, app.clock.now(), &demo, &categories).await?;
    tx.commit().await?;
    tracing::info!(
        "{} categories and {} products are there, {changed} products changed",
        demo.categories.len(),
        demo.products.len()
    );
    Ok(())
}
