//! Reads files that staff upload: rows of cells whose columns staff have mapped, or products as JSON lines. Unlike a
//! file for the command line, prices are in manats, and a column that is not mapped leaves a stored value as it is.

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

/// A part of a file. The columns come first, except for JSON lines, which have none.
pub enum Part {
    Columns(Vec<String>),
    Row(RawRow),
}

/// A row that is not empty.
pub struct RawRow {
    /// Line in the file, from 1. Each is higher than the one before.
    pub number: u64,
    pub content: Content,
}

pub enum Content {
    /// In the order of the columns; `None` is not UTF-8. May be shorter or longer than the columns.
    Cells(Vec<Option<String>>),
    Json(Vec<u8>),
    /// Code and details of a row that cannot be read.
    Unreadable(&'static str, String),
}

/// A failure of the whole file.
#[derive(Debug)]
pub enum ReadError {
    /// Code for the operator.
    Refused(&'static str),
    Io(io::Error),
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads a file from its beginning until `each` breaks.
pub fn read(file: File, format: Format, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    match format {
        Format::Csv => csv::read(file, each),
        Format::Xlsx => xlsx::read(file, each),
        Format::Yml => yml::read(file, each),
        Format::Jsonl => jsonl::read(file, each),
    }
}
