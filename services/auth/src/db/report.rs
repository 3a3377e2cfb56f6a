use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub struct ReportRow {
    pub subject: String,
    pub text: String,
    pub created_at: DateTime<Utc>,
}

pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    subject: &str,
    text: &str,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into report (account_id, subject, text, created_at)
         values ($1, $2, $3, $4)",
        account,
        subject,
        text,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns the time of the `nth` newest report, counted from 1.
pub async fn nth_newest_for(tx: &mut PgConnection, account: i64, nth: i64) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select created_at from report where account_id = $1 order by created_at desc limit 1 offset $2",
        account,
        nth - 1,
    )
    .fetch_optional(tx)
    .await
}

pub async fn newest_for(tx: &mut PgConnection, account: i64, limit: i64) -> sqlx::Result<Vec<ReportRow>> {
    sqlx::query_as!(
        ReportRow,
        "select subject, text, created_at
         from report
         where account_id = $1
         order by created_at desc, report_id desc
         limit $2",
        account,
        limit,
    )
    .fetch_all(tx)
    .await
}
