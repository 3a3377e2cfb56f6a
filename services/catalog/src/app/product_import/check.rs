//! Checks an import in a dry run: counts what would change, and stores the errors.

use std::collections::HashMap;

use kit::{Error, Result};
use sqlx::PgConnection;

use super::{lease::Lease, spool::spool, worker};
use crate::{
    App,
    db::{
        self,
        product_import::{
            ProductImport,
            errors::{self, StoredError},
            work,
        },
    },
    domain::{product_import::State, publication},
    export,
    import::{
        batch::{BatchChanges, ExistingProducts, ImportContext, Tally},
        desk::{batches, cells::Mapping, complete::complete},
        dry_run::DuplicateFinder,
        line::Line,
        line_error::LineError,
        shop::Shop,
        source::ParsedRow,
    },
};

/// A file with more errors is wrong as a whole.
const MAX_ERRORS: usize = 200_000;
const MAX_DETAILS_CHARS: usize = 200;

pub async fn run(app: &App, lease: Lease, import: &ProductImport) -> Result<()> {
    let format = import.format().ok_or_else(|| Error::internal(anyhow::anyhow!("format {}", import.format)))?;
    let mapping = worker::mapping(app, import).await?;
    let file = spool(app, import.id).await?;
    let mut tx = kit::db::begin(&app.pool).await?;
    if !lease.hold(app, &mut tx).await? {
        return Ok(());
    }

    let shop = Shop::read(&mut tx).await?;
    // A killed process may have checked some lines already.
    errors::delete(&mut tx, import.id).await?;
    db::product_import::reset_counts(&mut tx, import.id).await?;
    tx.commit().await?;

    // A dry run has no job, and writes no state.
    let context =
        ImportContext { shop: &shop, now: app.clock.now(), job: None, new_state: publication::State::Published };
    let skipped_rows = 0;
    let mut batches = batches::start(file, format, mapping.clone(), skipped_rows);
    let mut duplicates = DuplicateFinder::default();
    let mut stored_count = 0;
    while let Some(batch) = batches.recv().await {
        let mut rows = match batch {
            Ok(rows) => rows,
            Err(error) => return worker::fail(app, lease, error).await,
        };

        duplicates.refuse_duplicates(&mut rows);

        let mut tx = kit::db::begin(&app.pool).await?;
        if !lease.hold(app, &mut tx).await? {
            return Ok(());
        }
        let (tally, mut new_errors) = check_batch(&mut tx, &mut rows, &mapping, &context).await?;
        new_errors.truncate(MAX_ERRORS - stored_count);
        stored_count += new_errors.len();
        errors::insert(&mut tx, import.id, &new_errors).await?;
        work::add(&mut tx, import.id, rows.len() as i64, tally).await?;
        tx.commit().await?;
    }
    worker::finish(app, lease, State::Checked).await
}

async fn check_batch(
    tx: &mut PgConnection,
    rows: &mut [ParsedRow],
    mapping: &Mapping,
    context: &ImportContext<'_>,
) -> Result<(Tally, Vec<StoredError>)> {
    let existing = ExistingProducts::read(tx, rows).await?;
    let current = current_lines(tx, &existing.ids()).await?;
    let comparable = complete(rows, &existing, &current, mapping);
    let changes = BatchChanges::compute(rows, existing.compared_with(comparable), context);
    Ok((changes.tally, stored_errors(&changes.line_errors, mapping)))
}

/// Returns products as lines of an import, without values that the shop measures, such as the rating.
pub async fn current_lines(tx: &mut PgConnection, ids: &[i64]) -> Result<HashMap<i64, Line>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let lines = db::export::products(tx, ids).await?.into_iter().map(|row| {
        let (id, line) = (row.product_id, export::to_line(row).map_err(Error::internal)?);
        Ok((id, Line { rating: None, reviews: None, popularity: None, sold: None, published_at: None, ..line }))
    });
    lines.collect()
}

/// Numbers the errors of each line from 1.
pub fn stored_errors(line_errors: &[(u64, LineError)], mapping: &Mapping) -> Vec<StoredError> {
    let mut stored: Vec<StoredError> = Vec::with_capacity(line_errors.len());
    for (line, error) in line_errors {
        let line = *line as i64;
        let position = match stored.last() {
            Some(previous) if previous.line == line => previous.position + 1,
            _ => 1,
        };
        let details = error.explanation.chars().filter(|sign| !sign.is_control()).take(MAX_DETAILS_CHARS);
        stored.push(StoredError {
            line,
            position,
            column_name: mapping.column_of(&error.field).to_owned(),
            field: error.field.clone(),
            code: error.code.to_owned(),
            details: details.collect(),
        });
    }
    stored
}
