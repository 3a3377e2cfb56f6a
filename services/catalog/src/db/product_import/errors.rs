//! Stores the errors of imports.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

pub struct StoredError {
    pub line: i64,
    /// Number of the error in its line, from 1.
    pub position: i32,
    /// Name of the column in the file.
    pub column_name: String,
    /// The product's value that the column means.
    pub field: String,
    pub code: String,
    pub details: String,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ErrorPosition {
    pub line: i64,
    pub position: i32,
}

pub async fn insert(tx: &mut PgConnection, import: i64, errors: &[StoredError]) -> sqlx::Result<()> {
    let lines: Vec<_> = errors.iter().map(|error| error.line).collect();
    let positions: Vec<_> = errors.iter().map(|error| error.position).collect();
    let columns: Vec<_> = errors.iter().map(|error| error.column_name.clone()).collect();
    let fields: Vec<_> = errors.iter().map(|error| error.field.clone()).collect();
    let codes: Vec<_> = errors.iter().map(|error| error.code.clone()).collect();
    let details: Vec<_> = errors.iter().map(|error| error.details.clone()).collect();
    sqlx::query!(
        "insert into product_import_error (product_import_id, line, position, column_name, field, code, details)
         select $1, line, position, column_name, field, code, details
         from unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[])
              as new (line, position, column_name, field, code, details)
         on conflict do nothing",
        import,
        &lines,
        &positions,
        &columns,
        &fields,
        &codes,
        &details,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete(tx: &mut PgConnection, import: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from product_import_error where product_import_id = $1", import).execute(tx).await?;
    Ok(())
}

pub async fn page(
    tx: &mut PgConnection,
    import: i64,
    after: Option<ErrorPosition>,
    limit: i64,
) -> sqlx::Result<Vec<StoredError>> {
    let after = after.unwrap_or(ErrorPosition { line: 0, position: 0 });
    sqlx::query_as!(
        StoredError,
        "select line, position, column_name, field, code, details
         from product_import_error
         where product_import_id = $1 and (line, position) > ($2, $3)
         order by line, position
         limit $4",
        import,
        after.line,
        after.position,
        limit,
    )
    .fetch_all(tx)
    .await
}
