//! Saves the demo's products like an import, but in one transaction: an invalid one is a mistake in the demo.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::files::Demo;
use crate::import::{
    batch::{Before, Draft, Place, Tally},
    shop::Shop,
};

pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo) -> anyhow::Result<Tally> {
    let mut shop = Shop::read(tx).await?;
    shop.name_stores(demo.stores.iter().map(|store| (store.slug.clone(), store.id)));
    let place = Place { shop: &shop, now, job: None };
    let before = Before::read_to_write(tx, &demo.products).await?;
    let draft = Draft::of(&demo.products, before, &place);
    if let Some((line, fault)) = draft.faults.first() {
        anyhow::bail!("line {line} of the products, {fault}");
    }
    draft.write(tx, &place).await?;
    Ok(draft.tally)
}
