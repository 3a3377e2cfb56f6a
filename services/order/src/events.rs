//! What this service does with what it hears. It announces nothing yet.

use outbox::{Handler, parse};
use proto::{auth::AccountErased, feed};
use sqlx::PgConnection;

use crate::db;

/// Throws away the cart of who has left.
pub struct Heard;

#[async_trait::async_trait]
impl Handler for Heard {
    fn kinds(&self) -> &'static [&'static str] {
        &["account_erased"]
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let AccountErased { account_id } = parse(event)?;
        Ok(db::cart::delete_for(tx, account_id).await?)
    }
}
