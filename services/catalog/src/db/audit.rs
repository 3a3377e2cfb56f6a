//! The audit log of operators' actions.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub async fn insert(
    tx: &mut PgConnection,
    operator: i64,
    action: &str,
    subject: i64,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into audit (operator_id, action, subject_id, acted_at)
         values ($1, $2, $3, $4)",
        operator,
        action,
        subject,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
