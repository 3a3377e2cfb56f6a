//! The demo's stores, from `stores.json`. Loading twice is loading once.

use chrono::TimeDelta;
use kit::{Clock, config::LoadArgs};
use proto::store::StoreChanged;
use serde::Deserialize;

use crate::{App, db, events::Changed};

#[derive(Deserialize)]
struct DemoStore {
    id: i64,
    slug: String,
    name: String,
    about: serde_json::Value,
    rating: f64,
    days: i64,
}

pub async fn load(app: &App, clock: &Clock, args: &LoadArgs) -> anyhow::Result<()> {
    let stores: Vec<DemoStore> = args.read("stores.json")?;
    let pictures = args.read_pictures()?;
    let picture = |slug: &str, kind: &str| pictures["stores"][slug][kind].as_str().unwrap_or_default().to_owned();
    let mut tx = app.pool.begin().await?;
    db::product::hold_still(&mut tx).await?;
    for store in &stores {
        let product_count = db::product::count_of(&mut tx, store.id).await?;
        let (logo, cover) = (picture(&store.slug, "logo"), picture(&store.slug, "cover"));
        let new = db::store::New {
            store_id: store.id,
            slug: &store.slug,
            name: &store.name,
            about: &store.about,
            logo_url: &logo,
            cover_url: &cover,
            rating: store.rating,
            product_count,
            opened_at: clock.now() - TimeDelta::days(store.days),
        };
        if db::store::save(&mut tx, &new).await? {
            let event =
                StoreChanged { store_id: store.id, name: store.name.clone(), slug: store.slug.clone(), is_open: true };
            outbox::append(&mut tx, &Changed(event)).await?;
        }
    }
    db::store::skip_loaded_ids(&mut tx).await?;
    tx.commit().await?;
    tracing::info!("{} stores are there", stores.len());
    Ok(())
}
