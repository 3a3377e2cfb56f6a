//! Splits a file into lines, or rows with quoted line breaks. After an invalid record, reading continues with its
//! second line.

use std::io::{self, BufRead, Read as _, Seek, SeekFrom};

/// Products take a few kilobytes.
const MAX_RECORD_BYTES: usize = 1 << 20;

/// Bytes and lines before a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    pub byte: u64,
    pub line: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordFormat {
    Line,
    /// Ends at a line break outside quotes. Quotes open only at the start of a cell.
    Row {
        separator: u8,
    },
}

/// A record is without its line break.
#[derive(Debug, PartialEq, Eq)]
pub enum Record {
    Whole(Vec<u8>),
    TooLong,
    OpenQuote,
}

pub struct Records<R> {
    input: R,
    format: RecordFormat,
    position: Position,
}

impl<R: BufRead + Seek> Records<R> {
    pub fn new(mut input: R, format: RecordFormat, from: Position) -> io::Result<Self> {
        input.seek(SeekFrom::Start(from.byte))?;
        Ok(Self { input, format, position: from })
    }

    pub fn position(&self) -> Position {
        self.position
    }

    pub fn next(&mut self) -> io::Result<Option<Record>> {
        let mut record = Vec::new();
        let mut cell = CellState::Start;
        // Where the first line of the record ends.
        let mut first_line = None;
        loop {
            let start = record.len();
            // One byte more, to recognise a record that is too long.
            let limit = (MAX_RECORD_BYTES + 1 - start) as u64;
            let read = self.input.by_ref().take(limit).read_until(b'\n', &mut record)? as u64;
            if read == 0 && start == 0 {
                return Ok(None);
            }
            if record.len() > MAX_RECORD_BYTES {
                return self.skip(first_line, read).map(|()| Some(Record::TooLong));
            }
            self.position = Position { byte: self.position.byte + read, line: self.position.line + 1 };
            let first = *first_line.get_or_insert(self.position);
            let RecordFormat::Row { separator } = self.format else { break };
            cell = record[start..].iter().fold(cell, |cell, byte| cell.next(*byte, separator));
            if cell != CellState::Quoted {
                break;
            }
            if read == 0 {
                self.seek_to(first)?;
                return Ok(Some(Record::OpenQuote));
            }
        }
        while record.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
            record.pop();
        }
        Ok(Some(Record::Whole(record)))
    }

    /// Skips the record's first line, which ends at `first_line`, or of which only `read` bytes were read.
    fn skip(&mut self, first_line: Option<Position>, read: u64) -> io::Result<()> {
        if let Some(first) = first_line {
            return self.seek_to(first);
        }
        let mut skipped = read;
        loop {
            let ahead = self.input.fill_buf()?;
            let line_end = ahead.iter().position(|byte| *byte == b'\n');
            let amount = line_end.map_or(ahead.len(), |line_break| line_break + 1);
            self.input.consume(amount);
            skipped += amount as u64;
            if line_end.is_some() || amount == 0 {
                self.position = Position { byte: self.position.byte + skipped, line: self.position.line + 1 };
                return Ok(());
            }
        }
    }

    fn seek_to(&mut self, position: Position) -> io::Result<()> {
        self.input.seek(SeekFrom::Start(position.byte))?;
        self.position = position;
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    Start,
    Plain,
    Quoted,
    /// A second quote continues the quoted value.
    Closed,
}

impl CellState {
    fn next(self, byte: u8, separator: u8) -> Self {
        match (self, byte) {
            (Self::Quoted, b'"') => Self::Closed,
            (Self::Quoted, _) | (Self::Start | Self::Closed, b'"') => Self::Quoted,
            (_, byte) if byte == separator => Self::Start,
            _ => Self::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const ROW: RecordFormat = RecordFormat::Row { separator: b',' };

    /// Returns each record with the number of lines up to its end.
    fn read_all(text: &str, format: RecordFormat) -> Vec<(String, u64)> {
        let mut records = Records::new(Cursor::new(text.as_bytes()), format, Position::default()).unwrap();
        let mut found = Vec::new();
        while let Some(record) = records.next().unwrap() {
            let record = match record {
                Record::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                other => format!("{other:?}"),
            };
            found.push((record, records.position().line));
        }
        assert_eq!(records.position().byte, text.len() as u64, "everything was read");
        found
    }

    fn texts(text: &str, format: RecordFormat) -> Vec<String> {
        read_all(text, format).into_iter().map(|(record, _)| record).collect()
    }

    #[test]
    fn next_accepts_all_line_endings() {
        assert_eq!(texts("a\r\nb\n\nc", RecordFormat::Line), ["a", "b", "", "c"]);
        assert_eq!(texts("", RecordFormat::Line), [""; 0]);
        assert_eq!(texts("\"a\nb\"", RecordFormat::Line), ["\"a", "b\""]);
    }

    #[test]
    fn next_keeps_quoted_line_breaks_in_the_row() {
        assert_eq!(read_all("a,\"b\nc\"\r\nd\n", ROW), [("a,\"b\nc\"".to_owned(), 2), ("d".to_owned(), 3)]);
        assert_eq!(texts("\"say \"\"hi\"\"\n\",x\ny", ROW), ["\"say \"\"hi\"\"\n\",x", "y"]);
        assert_eq!(
            texts("5\" screen,x\ny", ROW),
            ["5\" screen,x", "y"],
            "a quote within a cell is a sign like any other"
        );
    }

    #[test]
    fn next_continues_after_an_invalid_record() {
        assert_eq!(texts("a,\"b\nc\nd\n", ROW), ["OpenQuote", "c", "d"]);
        let long = "x".repeat(MAX_RECORD_BYTES + 1);
        assert_eq!(texts(&format!("{long}\nb\n"), ROW), ["TooLong", "b"]);
        assert_eq!(texts(&format!("a,\"b\n{long}\nc"), ROW), ["TooLong", "TooLong", "c"]);
        assert_eq!(texts(&"x".repeat(MAX_RECORD_BYTES), RecordFormat::Line).len(), 1);
    }

    #[test]
    fn new_continues_at_a_position() {
        let text = "a\n\"b\nb\"\nc\n";
        let mut records = Records::new(Cursor::new(text), ROW, Position::default()).unwrap();
        records.next().unwrap();
        records.next().unwrap();
        let mut later = Records::new(Cursor::new(text), ROW, records.position()).unwrap();
        assert_eq!(later.next().unwrap(), Some(Record::Whole(b"c".to_vec())));
        assert_eq!(later.position().line, 4);
    }
}
