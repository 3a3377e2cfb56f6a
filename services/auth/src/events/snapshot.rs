//! The current state, for a consumer that has lost its place.

use outbox::{Entity, State};
use proto::{auth::AccountErased, event::Event as _};
use sqlx::PgConnection;

use crate::db;

/// No other service stores state from the other events.
pub struct AuthSnapshot;

#[async_trait::async_trait]
impl State for AuthSnapshot {
    fn kinds(&self) -> &'static [&'static str] {
        &[AccountErased::KIND]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        _kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        let accounts = db::erased_account::page(connection, after, limit).await?;
        let entities = accounts.into_iter().map(|account_id| Entity::new(account_id, &AccountErased { account_id }));
        entities.collect()
    }
}
