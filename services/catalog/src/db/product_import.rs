//! Stores imports from uploaded files.

pub mod changes;
pub mod errors;
pub mod work;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::product_import::{Column, Format, State, UNDO_FOR};

/// 1 MiB, as in the constraint `product_import_piece_bytes_check`.
pub const PIECE_BYTES: usize = 1 << 20;

pub struct ProductImport {
    pub id: i64,
    pub version: i64,
    pub operator: i64,
    pub file_name: String,
    pub format: String,
    pub size: i64,
    pub state: String,
    pub columns: Json<Vec<Column>>,
    pub store_id: Option<i64>,
    pub category_id: Option<i64>,
    pub skip_refused: bool,
    pub as_drafts: bool,
    pub import_job_id: Option<i64>,
    /// Lines of the file.
    pub total: i64,
    /// Lines that the current step has processed.
    pub done: i64,
    /// Lines with new products.
    pub fresh: i64,
    pub changed: i64,
    pub same: i64,
    pub refused: i64,
    /// Products that an undo has restored, or kept.
    pub restored: i64,
    pub kept: i64,
    /// Code of a problem of the whole file.
    pub failure: Option<String>,
    pub created_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
}

impl ProductImport {
    pub fn state(&self) -> Option<State> {
        State::from_name(&self.state)
    }

    /// A cancelled import without a job has written nothing.
    pub fn can_undo(&self, now: DateTime<Utc>) -> bool {
        let is_recent = self.finished_at.is_some_and(|finished_at| now - finished_at < UNDO_FOR);
        matches!(self.state(), Some(State::Done | State::Cancelled)) && self.import_job_id.is_some() && is_recent
    }

    pub fn format(&self) -> Option<Format> {
        Format::from_name(&self.format)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct WriteOptions {
    /// Good lines are written although others were refused.
    pub skip_refused: bool,
    /// Otherwise new products are on sale at once.
    pub as_drafts: bool,
}

pub struct NewImport<'a> {
    pub operator: i64,
    pub file_name: &'a str,
    pub format: Format,
    pub size: i64,
    pub created_at: DateTime<Utc>,
}

pub async fn insert(tx: &mut PgConnection, new: &NewImport<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into product_import (operator_id, file_name, format, size, created_at)
         values ($1, $2, $3, $4, $5)
         returning product_import_id",
        new.operator,
        new.file_name,
        new.format.name(),
        new.size,
        new.created_at,
    )
    .fetch_one(tx)
    .await
}

pub async fn insert_piece(tx: &mut PgConnection, import: i64, position: i32, bytes: &[u8]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into product_import_piece (product_import_id, position, bytes) values ($1, $2, $3)",
        import,
        position,
        bytes,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns `None` after the last piece.
pub async fn piece(tx: &mut PgConnection, import: i64, position: i32) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!(
        "select bytes from product_import_piece where product_import_id = $1 and position = $2",
        import,
        position,
    )
    .fetch_optional(tx)
    .await
}

pub async fn delete_file(tx: &mut PgConnection, import: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from product_import_piece where product_import_id = $1", import).execute(tx).await?;
    Ok(())
}

/// Also deletes their files.
pub async fn cancel_abandoned(tx: &mut PgConnection, before: DateTime<Utc>, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with abandoned as (
             update product_import
             set state = 'cancelled', version = version + 1, finished_at = $2
             where state in ('mapping', 'checked') and created_at < $1
             returning product_import_id
         )
         delete from product_import_piece
         where product_import_id in (select product_import_id from abandoned)",
        before,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Deletes errors and former products.
pub async fn forget_finished(tx: &mut PgConnection, before: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with finished as materialized (
             select product_import_id from product_import where finished_at < $1
         ),
         deleted_changes as (
             delete from product_import_change using finished
             where product_import_change.product_import_id = finished.product_import_id
         )
         delete from product_import_error using finished
         where product_import_error.product_import_id = finished.product_import_id",
        before,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn find(tx: &mut PgConnection, import: i64) -> sqlx::Result<Option<ProductImport>> {
    sqlx::query_as!(
        ProductImport,
        r#"select product_import_id as id, version, operator_id as operator, file_name, format, size, state,
                  columns as "columns: Json<Vec<Column>>", store_id, category_id, skip_refused, as_drafts,
                  import_job_id, total, done, fresh, changed, same, refused, restored, kept, failure,
                  created_at, finished_at
           from product_import
           where product_import_id = $1"#,
        import,
    )
    .fetch_optional(tx)
    .await
}

/// Blocks the worker and other operators until the transaction ends.
pub async fn lock(tx: &mut PgConnection, import: i64) -> sqlx::Result<Option<ProductImport>> {
    let locked = sqlx::query_scalar!(
        "select product_import_id from product_import where product_import_id = $1 for update",
        import
    );
    match locked.fetch_optional(&mut *tx).await? {
        Some(import) => find(tx, import).await,
        None => Ok(None),
    }
}

/// Returns imports below `before`, newest first.
pub async fn page(tx: &mut PgConnection, before: Option<i64>, limit: i64) -> sqlx::Result<Vec<ProductImport>> {
    sqlx::query_as!(
        ProductImport,
        r#"select product_import_id as id, version, operator_id as operator, file_name, format, size, state,
                  columns as "columns: Json<Vec<Column>>", store_id, category_id, skip_refused, as_drafts,
                  import_job_id, total, done, fresh, changed, same, refused, restored, kept, failure,
                  created_at, finished_at
           from product_import
           where product_import_id < $1
           order by product_import_id desc
           limit $2"#,
        before.unwrap_or(i64::MAX),
        limit,
    )
    .fetch_all(tx)
    .await
}

pub async fn set_mapping(
    tx: &mut PgConnection,
    import: i64,
    columns: &[Column],
    store: Option<i64>,
    category: Option<i64>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set columns = $2, store_id = $3, category_id = $4, state = 'mapping', version = version + 1
         where product_import_id = $1",
        import,
        Json(columns) as Json<&[Column]>,
        store,
        category,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends the lease of a running step.
pub async fn begin_step(tx: &mut PgConnection, import: i64, state: State) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set state = $2, version = version + 1, done = 0, lease_token = null, leased_until = null, finished_at = null
         where product_import_id = $1",
        import,
        state.name(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn reset_counts(tx: &mut PgConnection, import: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set done = 0, fresh = 0, changed = 0, same = 0, refused = 0
         where product_import_id = $1",
        import,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn set_job(tx: &mut PgConnection, import: i64, job: i64, options: WriteOptions) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import set import_job_id = $2, skip_refused = $3, as_drafts = $4 where product_import_id = $1",
        import,
        job,
        options.skip_refused,
        options.as_drafts,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends the lease, too. An earlier `failure` is kept.
pub async fn finish_step(
    tx: &mut PgConnection,
    import: i64,
    state: State,
    failure: Option<&str>,
    finished_at: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_import
         set state = $2, version = version + 1, failure = coalesce(failure, $3), finished_at = $4, lease_token = null,
             leased_until = null
         where product_import_id = $1",
        import,
        state.name(),
        failure,
        finished_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
