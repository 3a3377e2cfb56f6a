//! Saves the demo's products like an import, but an invalid line fails everything.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::files::Demo;
use crate::{
    domain::publication,
    import::{
        batch::{BatchChanges, ExistingProducts, ImportContext, Tally},
        shop::Shop,
    },
};

pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo) -> anyhow::Result<Tally> {
    let mut shop = Shop::read(tx).await?;
    shop.add_stores(demo.stores.iter().map(|store| (store.slug.clone(), store.id)));
    let context = ImportContext { shop: &shop, now, job: None, new_state: publication::State::Published };
    let existing = ExistingProducts::read_to_write(tx, &demo.products).await?;
    let changes = BatchChanges::compute(&demo.products, existing, &context);
    if let Some((line, line_error)) = changes.line_errors.first() {
        anyhow::bail!("line {line} of the products, {line_error}");
    }
    changes.write(tx, &context).await?;
    Ok(changes.tally)
}
