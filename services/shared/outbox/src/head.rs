//! The head of a service's own outbox: the last position, the last deleted position, and the epoch.

use sqlx::{PgPool, types::Uuid};
use tonic::Status;

/// Status message for a consumer whose next events were deleted.
const PRUNED: &str = "feed_position_pruned";
/// Status message for a consumer of an earlier epoch.
const EPOCH_CHANGED: &str = "feed_epoch_changed";
/// Status message for a consumer whose position is beyond the head.
const AHEAD: &str = "feed_position_ahead";

/// Why the producer refuses to continue from a consumer's cursor: one of the messages above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refusal(pub &'static str);

impl Refusal {
    pub(crate) fn from_error(error: &anyhow::Error) -> Option<Self> {
        let message = error.downcast_ref::<Status>()?.message();
        [PRUNED, EPOCH_CHANGED, AHEAD].into_iter().find(|reason| *reason == message).map(Self)
    }
}

#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(crate) struct Head {
    /// The position of the newest event.
    pub position: i64,
    /// Events up to this position may have been deleted.
    pub pruned: i64,
    pub epoch: Uuid,
}

pub(crate) async fn read(pool: &PgPool) -> sqlx::Result<Head> {
    sqlx::query_as("select position, pruned, epoch from outbox_head").fetch_one(pool).await
}

impl Head {
    /// Refuses a reader that would miss events or confuse them with those of another epoch.
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

/// Starts a new epoch if the database was restored or promoted since the last call: it then belongs to another cluster
/// or to another timeline of the same cluster.
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
        tracing::error!("The database was restored or promoted: starting a new feed epoch, so consumers start over");
    }
    Ok(())
}
