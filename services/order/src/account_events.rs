//! Events of the auth service.

use kit::Clock;
use outbox::{Handler, Start, parse};
use proto::{auth::AccountErased, event::Event as _, feed};
use sqlx::PgConnection;

use crate::{app, db};

/// Deletes an erased account's cart and bonuses, and the personal data in its orders.
pub struct AccountEvents {
    pub clock: Clock,
}

#[async_trait::async_trait]
impl Handler for AccountEvents {
    fn kinds(&self) -> &'static [&'static str] {
        &[AccountErased::KIND]
    }

    fn start(&self) -> Start {
        Start::Snapshot
    }

    async fn apply(&self, tx: &mut PgConnection, event: &feed::Event) -> kit::Result<()> {
        let AccountErased { account_id } = parse(event)?;
        db::cart::delete_for(tx, account_id).await?;
        // Unfinished orders keep their data until `app/order_jobs.rs` erases it.
        db::erased_account::insert_for(tx, account_id).await?;
        db::erased_account::mask(tx).await?;
        let now = self.clock.now();
        db::wholesale::mask_for(tx, account_id, now).await?;
        app::bonus::expire_all(tx, account_id, now).await
    }
}
