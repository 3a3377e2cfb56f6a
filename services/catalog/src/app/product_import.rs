//! Staff's imports of products: upload, map columns, check (a dry run), start, undo. [`worker`] does the long steps.

mod check;
mod lease;
mod reading;
mod spool;
mod undo;
pub mod worker;
mod write;

use std::fs::File;

use audit::Entry;
use chrono::TimeDelta;
use kit::{Error, Result, error::FieldError, identity::Caller};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

pub use check::current_lines;

use crate::{
    App,
    db::{
        self,
        product_import::{NewImport, PIECE_BYTES, ProductImport, WriteOptions},
    },
    domain::product_import::{Column, Format, State, UNDO_FOR, is_target},
    import::shop::Shop,
};

const NOT_FOUND: Error = Error::NotFound("import_not_found");
/// An import that waits longer for its operator is cancelled.
const ABANDONED_AFTER: TimeDelta = TimeDelta::days(30);

pub struct UploadedFile {
    pub name: String,
    pub format: Format,
    pub file: File,
    pub size: i64,
}

/// Stores the file in the database, because another replica may process it.
pub async fn upload(app: &App, operator: &Caller, uploaded: UploadedFile) -> Result<ProductImport> {
    let now = app.clock.now();
    let UploadedFile { name, format, file, size } = uploaded;
    let mut file = tokio::fs::File::from_std(file);
    file.rewind().await.map_err(Error::internal)?;
    let mut tx = kit::db::begin(&app.pool).await?;

    db::product_import::cancel_abandoned(&mut tx, now - ABANDONED_AFTER, now).await?;
    db::product_import::forget_finished(&mut tx, now - UNDO_FOR).await?;

    let new = NewImport { operator: operator.account, file_name: &name, format, size, created_at: now };
    let import = db::product_import::insert(&mut tx, &new).await?;

    let mut piece = Vec::with_capacity(PIECE_BYTES);
    for position in 0.. {
        piece.clear();
        (&mut file).take(PIECE_BYTES as u64).read_to_end(&mut piece).await.map_err(Error::internal)?;
        if piece.is_empty() {
            break;
        }
        db::product_import::insert_piece(&mut tx, import, position, &piece).await?;
    }

    let entry = Entry::new("import_uploaded", "import", import);
    let after = json!({"fileName": name, "format": format.name(), "size": size});
    audit::insert(&mut tx, operator, entry.changed(json!({}), after), now).await?;
    let stored = db::product_import::find(&mut tx, import).await?.ok_or(NOT_FOUND)?;

    tx.commit().await?;
    tracing::info!(import.id = import, "Import {import} uploaded with {size} bytes");
    Ok(stored)
}

pub struct NewMapping {
    /// One for each column; `None` ignores it.
    pub targets: Vec<Option<String>>,
    pub store: Option<i64>,
    pub category: Option<i64>,
}

pub async fn map(app: &App, operator: &Caller, id: i64, version: i64, new: NewMapping) -> Result<ProductImport> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, id, version).await?;
    if !before.state().is_some_and(State::is_mappable) {
        return Err(Error::conflict("import_not_ready"));
    }

    check_mapping(&mut tx, &before.columns.0, &new).await?;
    let columns = before.columns.0.iter().zip(new.targets);
    let columns: Vec<_> = columns.map(|(column, target)| Column { target, ..column.clone() }).collect();

    db::product_import::set_mapping(&mut tx, id, &columns, new.store, new.category).await?;
    finish(app, tx, operator, &before, "import_mapped").await
}

