//! A worker's exclusive right to process an import for some time. Every transaction begins with [`Lease::hold`], so a
//! worker whose lease expired writes nothing.

use chrono::TimeDelta;
use kit::Result;
use sqlx::{PgConnection, types::Uuid};

use crate::{App, db::product_import::work};

pub const DURATION: TimeDelta = TimeDelta::minutes(2);

#[derive(Debug, Clone, Copy)]
pub struct Lease {
    pub import: i64,
    /// The import's row has the token of its current holder.
    pub token: Uuid,
}

impl Lease {
    /// Locks the import. If it returns `false`, the step must end.
    pub async fn hold(self, app: &App, tx: &mut PgConnection) -> Result<bool> {
        let is_held = work::hold(tx, self.import, self.token, app.clock.now() + DURATION).await?;
        if !is_held {
            tracing::info!(import.id = self.import, "Import {} has ended or was taken over", self.import);
        }
        Ok(is_held)
    }
}
