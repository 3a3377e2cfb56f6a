//! The demo's categories, products and reviews, from `categories/`, `products/` and `reviews.json`. Loading twice is loading once: what a
//! product was loaded from is remembered by its digest, and only what differs is written and announced. What is no
//! longer in the files stays. The products are lines of an `import`.
//!
//! `deploy/local/demo/README.md` describes the files. Beyond it a product may say when its discount holds
//! (`discountFrom`, `discountUntil`), and texts may lack ru and en.

mod categories;
pub mod files;
mod products;
mod reviews;

use kit::config::LoadArgs;

use crate::{App, app::popularity::mark_bestsellers, db, events::TreeChanged};

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let demo = files::read(args)?;
    let mut tx = app.pool.begin().await?;
    for store in &demo.stores {
        db::store::introduce(&mut tx, store.id, &store.name, &store.slug).await?;
    }
    // Names of categories follow onto products in no order of ours.
    db::product::lock_all(&mut tx).await?;
    let tree = db::index::tree_digest(&mut tx).await?;
    categories::save(&mut tx, &demo).await?;
    if db::index::tree_digest(&mut tx).await? != tree {
        outbox::append(&mut tx, &TreeChanged {}).await?;
    }
    let tally = products::save(&mut tx, app.clock.now(), &demo).await?;
    let reviewed = match &demo.reviews {
        Some(pool) => reviews::save(&mut tx, app.clock.now(), &demo, pool).await?,
        None => 0,
    };
    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    tracing::info!(
        "{} categories and {} products are there, {} products changed, {reviewed} were reviewed anew",
        demo.categories.len(),
        demo.products.len(),
        tally.fresh + tally.changed
    );
    Ok(())
}
