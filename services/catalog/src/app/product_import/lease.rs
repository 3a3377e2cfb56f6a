//! The lease of a worker on an import. A lease is the exclusive right to process an import until a point in time, so
//! that another process can take over when this one is killed. Every transaction of a step begins with [`Lease::hold`],
//! so a process whose lease has expired writes nothing.

use chrono::TimeDelta;
use kit::Result;
use sqlx::{PgConnection, types::Uuid};

use crate::{App, db::product_import::work};

/// How long a lease lasts without being extended.
pub const DURATION: TimeDelta = TimeDelta::minutes(2);

/// The right of one run of the worker to process one import.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    pub import: i64,
    /// Random value that identifies the run. The row of the import has the token of its current holder.
    pub token: Uuid,
}

impl Lease {
    /// Extends the lease and locks the import. Returns `false` if the lease was lost; then the step must end.
    pub async fn hold(self, app: &App, tx: &mut PgConnection) -> Result<bool> {
        let is_held = work::hold(tx, self.import, self.token, app.clock.now() + DURATION).await?;
        if !is_held {
            tracing::info!(import.id = self.import, "Import {} has ended or was taken over", self.import);
        }
        Ok(is_held)
    }
}
