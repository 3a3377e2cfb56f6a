//! The command `load`: inserts demo stores and campaigns. Loading the same files again changes nothing.

use anyhow::Context as _;
use chrono::{DateTime, TimeDelta, Utc};
use kit::config::LoadArgs;
use proto::store::StoreChanged;
use serde::Deserialize;
use serde_json::Value;
use sqlx::PgConnection;

use crate::{
    App, db,
    domain::campaign::{AllWords, Focus, Plan, Scope},
};

#[derive(Deserialize)]
struct DemoStore {
    id: i64,
    slug: String,
    name: String,
    /// By language.
    about: Value,
    /// Age of the store in days.
    days: i64,
}

/// A campaign for a whole store. Its times are relative to the time of loading.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoCampaign {
    id: i64,
    store: String,
    percent: i16,
    starts_in_hours: i64,
    ends_in_hours: i64,
    #[serde(flatten)]
    words: AllWords,
}

/// Loads everything in one transaction, and publishes an event for each new or changed store.
pub async fn load(app: &App, args: &LoadArgs) -> anyhow::Result<()> {
    let stores: Vec<DemoStore> = args.read("stores.json")?;
    let campaigns: Vec<DemoCampaign> = args.read("campaigns.json")?;
    let pictures = args.read_pictures()?;
    let now = app.clock.now();

    let mut tx = kit::db::begin(&app.pool).await?;
    db::product::block_changes(&mut tx).await?;
    for store in &stores {
        load_store(&mut tx, store, &pictures, now).await?;
    }
    db::demo::skip_store_ids(&mut tx).await?;

    // The running service starts the campaigns when they are due.
    for campaign in campaigns {
        let store = stores.iter().find(|store| store.slug == campaign.store);
        let store =
            store.with_context(|| format!("campaign {} names the unknown store {}", campaign.id, campaign.store))?;
        let id = campaign.id;
        let plan = plan_of(campaign, store, &pictures, now);
        db::demo::insert_campaign(&mut tx, id, &plan, now).await?;
    }
    db::demo::skip_campaign_ids(&mut tx).await?;
    tx.commit().await?;
    tracing::info!("Loaded {} stores", stores.len());
    Ok(())
}

async fn load_store(
    tx: &mut PgConnection,
    store: &DemoStore,
    pictures: &Value,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let logo_url = picture_url(pictures, &store.slug, "logo");
    let cover_url = picture_url(pictures, &store.slug, "cover");
    let new = db::demo::NewStore {
        store_id: store.id,
        slug: &store.slug,
        name: &store.name,
        about: &store.about,
        logo_url: &logo_url,
        cover_url: &cover_url,
        opened_at: now - TimeDelta::days(store.days),
        now,
    };
    if db::demo::save_store(tx, &new).await? {
        let event =
            StoreChanged { store_id: store.id, name: store.name.clone(), slug: store.slug.clone(), is_open: true };
        outbox::append(tx, &event).await?;
    }
    Ok(())
}

fn plan_of(campaign: DemoCampaign, store: &DemoStore, pictures: &Value, now: DateTime<Utc>) -> Plan {
    Plan {
        store: store.id,
        words: campaign.words,
        image_url: picture_url(pictures, &store.slug, "cover"),
        focus: Focus::MIDDLE,
        percent: campaign.percent,
        starts_at: now + TimeDelta::hours(campaign.starts_in_hours),
        ends_at: now + TimeDelta::hours(campaign.ends_in_hours),
        scope: Scope::WholeStore,
    }
}

/// `kind` is `logo` or `cover`. Returns an empty string if there is no picture.
fn picture_url(pictures: &Value, slug: &str, kind: &str) -> String {
    pictures["stores"][slug][kind].as_str().unwrap_or_default().to_owned()
}
