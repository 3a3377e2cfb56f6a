//! What this service would announce of its state now.

use outbox::{Entity, State};
use proto::store::{CampaignChanged, StoreChanged};
use sqlx::PgConnection;

use super::{Changed, Prolonged, Started};
use crate::{app, db};

/// Every store, and the campaigns that run with their present ends.
pub struct Current;

#[async_trait::async_trait]
impl State for Current {
    fn kinds(&self) -> &'static [&'static str] {
        // A campaign is known before its end is set.
        &["store_changed", "campaign_started", "campaign_changed"]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        if kind == "store_changed" {
            let stores = db::current::stores(connection, after, limit).await?;
            let entities = stores.into_iter().map(|store| {
                let (store_id, name, slug, is_open) = (store.store_id, store.name, store.slug, store.is_open);
                Entity::new(store_id, &Changed(StoreChanged { store_id, name, slug, is_open }))
            });
            return entities.collect();
        }
        let mut entities = Vec::new();
        for campaign_id in db::current::running(connection, after, limit).await? {
            let Some(campaign) = db::campaign::find(connection, campaign_id).await? else { continue };
            entities.push(if kind == "campaign_started" {
                Entity::new(campaign_id, &Started(app::campaign::started(connection, &campaign).await?))?
            } else {
                let ends_at = campaign.plan.ends_at.to_rfc3339();
                Entity::new(campaign_id, &Prolonged(CampaignChanged { campaign_id, ends_at }))?
            });
        }
        Ok(entities)
    }
}
