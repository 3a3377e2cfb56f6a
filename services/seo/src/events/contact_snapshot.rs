//! The snapshot of this service's events: the current contact data.

use kit::Error;
use outbox::{Entity, State};
use proto::{event::Event as _, seo::ContactChanged};
use sqlx::PgConnection;

use super::contact_changed;
use crate::{db, domain::settings::Settings};

/// The only entity of the snapshot.
const SHOP_ID: i64 = 1;

pub struct ContactSnapshot;

#[async_trait::async_trait]
impl State for ContactSnapshot {
    fn kinds(&self) -> &'static [&'static str] {
        &[ContactChanged::KIND]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        _kind: &str,
        after: i64,
        _limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        if after >= SHOP_ID {
            return Ok(Vec::new());
        }
        let rows = db::setting::all(connection).await?;
        let settings = Settings::parse(rows).map_err(|cause| Error::internal(anyhow::anyhow!(cause)))?;
        Ok(vec![Entity::new(SHOP_ID, &contact_changed(&settings.contact))?])
    }
}
