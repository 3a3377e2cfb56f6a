//! Reads tables in CSV, separated by commas, semicolons or tabs.

use std::{
    fs::File,
    io::{BufReader, Seek as _, SeekFrom},
    ops::ControlFlow,
};

use super::{Content, Part, RawRow, ReadError};
use crate::{
    domain::product_import::MAX_COLUMNS,
    import::records::{Position, Record, RecordFormat, Records},
};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The last of equally frequent separators is taken.
const SEPARATORS: [u8; 3] = [b';', b'\t', b','];

pub fn read(mut file: File, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    file.seek(SeekFrom::Start(0))?;
    let header = Records::new(BufReader::new(&file), RecordFormat::Line, Position::default())?.next()?;
    let Some(Record::Whole(header)) = header else { return Err(ReadError::Refused("unreadable_file")) };
    let header = header.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&header);
    let separator = separator(header);
    if each(Part::Columns(columns(header, separator)?)).is_break() {
        return Ok(());
    }

    let input = BufReader::with_capacity(1 << 18, &file);
    let mut records = Records::new(input, RecordFormat::Row { separator }, Position::default())?;
    // Skips the header.
    records.next()?;
    loop {
        let number = records.position().line + 1;
        let Some(record) = records.next()? else { return Ok(()) };
        let Some(content) = content(record, separator) else { continue };
        if each(Part::Row(RawRow { number, content })).is_break() {
            return Ok(());
        }
    }
}

fn columns(header: &[u8], separator: u8) -> Result<Vec<String>, ReadError> {
    let columns = cells(header, separator).ok_or(ReadError::Refused("unreadable_file"))?;
    let columns: Option<Vec<_>> = columns.into_iter().collect();
    let columns = columns.ok_or(ReadError::Refused("not_utf8"))?;
    if columns.len() > MAX_COLUMNS {
        return Err(ReadError::Refused("too_many_columns"));
    }
    Ok(columns)
}

/// Returns `None` for a blank row.
fn content(record: Record, separator: u8) -> Option<Content> {
    match record {
        Record::Whole(bytes) => match cells(&bytes, separator) {
            Some(cells) if is_blank(&cells) => None,
            Some(cells) => Some(Content::Cells(cells)),
            None => Some(Content::Unreadable("not_a_row", String::new())),
        },
        Record::TooLong => Some(Content::Unreadable("too_long", "1 MiB".to_owned())),
        Record::OpenQuote => Some(Content::Unreadable("not_a_row", "\"".to_owned())),
    }
}

fn separator(header: &[u8]) -> u8 {
    let count = |separator: &u8| header.split(|byte| byte == separator).count();
    SEPARATORS.into_iter().max_by_key(count).unwrap_or(b',')
}

fn is_blank(row: &[Option<String>]) -> bool {
    row.iter().all(|cell| cell.as_ref().is_some_and(|cell| cell.trim().is_empty()))
}

/// A cell that is not UTF-8 is `None`.
fn cells(row: &[u8], separator: u8) -> Option<Vec<Option<String>>> {
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .buffer_capacity(row.len() + 1)
        .from_reader(row);
    let mut cells = ::csv::ByteRecord::new();
    match reader.read_byte_record(&mut cells) {
        Ok(true) => Some(cells.iter().map(|cell| std::str::from_utf8(cell).ok().map(str::to_owned)).collect()),
        Ok(false) => Some(Vec::new()),
        Err(_) => None,
    }
}