async fn check_mapping(tx: &mut PgConnection, columns: &[Column], new: &NewMapping) -> Result<()> {
    let shop = Shop::read(tx).await?;
    let mut errors = Vec::new();
    let mut add_error = |field: String, code| errors.push(FieldError { field: field.into(), code });

    if new.targets.len() != columns.len() {
        add_error("targets".to_owned(), "invalid");
    }

    for (index, target) in new.targets.iter().enumerate() {
        let Some(target) = target else { continue };
        if !is_target(target, |key| shop.has_field(key)) {
            add_error(format!("targets[{index}]"), "unknown_value");
        } else if new.targets[..index].contains(&Some(target.clone())) {
            add_error(format!("targets[{index}]"), "duplicate");
        }
    }

    // A product is recognised by its slug, which may be made from its name.
    let has = |name: &str| new.targets.iter().flatten().any(|target| target == name);
    if !columns.is_empty() && !has("slug") && !has("name_az") {
        add_error("targets".to_owned(), "required");
    }

    if let Some(store) = new.store
        && !db::store::exists(tx, store).await?
    {
        add_error("storeId".to_owned(), "store_not_found");
    }
    if new.category.is_some_and(|category| shop.category_with_id(category).is_none()) {
        add_error("categoryId".to_owned(), "category_not_found");
    }

    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// Starts a dry run.
pub async fn check(app: &App, operator: &Caller, id: i64, version: i64) -> Result<ProductImport> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, id, version).await?;
    if !before.state().is_some_and(State::is_mappable) {
        return Err(Error::conflict("import_not_ready"));
    }
    db::product_import::begin_step(&mut tx, id, State::Checking).await?;
    db::product_import::reset_counts(&mut tx, id).await?;
    finish(app, tx, operator, &before, "import_checked").await
}

pub async fn start(
    app: &App,
    operator: &Caller,
    id: i64,
    version: i64,
    options: WriteOptions,
) -> Result<ProductImport> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, id, version).await?;
    if before.state() != Some(State::Checked) {
        return Err(Error::conflict("import_not_ready"));
    }
    if before.refused > 0 && !options.skip_refused {
        return Err(Error::conflict_with("import_has_errors", vec![("count", before.refused.to_string())]));
    }

    let digest = Sha256::digest(format!("product_import {id}"));
    let job = db::import::begin(&mut tx, &digest, app.clock.now()).await?;
    db::product_import::set_job(&mut tx, id, job.import_job_id, options).await?;
    db::product_import::reset_counts(&mut tx, id).await?;
    db::product_import::begin_step(&mut tx, id, State::Running).await?;
    finish(app, tx, operator, &before, "import_started").await
}

pub async fn undo(app: &App, operator: &Caller, id: i64, version: i64) -> Result<ProductImport> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, id, version).await?;
    if !before.can_undo(app.clock.now()) {
        return Err(Error::conflict("import_not_ready"));
    }
    db::product_import::begin_step(&mut tx, id, State::Undoing).await?;
    finish(app, tx, operator, &before, "import_undone").await
}

/// A worker that processes the import loses its lease and stops.
pub async fn cancel(app: &App, operator: &Caller, id: i64, version: i64) -> Result<ProductImport> {
    let mut tx = kit::db::begin(&app.pool).await?;
    let before = lock(&mut tx, id, version).await?;
    let is_cancellable = |state: State| state.is_mappable() || state.is_waiting() && state != State::Undoing;
    if !before.state().is_some_and(is_cancellable) {
        return Err(Error::conflict("import_not_ready"));
    }
    let no_failure = None;
    db::product_import::finish_step(&mut tx, id, State::Cancelled, no_failure, Some(app.clock.now())).await?;
    db::product_import::delete_file(&mut tx, id).await?;
    finish(app, tx, operator, &before, "import_cancelled").await
}

/// Fails if `version` is outdated.
async fn lock(tx: &mut PgConnection, id: i64, version: i64) -> Result<ProductImport> {
    let import = db::product_import::lock(tx, id).await?.ok_or(NOT_FOUND)?;
    if import.version == version { Ok(import) } else { Err(Error::conflict("import_changed")) }
}

async fn finish(
    app: &App,
    mut tx: Transaction<'_, Postgres>,
    operator: &Caller,
    before: &ProductImport,
    action: &'static str,
) -> Result<ProductImport> {
    let after = db::product_import::find(&mut tx, before.id).await?.ok_or(NOT_FOUND)?;

    let entry = Entry::new(action, "import", before.id).changed(audited(before), audited(&after));
    audit::insert(&mut tx, operator, entry, app.clock.now()).await?;

    tx.commit().await?;
    tracing::info!(
        import.id = after.id,
        "Import {} is {} now, by operator {}",
        after.id,
        after.state,
        operator.account
    );
    Ok(after)
}

fn audited(import: &ProductImport) -> serde_json::Value {
    let targets: Vec<_> = import.columns.iter().map(|column| column.target.as_deref()).collect();
    json!({
        "state": import.state,
        "targets": targets,
        "storeId": import.store_id,
        "categoryId": import.category_id,
        "skipRefused": import.skip_refused,
        "asDrafts": import.as_drafts,
    })
}
