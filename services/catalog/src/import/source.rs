//! Reads a file of products for the command `import` and for the demo.

use std::{fs::File, io::BufReader, path::Path};

use anyhow::Context as _;

use super::{
    check,
    line::Line,
    line_error::LineError,
    records::{Position, Record, RecordFormat, Records},
    table::Header,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Csv,
    Jsonl,
}

impl Format {
    pub fn from_path(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl" | "ndjson") => Ok(Self::Jsonl),
            _ => anyhow::bail!("set --format to csv or jsonl: {} has neither extension", path.display()),
        }
    }
}

/// `number` counts lines of the file from 1.
pub struct ParsedRow {
    pub number: u64,
    pub line: Result<Line, Vec<LineError>>,
}

pub struct Source {
    records: Records<BufReader<File>>,
    /// `None` for JSON.
    header: Option<Header>,
}

impl Source {
    pub fn open(path: &Path, format: Format, from: Position) -> anyhow::Result<Self> {
        let open = || File::open(path).with_context(|| format!("cannot read {}", path.display()));
        let input = BufReader::with_capacity(1 << 18, open()?);
        if format == Format::Jsonl {
            return Ok(Self { records: Records::new(input, RecordFormat::Line, from)?, header: None });
        }
        // The rows cannot be split without the header's separator.
        let mut first = Records::new(BufReader::new(open()?), RecordFormat::Line, Position::default())?;
        let Some(Record::Whole(row)) = first.next()? else { anyhow::bail!("{} is empty", path.display()) };
        let header = Header::read(&row).with_context(|| path.display().to_string())?;
        let from = if from == Position::default() { first.position() } else { from };
        let record_format = RecordFormat::Row { separator: header.separator };
        Ok(Self { records: Records::new(input, record_format, from)?, header: Some(header) })
    }

    pub fn position(&self) -> Position {
        self.records.position()
    }

    /// Skips empty lines.
    pub fn next(&mut self) -> std::io::Result<Option<ParsedRow>> {
        loop {
            let number = self.records.position().line + 1;
            let Some(record) = self.records.next()? else { return Ok(None) };
            let line = match record {
                Record::Whole(bytes) if bytes.trim_ascii().is_empty() => continue,
                Record::Whole(bytes) => self.line(&bytes),
                Record::TooLong => Err(vec![LineError::new("", "too_long", "a line is at most 1 MiB long")]),
                Record::OpenQuote => Err(vec![LineError::new("", "not_a_row", "unclosed quote")]),
            };
            return Ok(Some(ParsedRow { number, line }));
        }
    }

    fn line(&self, bytes: &[u8]) -> Result<Line, Vec<LineError>> {
        let mut line = match &self.header {
            Some(header) => header.line(bytes)?,
            None => read_json(bytes).map_err(|line_error| vec![line_error])?,
        };
        line.remove_empty_texts();
        let line_errors = check::validate(&line);
        if line_errors.is_empty() { Ok(line) } else { Err(line_errors) }
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

pub fn read_json(bytes: &[u8]) -> Result<Line, LineError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let line = serde_path_to_error::deserialize(&mut json).map_err(LineError::of_json)?;
    json.end().map_err(|error| LineError::new("", "not_json", error.to_string()))?;
    Ok(line)
}
