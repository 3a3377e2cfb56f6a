//! Splits a file into records, holding one at a time: lines, or rows of a table, which may contain quoted line breaks.
//! After an invalid record (too long, or an unclosed quote) it continues with the line after the record's first.

use std::io::{self, BufRead, Read as _, Seek, SeekFrom};

/// Maximum size of a record in bytes. Products take a few kilobytes, so more is a mistake.
const LONGEST: usize = 1 << 20;

/// A position between records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Position {
    pub byte: u64,
    /// Number of lines before it.
    pub line: u64,
}

/// How records end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    Line,
    /// An unquoted line break; quotes count only at the start of a cell.
    Row {
        separator: u8,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub enum Record {
    Whole(Vec<u8>),
    TooLong,
    OpenQuote,
}

pub struct Records<R> {
    input: R,
    cut: Cut,
    at: Position,
}

impl<R: BufRead + Seek> Records<R> {
    pub fn new(mut input: R, cut: Cut, from: Position) -> io::Result<Self> {
        input.seek(SeekFrom::Start(from.byte))?;
        Ok(Self { input, cut, at: from })
    }

    /// End of the last record read.
    pub fn at(&self) -> Position {
        self.at
    }

    pub fn next(&mut self) -> io::Result<Option<Record>> {
        let mut record = Vec::new();
        let mut cell = Cell::Begins;
        let mut first_line = None;
        loop {
            let begun = record.len();
            let room = (LONGEST + 1 - begun) as u64;
            let read = self.input.by_ref().take(room).read_until(b'\n', &mut record)? as u64;
            if read == 0 && begun == 0 {
                return Ok(None);
            }
            if record.len() > LONGEST {
                return self.skip(first_line, read).map(|()| Some(Record::TooLong));
            }
            self.at = Position { byte: self.at.byte + read, line: self.at.line + 1 };
            let first = *first_line.get_or_insert(self.at);
            let Cut::Row { separator } = self.cut else { break };
            cell = record[begun..].iter().fold(cell, |cell, sign| cell.then(*sign, separator));
            if cell != Cell::Quoted {
                break;
            }
            if read == 0 {
                self.back_to(first)?;
                return Ok(Some(Record::OpenQuote));
            }
        }
        while record.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
            record.pop();
        }
        Ok(Some(Record::Whole(record)))
    }

    /// Skips the first line of an invalid record, which may be the overlong line.
    fn skip(&mut self, first_line: Option<Position>, read: u64) -> io::Result<()> {
        if let Some(first) = first_line {
            return self.back_to(first);
        }
        let mut skipped = read;
        loop {
            let ahead = self.input.fill_buf()?;
            let line_end = ahead.iter().position(|sign| *sign == b'\n');
            let amount = line_end.map_or(ahead.len(), |place| place + 1);
            self.input.consume(amount);
            skipped += amount as u64;
            if line_end.is_some() || amount == 0 {
                self.at = Position { byte: self.at.byte + skipped, line: self.at.line + 1 };
                return Ok(());
            }
        }
    }

    fn back_to(&mut self, position: Position) -> io::Result<()> {
        self.input.seek(SeekFrom::Start(position.byte))?;
        self.at = position;
        Ok(())
    }
}

/// Parser state within a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Begins,
    Plain,
    Quoted,
    /// A quote within quotes: it closes them unless another follows.
    Closed,
}

impl Cell {
    fn then(self, sign: u8, separator: u8) -> Self {
        match (self, sign) {
            (Self::Quoted, b'"') => Self::Closed,
            (Self::Quoted, _) | (Self::Begins | Self::Closed, b'"') => Self::Quoted,
            (_, sign) if sign == separator => Self::Begins,
            _ => Self::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const ROW: Cut = Cut::Row { separator: b',' };

    fn cut(text: &str, cut: Cut) -> Vec<(String, u64)> {
        let mut records = Records::new(Cursor::new(text.as_bytes()), cut, Position::default()).unwrap();
        let mut found = Vec::new();
        while let Some(record) = records.next().unwrap() {
            let record = match record {
                Record::Whole(bytes) => String::from_utf8(bytes).unwrap(),
                other => format!("{other:?}"),
            };
            found.push((record, records.at().line));
        }
        assert_eq!(records.at().byte, text.len() as u64, "everything was read");
        found
    }

    fn texts(text: &str, how: Cut) -> Vec<String> {
        cut(text, how).into_iter().map(|(record, _)| record).collect()
    }

    #[test]
    fn all_line_endings_are_accepted() {
        assert_eq!(texts("a\r\nb\n\nc", Cut::Line), ["a", "b", "", "c"]);
        assert_eq!(texts("", Cut::Line), [""; 0]);
        assert_eq!(texts("\"a\nb\"", Cut::Line), ["\"a", "b\""]);
    }

    #[test]
    fn quoted_line_breaks_belong_to_the_row() {
        assert_eq!(cut("a,\"b\nc\"\r\nd\n", ROW), [("a,\"b\nc\"".to_owned(), 2), ("d".to_owned(), 3)]);
        assert_eq!(texts("\"say \"\"hi\"\"\n\",x\ny", ROW), ["\"say \"\"hi\"\"\n\",x", "y"]);
        assert_eq!(
            texts("5\" screen,x\ny", ROW),
            ["5\" screen,x", "y"],
            "a quote within a cell is a sign like any other"
        );
    }

    #[test]
    fn rows_after_an_invalid_one_are_read() {
        assert_eq!(texts("a,\"b\nc\nd\n", ROW), ["OpenQuote", "c", "d"]);
        let long = "x".repeat(LONGEST + 1);
        assert_eq!(texts(&format!("{long}\nb\n"), ROW), ["TooLong", "b"]);
        assert_eq!(texts(&format!("a,\"b\n{long}\nc"), ROW), ["TooLong", "TooLong", "c"]);
        assert_eq!(texts(&"x".repeat(LONGEST), Cut::Line).len(), 1);
    }

    #[test]
    fn reading_continues_at_a_position() {
        let text = "a\n\"b\nb\"\nc\n";
        let mut records = Records::new(Cursor::new(text), ROW, Position::default()).unwrap();
        records.next().unwrap();
        records.next().unwrap();
        let mut later = Records::new(Cursor::new(text), ROW, records.at()).unwrap();
        assert_eq!(later.next().unwrap(), Some(Record::Whole(b"c".to_vec())));
        assert_eq!(later.at().line, 4);
    }
}
