//! The lease of the worker on an import. Every transaction of a step begins with [`Lease::hold`], so that a process
//! whose lease has expired writes nothing.

use chrono::TimeDelta;
use kit::Result;
use sqlx::{PgConnection, types::Uuid};

use crate::{App, db::product_import::work};

/// How long another process waits before it takes over from one that was killed.
pub const DURATION: TimeDelta = TimeDelta::minutes(2);

#[derive(Debug, Clone, Copy)]
pub struct Lease {
    pub import: i64,
    pub token: Uuid,
}

impl Lease {
    /// Extends the lease and locks the import. `false` if the lease was lost; then the step must end.
    pub async fn hold(self, app: &App, tx: &mut PgConnection) -> Result<bool> {
        let is_held = work::hold(tx, self.import, self.token, app.clock.now() + DURATION).await?;
        if !is_held {
            tracing::info!(import.id = self.import, "Import {} has ended or was taken over", self.import);
        }
        Ok(is_held)
    }
}
