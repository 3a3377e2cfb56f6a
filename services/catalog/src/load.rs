//! Loads the demo shop (`deploy/local/demo/README.md`). Idempotent; products missing from the files are kept.

mod categories;
pub mod files;
mod products;
mod reviews;

use kit::config::LoadArgs;

use crate::{App, app::popularity::mark_bestsellers, db, events::TreeChanged};

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let demo = files::read(args)?;
    let mut tx = kit::db::begin(&app.pool).await?;
    for store in &demo.stores {
        db::store::insert_if_missing(&mut tx, store.id, &store.name, &store.slug).await?;
    }

    // Triggers copy names of changed categories to products in no defined order, so all products are locked first.
    db::product::lock_all(&mut tx).await?;

    let digest_before = db::index::tree_digest(&mut tx).await?;
    categories::save(&mut tx, &demo).await?;
    if db::index::tree_digest(&mut tx).await? != digest_before {
        outbox::append(&mut tx, &TreeChanged {}).await?;
    }

    let tally = products::save(&mut tx, app.clock.now(), &demo).await?;
    let reviewed_count = match &demo.reviews {
        Some(pool) => reviews::save(&mut tx, app.clock.now(), &demo, pool).await?,
        None => 0,
    };

    mark_bestsellers(&mut tx).await?;
    tx.commit().await?;
    tracing::info!(
        "Loaded {} categories and {} products; {} products and the reviews of {reviewed_count} changed",
        demo.categories.len(),
        demo.products.len(),
        tally.fresh + tally.changed
    );
    Ok(())
}
