//! Decisions about a cash-out. The caller has locked the row and checked its state.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub async fn set_first_approval(tx: &mut PgConnection, id: i64, operator: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout set first_approved_by = $2, first_approved_at = $3 where cashout_id = $1 and state = 'requested'",
        id,
        operator,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// `two_people_from` is in qəpik.
pub async fn set_approved(
    tx: &mut PgConnection,
    id: i64,
    operator: i64,
    two_people_from: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set state = 'approved', decided_by = $2, decided_at = $3, due_at = $3, two_people_from = $4
         where cashout_id = $1",
        id,
        operator,
        now,
        two_people_from,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes a first approval, because the same person may decline.
pub async fn set_declined(
    tx: &mut PgConnection,
    id: i64,
    operator: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set state = 'declined', decided_by = $2, decided_at = $3, finished_at = $3, reason = $4,
             first_approved_by = null, first_approved_at = null
         where cashout_id = $1",
        id,
        operator,
        now,
        reason,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_cancelled(tx: &mut PgConnection, id: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update cashout
         set state = 'cancelled', finished_at = $2, first_approved_by = null, first_approved_at = null
         where cashout_id = $1",
        id,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
