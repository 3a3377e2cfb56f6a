//! Stores the progress of a file, so that an interrupted import can resume.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

#[derive(Debug, Clone, Copy)]
pub struct Job {
    pub import_job_id: i64,
    pub byte: i64,
    pub line: i64,
    /// Lines with new products.
    pub fresh: i64,
    pub changed: i64,
    pub same: i64,
    pub refused: i64,
    /// Length of the report of refused lines.
    pub report_bytes: i64,
}

/// A finished job starts over.
pub async fn begin(tx: &mut PgConnection, digest: &[u8], now: DateTime<Utc>) -> sqlx::Result<Job> {
    sqlx::query!("insert into import_job (digest, started_at) values ($1, $2) on conflict do nothing", digest, now)
        .execute(&mut *tx)
        .await?;
    sqlx::query!(
        "update import_job
         set byte = 0, line = 0, fresh = 0, changed = 0, same = 0, refused = 0, report_bytes = 0, started_at = $2,
             finished_at = null
         where digest = $1 and finished_at is not null",
        digest,
        now,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query_as!(
        Job,
        "select import_job_id, byte, line, fresh, changed, same, refused, report_bytes
         from import_job
         where digest = $1",
        digest,
    )
    .fetch_one(tx)
    .await
}

/// Returns `false` if another process has advanced the job since `before`.
pub async fn advance(tx: &mut PgConnection, before: &Job, after: &Job) -> sqlx::Result<bool> {
    let moved = sqlx::query!(
        "update import_job
         set byte = $3, line = $4, fresh = $5, changed = $6, same = $7, refused = $8, report_bytes = $9
         where import_job_id = $1 and byte = $2 and finished_at is null",
        before.import_job_id,
        before.byte,
        after.byte,
        after.line,
        after.fresh,
        after.changed,
        after.same,
        after.refused,
        after.report_bytes,
    )
    .execute(tx)
    .await?;
    Ok(moved.rows_affected() == 1)
}

pub async fn finish(tx: &mut PgConnection, job: i64, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("update import_job set finished_at = $2 where import_job_id = $1", job, now).execute(tx).await?;
    Ok(())
}
