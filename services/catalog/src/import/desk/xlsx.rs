//! Reads the first sheet of an Excel workbook.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    ops::ControlFlow,
};

use calamine::{DataRef, Reader as _, Xlsx, XlsxError, open_workbook_from_rs};
use zip::ZipArchive;

use super::{Content, Part, RawRow, ReadError, cells::is_formula_sign};
use crate::domain::product_import::MAX_COLUMNS;

/// The texts stay in memory while a workbook is read.
const MAX_UNPACKED_BYTES: u64 = 256 << 20;
/// Files in the workbook, which is a ZIP archive.
const MAX_PARTS: usize = 2_000;
/// Rounds Excel's binary fractions to six decimals.
const DECIMALS: f64 = 1e6;

pub fn read(mut file: File, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    check_unpacked_size(&file, MAX_UNPACKED_BYTES)?;
    file.seek(SeekFrom::Start(0))?;
    let mut workbook: Xlsx<_> = open_workbook_from_rs(BufReader::new(file)).map_err(refused)?;
    let sheet = workbook.sheet_names().first().cloned().ok_or(ReadError::Refused("unreadable_file"))?;
    let mut cells = workbook.worksheet_cells_reader(&sheet).map_err(refused)?;
    let mut rows = Rows { each, current: None, has_columns: false };
    while let Some(cell) = cells.next_cell().map_err(refused)? {
        let (row, column) = cell.get_position();
        if column as usize >= MAX_COLUMNS {
            return Err(ReadError::Refused("too_many_columns"));
        }
        if rows.add(row.into(), column as usize, text(cell.get_value()))?.is_break() {
            return Ok(());
        }
    }
    if rows.finish().is_continue() && !rows.has_columns {
        return Err(ReadError::Refused("unreadable_file"));
    }
    Ok(())
}

/// Collects cells to rows. The first one has the names of the columns.
struct Rows<'a> {
    each: &'a mut dyn FnMut(Part) -> ControlFlow<()>,
    /// The index and cells of the incomplete row.
    current: Option<(u64, Vec<Option<String>>)>,
    has_columns: bool,
}

impl Rows<'_> {
    /// A cell of a new row completes the row before it.
    fn add(&mut self, row: u64, column: usize, text: String) -> Result<ControlFlow<()>, ReadError> {
        let current = self.current.as_ref().map_or(row, |(current, _)| *current);
        if current > row {
            return Err(ReadError::Refused("unreadable_file"));
        }
        if current < row && self.finish().is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let (_, cells) = self.current.get_or_insert_with(|| (row, Vec::new()));
        if cells.len() <= column {
            cells.resize(column + 1, Some(String::new()));
        }
        cells[column] = Some(text);
        Ok(ControlFlow::Continue(()))
    }

    fn finish(&mut self) -> ControlFlow<()> {
        let Some((row, cells)) = self.current.take() else { return ControlFlow::Continue(()) };
        if cells.iter().flatten().all(|cell| cell.trim().is_empty()) {
            return ControlFlow::Continue(());
        }
        if self.has_columns {
            return (self.each)(Part::Row(RawRow { number: row + 1, content: Content::Cells(cells) }));
        }
        self.has_columns = true;
        (self.each)(Part::Columns(cells.into_iter().flatten().collect()))
    }
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => ((number * DECIMALS).round() / DECIMALS).to_string(),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::String(text) => mark_as_text(text),
        DataRef::SharedString(text) => mark_as_text(text),
        DataRef::Bool(value) => value.to_string(),
        // The cell has no time zone, so its time is taken as Baku time.
        DataRef::DateTime(time) => {
            time.as_datetime().map(|time| time.format("%Y-%m-%dT%H:%M:%S+04:00").to_string()).unwrap_or_default()
        }
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// The cell's type says that this is a text, so it is not refused as a formula.
fn mark_as_text(text: &str) -> String {
    if text.starts_with(is_formula_sign) { format!("'{text}") } else { text.to_owned() }
}

/// Unpacks all parts, because the sizes that an archive declares may be wrong.
fn check_unpacked_size(file: &File, max_bytes: u64) -> Result<(), ReadError> {
    let not_an_archive = |_| ReadError::Refused("unreadable_file");
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(not_an_archive)?;
    if archive.len() > MAX_PARTS {
        return Err(ReadError::Refused("unpacked_too_large"));
    }
    let mut remaining = max_bytes;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| ReadError::Refused("unreadable_file"))?;
        let unpacked = io::copy(&mut part.take(remaining + 1), &mut io::sink());
        let unpacked = unpacked.map_err(|_| ReadError::Refused("unreadable_file"))?;
        remaining = remaining.checked_sub(unpacked).ok_or(ReadError::Refused("unpacked_too_large"))?;
    }
    Ok(())
}

fn refused(error: XlsxError) -> ReadError {
    match error {
        XlsxError::Io(error) => ReadError::Io(error),
        _ => ReadError::Refused("unreadable_file"),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    #[test]
    fn check_unpacked_size_refuses_archive_that_unpacks_to_too_much() {
        let mut archive = ZipWriter::new(tempfile::tempfile().unwrap());
        for name in ["a", "b"] {
            archive.start_file(name, SimpleFileOptions::default()).unwrap();
            archive.write_all(&vec![0; 60_000]).unwrap();
        }
        let file = archive.finish().unwrap();
        let refusal = |max_bytes| match check_unpacked_size(&file, max_bytes) {
            Err(ReadError::Refused(code)) => code,
            _ => "accepted",
        };
        assert!(file.metadata().unwrap().len() < 1_000, "it is compressed");
        assert_eq!((refusal(119_999), refusal(120_000)), ("unpacked_too_large", "accepted"));
    }

    #[test]
    fn text_rounds_binary_fractions() {
        assert_eq!(text(&DataRef::Float(0.1 + 0.2)), "0.3");
        assert_eq!(text(&DataRef::Float(1_250.0)), "1250");
    }
}
