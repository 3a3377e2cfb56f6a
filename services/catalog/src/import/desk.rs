//! Reads files that members of staff upload: rows of cells whose columns staff have mapped to values of products, or
//! products as JSON lines. In contrast to a file for the command `import`, prices are in manats, and a value whose
//! column is not mapped stays as it is stored.

pub mod batches;
pub mod cells;
pub mod complete;
mod csv;
mod jsonl;
pub mod template;
mod xlsx;
mod yml;

use std::{fs::File, io, ops::ControlFlow};

use crate::domain::product_import::Format;

/// A part of a file. The columns come before the rows. JSON lines have no columns.
pub enum Part {
    Columns(Vec<String>),
    Row(RawRow),
}

/// A row of the file. Empty rows are skipped.
pub struct RawRow {
    /// Line in the file, from 1. Each is higher than the one before.
    pub number: u64,
    pub content: Content,
}

/// The content of a row.
pub enum Content {
    /// Cells in the order of the columns. `None` is a cell that is not UTF-8. A row may have fewer or more cells than
    /// columns.
    Cells(Vec<Option<String>>),
    Json(Vec<u8>),
    /// Code and details of a row that cannot be read.
    Unreadable(&'static str, String),
}

/// A failure of the whole file.
#[derive(Debug)]
pub enum ReadError {
    /// The file is not acceptable. The code is shown to the operator.
    Refused(&'static str),
    Io(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads a file from its beginning and calls `each` with every part, until `each` returns `Break`.
pub fn read(file: File, format: Format, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    match format {
        Format::Csv => csv::read(file, each),
        Format::Xlsx => xlsx::read(file, each),
        Format::Yml => yml::read(file, each),
        Format::Jsonl => jsonl::read(file, each),
    }
}
