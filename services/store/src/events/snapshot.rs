//! The state that new or lagging consumers read: every store and every running campaign, as events.

use outbox::{Entity, State};
use proto::{
    event::Event as _,
    store::{CampaignChanged, CampaignStarted, StoreChanged},
};
use sqlx::PgConnection;

use crate::{app, db};

pub struct StoreSnapshot;

#[async_trait::async_trait]
impl State for StoreSnapshot {
    fn kinds(&self) -> &'static [&'static str] {
        // In this order: consumers must know a campaign before they can change its end.
        &[StoreChanged::KIND, CampaignStarted::KIND, CampaignChanged::KIND]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        if kind == StoreChanged::KIND {
            stores(connection, after, limit).await
        } else {
            running_campaigns(connection, kind, after, limit).await
        }
    }
}

async fn stores(connection: &mut PgConnection, after: i64, limit: i64) -> kit::Result<Vec<Entity>> {
    let stores = db::snapshot::stores(connection, after, limit).await?;
    let entities = stores.into_iter().map(|store| {
        let (store_id, name, slug, is_open) = (store.store_id, store.name, store.slug, store.is_open);
        Entity::new(store_id, &StoreChanged { store_id, name, slug, is_open })
    });
    entities.collect()
}

/// `kind` is that of [`CampaignStarted`] or [`CampaignChanged`].
async fn running_campaigns(
    connection: &mut PgConnection,
    kind: &str,
    after: i64,
    limit: i64,
) -> kit::Result<Vec<Entity>> {
    let mut entities = Vec::new();
    for campaign_id in db::snapshot::running(connection, after, limit).await? {
        let Some(campaign) = db::campaign::find(connection, campaign_id).await? else { continue };
        let entity = if kind == CampaignStarted::KIND {
            Entity::new(campaign_id, &app::campaign::started_event(connection, &campaign).await?)?
        } else {
            let ends_at = campaign.plan.ends_at.to_rfc3339();
            Entity::new(campaign_id, &CampaignChanged { campaign_id, ends_at })?
        };
        entities.push(entity);
    }
    Ok(entities)
}
