//! The last position of a service's outbox, and its epoch, which changes when the database is restored.

use sqlx::{PgConnection, PgPool, types::Uuid};
use tonic::Status;

/// The consumer's next events were deleted.
pub(crate) const PRUNED: &str = "feed_position_pruned";
/// The consumer is in an earlier epoch.
const EPOCH_CHANGED: &str = "feed_epoch_changed";
/// The consumer's position is beyond the head.
const AHEAD: &str = "feed_position_ahead";

/// One of the reasons above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refusal(pub &'static str);

impl Refusal {
    pub(crate) fn from_error(error: &anyhow::Error) -> Option<Self> {
        let message = error.downcast_ref::<Status>()?.message();
        [PRUNED, EPOCH_CHANGED, AHEAD].into_iter().find(|reason| *reason == message).map(Self)
    }
}

/// After a restore, each table skips this many ids, because lost rows may have had them and other services may keep
/// them. More would be too many: there are only 90 million account numbers.
const SKIPPED_IDS: i64 = 1_000_000;

#[derive(Debug, Clone, Copy, sqlx::FromRow)]
pub(crate) struct Head {
    pub position: i64,
    /// Events up to this position may have been deleted.
    pub pruned: i64,
    pub epoch: Uuid,
}

pub(crate) async fn read(pool: &PgPool) -> sqlx::Result<Head> {
    sqlx::query_as("select position, pruned, epoch from outbox_head").fetch_one(pool).await
}

impl Head {
    /// Refuses a reader that would miss events, or confuse them with those of another epoch.
    pub(crate) fn check(&self, after: i64, epoch: Option<Uuid>) -> Result<(), Status> {
        if let Some(Refusal(reason)) = self.refusal(after, epoch) {
            return Err(Status::failed_precondition(reason));
        }
        if after < self.pruned {
            return Err(Status::out_of_range(PRUNED));
        }
        Ok(())
    }

    /// `None` if the position belongs to this outbox.
    pub(crate) fn refusal(&self, position: i64, epoch: Option<Uuid>) -> Option<Refusal> {
        if epoch.is_some_and(|epoch| epoch != self.epoch) {
            return Some(Refusal(EPOCH_CHANGED));
        }
        (position > self.position).then_some(Refusal(AHEAD))
    }
}

/// Begins another epoch if the origin of the database has changed: a restored database or a promoted standby has
/// another cluster id or timeline.
pub(crate) async fn renew_epoch(pool: &PgPool) -> sqlx::Result<()> {
    let mut tx = kit::db::begin(pool).await?;
    // `None` if the origin is the same, `false` if it was stored for the first time.
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
    .fetch_optional(&mut *tx)
    .await?;
    if renewed == Some(true) {
        skip_lost_ids(&mut tx).await?;
    }
    tx.commit().await?;
    if renewed == Some(true) {
        tracing::error!("The database was restored or promoted: starting a new feed epoch, so consumers start over");
    }
    Ok(())
}

/// Only of identity columns: other sequences, such as that of invoice numbers, must have no gaps.
async fn skip_lost_ids(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query(
        "select setval(seqrelid::regclass, least(coalesce(pg_sequence_last_value(seqrelid), seqstart) + $1, seqmax))
         from pg_sequence
         join pg_class on pg_class.oid = seqrelid
         where relnamespace = current_schema()::regnamespace
             and exists (
                 select from pg_depend
                 where classid = 'pg_class'::regclass and objid = seqrelid and deptype = 'i'
             )",
    )
    .bind(SKIPPED_IDS)
    .execute(tx)
    .await?;
    Ok(())
}
