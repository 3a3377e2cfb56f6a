//! Loads demo stores and campaigns from `stores.json` and `campaigns.json`. Loading again changes nothing.

use anyhow::Context as _;
use chrono::TimeDelta;
use kit::config::LoadArgs;
use proto::store::StoreChanged;
use serde::Deserialize;

use crate::{
    App, db,
    domain::campaign::{AllWords, Focus, Plan, Scope},
};

#[derive(Deserialize)]
struct DemoStore {
    id: i64,
    slug: String,
    name: String,
    about: serde_json::Value,
    /// How many days ago the store opened.
    days: i64,
}

/// A campaign for everything that its store sells. Times are relative to the loading.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoCampaign {
    id: i64,
    /// Slug of the store.
    store: String,
    percent: i16,
    starts_in_hours: i64,
    ends_in_hours: i64,
    #[serde(flatten)]
    words: AllWords,
}

pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let stores: Vec<DemoStore> = args.read("stores.json")?;
    let campaigns: Vec<DemoCampaign> = args.read("campaigns.json")?;
    let pictures = args.read_pictures()?;
    let picture = |slug: &str, kind: &str| pictures["stores"][slug][kind].as_str().unwrap_or_default().to_owned();
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::product::block_changes(&mut tx).await?;
    for store in &stores {
        let (logo, cover) = (picture(&store.slug, "logo"), picture(&store.slug, "cover"));
        let new = db::store::NewStore {
            store_id: store.id,
            slug: &store.slug,
            name: &store.name,
            about: &store.about,
            logo_url: &logo,
            cover_url: &cover,
            opened_at: now - TimeDelta::days(store.days),
            now,
        };
        if db::store::save(&mut tx, &new).await? {
            let event =
                StoreChanged { store_id: store.id, name: store.name.clone(), slug: store.slug.clone(), is_open: true };
            outbox::append(&mut tx, &event).await?;
        }
    }
    db::store::skip_loaded_ids(&mut tx).await?;
    // The running service starts the campaigns when they are due.
    for campaign in campaigns {
        let store = stores.iter().find(|store| store.slug == campaign.store);
        let store =
            store.with_context(|| format!("campaign {} names the unknown store {}", campaign.id, campaign.store))?;
        let plan = Plan {
            store: store.id,
            words: campaign.words,
            image_url: picture(&store.slug, "cover"),
            focus: Focus::MIDDLE,
            percent: campaign.percent,
            starts_at: now + TimeDelta::hours(campaign.starts_in_hours),
            ends_at: now + TimeDelta::hours(campaign.ends_in_hours),
            scope: Scope::WholeStore,
        };
        db::campaign::insert_demo(&mut tx, campaign.id, &plan, now).await?;
    }
    db::campaign::skip_loaded_ids(&mut tx).await?;
    tx.commit().await?;
    tracing::info!("Loaded {} stores", stores.len());
    Ok(())
}
