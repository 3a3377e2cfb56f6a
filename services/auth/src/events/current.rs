//! What this service would announce of its state now.

use outbox::{Entity, State};
use proto::auth::AccountErased;
use sqlx::PgConnection;

use super::Erased;
use crate::db;

/// The accounts that are no more: whoever missed one of their ends erases them then. Other services keep nothing else of what is
/// announced here.
pub struct Current;

#[async_trait::async_trait]
impl State for Current {
    fn kinds(&self) -> &'static [&'static str] {
        &["account_erased"]
    }

    async fn page(
        &self,
        connection: &mut PgConnection,
        _kind: &str,
        after: i64,
        limit: i64,
    ) -> kit::Result<Vec<Entity>> {
        let accounts = db::erased_account::page(connection, after, limit).await?;
        let entities =
            accounts.into_iter().map(|account_id| Entity::new(account_id, &Erased(AccountErased { account_id })));
        entities.collect()
    }
}
