//! Pages that changed and are still to be told of.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::change::Kind;

pub struct Row {
    pub kind: String,
    pub subject_id: i64,
    pub slug: Option<String>,
    pub times: i64,
}

/// One row however often it changes; of several slugs the last one holds.
pub async fn note(
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

/// Those that have waited longest.
pub async fn next(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as!(
        Row,
        "select kind, subject_id, slug, times
         from indexnow_change
         order by changed_at, kind, subject_id
         limit $1",
        limit,
    )
    .fetch_all(tx)
    .await
}

/// All but those that have changed again since they were read. One that is locked is changing right now: to wait for it could be
/// to wait in a ring, for a feed's events lock many in an order of their own.
pub async fn forget(tx: &mut PgConnection, read: &[Row]) -> sqlx::Result<()> {
    let kinds: Vec<String> = read.iter().map(|row| row.kind.clone()).collect();
    let subjects: Vec<i64> = read.iter().map(|row| row.subject_id).collect();
    let times: Vec<i64> = read.iter().map(|row| row.times).collect();
    sqlx::query!(
        "delete from indexnow_change
         using (
             select kind, subject_id
             from indexnow_change
             join unnest($1::text[], $2::bigint[], $3::bigint[]) as read (kind, subject_id, times)
                 using (kind, subject_id, times)
             for update of indexnow_change skip locked
         ) as told
         where indexnow_change.kind = told.kind and indexnow_change.subject_id = told.subject_id",
        &kinds,
        &subjects,
        &times,
    )
    .execute(tx)
    .await?;
    Ok(())
}
