//! The products, as an import would have them, but all together: one that is wrong is a mistake of the demo's.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::files::Demo;
use crate::{
    db::shelf,
    import::{
        batch::{Before, Draft, Place, Tally},
        shop::Shop,
    },
};

pub async fn save(tx: &mut PgConnection, now: DateTime<Utc>, demo: &Demo) -> anyhow::Result<Tally> {
    let mut shop = Shop::read(tx).await?;
    shop.name_stores(demo.stores.iter().map(|store| (store.slug.clone(), store.id)));
    let place = Place { shop: &shop, now, job: None };
    let before = Before::read_to_write(tx, &demo.products).await?;
    let everywhere = before.products();
    let draft = Draft::of(&demo.products, before, &place);
    if let Some((line, fault)) = draft.faults.first() {
        anyhow::bail!("line {line} of the products, {fault}");
    }
    let gains = draft.write(tx, &place).await?;
    shelf::add(tx, &gains).await?;
    // The tree may have changed above products that have not.
    shelf::rebuild(tx, &everywhere).await?;
    Ok(draft.tally)
}
