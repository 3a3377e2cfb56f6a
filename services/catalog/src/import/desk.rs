//! Reads files that staff upload. Prices are in manats, and values without a column are kept.

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

/// JSON lines have no columns.
pub enum Part {
    Columns(Vec<String>),
    Row(RawRow),
}

pub struct RawRow {
    /// Line in the file, from 1.
    pub number: u64,
    pub content: Content,
}

pub enum Content {
    /// `None` is a cell that is not UTF-8. A row may have fewer or more cells than columns.
    Cells(Vec<Option<String>>),
    Json(Vec<u8>),
    /// Code and details of an error.
    Unreadable(&'static str, String),
}

#[derive(Debug)]
pub enum ReadError {
    /// The code is shown to the operator.
    Refused(&'static str),
    Io(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Calls `each` until it returns `Break`.
pub fn read(file: File, format: Format, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    match format {
        Format::Csv => csv::read(file, each),
        Format::Xlsx => xlsx::read(file, each),
        Format::Yml => yml::read(file, each),
        Format::Jsonl => jsonl::read(file, each),
    }
}
