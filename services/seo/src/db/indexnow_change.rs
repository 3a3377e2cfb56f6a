//! Table `indexnow_change`: changed pages that are not yet submitted to search engines.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::changed_page::Kind;

pub struct PageChange {
    pub kind: String,
    /// The id of the product or store.
    pub subject_id: i64,
    /// `None` for products.
    pub slug: Option<String>,
    /// The number of changes. If it grows during a submission, the page is submitted again.
    pub times: i64,
}

/// Each page has one row, with the latest slug.
pub async fn record(
    tx: &mut PgConnection,
    kind: Kind,
    subject: i64,
    slug: Option<&str>,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into indexnow_change (kind, subject_id, slug, changed_at)
         values ($1, $2, $3, $4)
         on conflict (kind, subject_id) do update
         set slug = excluded.slug, times = indexnow_change.times + 1",
        kind.key(),
        subject,
        slug,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Oldest first.
pub async fn next(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<PageChange>> {
    sqlx::query_as!(
        PageChange,
        "select kind, subject_id, slug, times
         from indexnow_change
         order by changed_at, kind, subject_id
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

/// Skips locked rows, because waiting could deadlock with event handlers, which lock rows in another order.
pub async fn delete_unchanged(tx: &mut PgConnection, submitted: &[PageChange]) -> sqlx::Result<()> {
    let kinds: Vec<String> = submitted.iter().map(|row| row.kind.clone()).collect();
    let subjects: Vec<i64> = submitted.iter().map(|row| row.subject_id).collect();
    let times: Vec<i64> = submitted.iter().map(|row| row.times).collect();
    sqlx::query!(
        "delete from indexnow_change
         using (
             select kind, subject_id
             from indexnow_change
             join unnest($1::text[], $2::bigint[], $3::bigint[]) as submitted (kind, subject_id, times)
                 using (kind, subject_id, times)
             for update of indexnow_change skip locked
         ) as unchanged
         where indexnow_change.kind = unchanged.kind and indexnow_change.subject_id = unchanged.subject_id",
        &kinds,
        &subjects,
        &times,
    )
    .execute(tx)
    .await?;
    Ok(())
}
