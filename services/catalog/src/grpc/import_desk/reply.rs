//! Converts imports to the messages for staff.

use chrono::{DateTime, Utc};
use proto::{
    catalog::{ImportColumn, ImportError, ImportFormat, ImportState, KeptProduct, ProductImport},
    json::{from_name, to_timestamp},
};

use crate::db::product_import::{ProductImport as Stored, changes::KeptRow, errors::StoredError};

pub fn import(import: Stored, now: DateTime<Utc>) -> ProductImport {
    let can_undo = import.can_undo(now);
    let columns = import.columns.0.into_iter().map(|column| ImportColumn {
        name: column.name,
        samples: column.samples,
        target: column.target,
    });
    ProductImport {
        id: import.id,
        version: import.version,
        file_name: import.file_name,
        format: from_name::<ImportFormat>(&import.format).unwrap_or_default().into(),
        size: import.size,
        state: from_name::<ImportState>(&import.state).unwrap_or_default().into(),
        operator_id: import.operator,
        columns: columns.collect(),
        store_id: import.store_id,
        category_id: import.category_id,
        skip_refused: import.skip_refused,
        as_drafts: import.as_drafts,
        total: import.total,
        done: import.done,
        fresh: import.fresh,
        changed: import.changed,
        same: import.same,
        refused: import.refused,
        restored: import.restored,
        kept: import.kept,
        failure: import.failure,
        created_at: Some(to_timestamp(import.created_at)),
        finished_at: import.finished_at.map(to_timestamp),
        can_undo,
    }
}

pub fn error(error: StoredError) -> ImportError {
    ImportError {
        line: error.line,
        column: error.column_name,
        field: error.field,
        code: error.code,
        details: error.details,
    }
}

pub fn kept(row: KeptRow) -> KeptProduct {
    KeptProduct { id: row.product_id, slug: row.slug }
}
