//! Reads products as JSON, one per line (`import/line.rs`).

use std::{fs::File, io::BufReader, ops::ControlFlow};

use super::{Content, Part, RawRow, ReadError};
use crate::import::records::{Position, Record, RecordFormat, Records};

pub fn read(file: File, each: &mut dyn FnMut(Part) -> ControlFlow<()>) -> Result<(), ReadError> {
    let input = BufReader::with_capacity(1 << 18, file);
    let mut records = Records::new(input, RecordFormat::Line, Position::default())?;
    loop {
        let number = records.position().line + 1;
        let Some(record) = records.next()? else { return Ok(()) };
        let content = match record {
            Record::Whole(bytes) if bytes.trim_ascii().is_empty() => continue,
            Record::Whole(bytes) => Content::Json(bytes),
            Record::TooLong | Record::OpenQuote => Content::Unreadable("too_long", "1 MiB".to_owned()),
        };
        if each(Part::Row(RawRow { number, content })).is_break() {
            return Ok(());
        }
    }
}
