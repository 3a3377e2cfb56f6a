//! The head of a service's own outbox: how far it is numbered, up to where it was pruned, and in which epoch.

use sqlx::{PgPool, types::Uuid};
use tonic::Status;

/// Message of the status for a consumer whose next events were deleted.
pub(crate) const PRUNED: &str = "feed_position_pruned";
/// Message of the status for a consumer of an earlier epoch.
pub(crate) const EPOCH_CHANGED: &str = "feed_epoch_changed";
/// Message of the status for a consumer that has applied more than was announced.
pub(crate) const AHEAD: &str = "feed_position_ahead";

#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(crate) struct Head {
    pub position: i64,
    pub pruned: i64,
    pub epoch: Uuid,
}

pub(crate) async fn read(pool: &PgPool) -> sqlx::Result<Head> {
    sqlx::query_as("select position, pruned, epoch from outbox_head").fetch_one(pool).await
}

impl Head {
    /// Refuses a reader that would miss events, or take them for others.
    pub(crate) fn check(&self, after: i64, epoch: Option<Uuid>) -> Result<(), Status> {
        if epoch.is_some_and(|epoch| epoch != self.epoch) {
            return Err(Status::failed_precondition(EPOCH_CHANGED));
        }
        if after > self.position {
            return Err(Status::failed_precondition(AHEAD));
        }
        if after < self.pruned {
            return Err(Status::out_of_range(PRUNED));
        }
        Ok(())
    }
}

/// Begins a new epoch when the database is not the one it was: another system, or, after a recovery or a promotion, another
/// timeline of the same.
pub(crate) async fn renew_epoch(pool: &PgPool) -> sqlx::Result<()> {
    let renewed: Option<bool> = sqlx::query_scalar(
        "with current as (
             select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as origin
             from pg_control_system()
         ),
         before as (
             select outbox_head.origin is not null as is_renewed from outbox_head
         )
         update outbox_head
         set origin = current.origin, epoch = case when before.is_renewed then gen_random_uuid() else epoch end
         from current, before
         where outbox_head.origin is distinct from current.origin
         returning before.is_renewed",
    )
    .fetch_optional(pool)
    .await?;
    if renewed == Some(true) {
        tracing::error!("The database was restored or promoted: a new epoch of the feed begins, consumers start over");
    }
    Ok(())
}
