//! Writes refused lines as CSV, before their batch is committed. When an import continues, the report is truncated to
//! the last commit.

use std::{
    fs::{File, OpenOptions},
    io::{Seek as _, SeekFrom},
    path::Path,
};

use anyhow::Context as _;

use super::line_error::LineError;

/// Errors that are logged when no report was requested.
const MAX_LOGGED: usize = 20;

pub enum Report {
    File(Box<CsvReport>),
    /// How many more errors may be logged.
    Log(usize),
}

pub struct CsvReport {
    writer: csv::Writer<File>,
    /// 0 if an earlier process wrote the header.
    header_bytes: u64,
}

impl Report {
    /// `committed` is the length in bytes at the last commit.
    pub fn open(path: Option<&Path>, committed: u64) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::Log(MAX_LOGGED)) };
        let open = || {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            let mut csv = CsvReport { writer: csv::Writer::from_writer(file), header_bytes: 0 };
            if csv.truncate_to(committed)? == 0 {
                csv.writer.write_record(["line", "field", "code", "what"])?;
                csv.writer.flush()?;
                csv.header_bytes = csv.len()?;
            }
            Ok::<_, std::io::Error>(Box::new(csv))
        };
        Ok(Self::File(open().with_context(|| format!("cannot write {}", path.display()))?))
    }

    /// Returns the new length in bytes.
    pub fn append(&mut self, committed: u64, line_errors: &[(u64, LineError)]) -> anyhow::Result<u64> {
        match self {
            Self::File(csv) => {
                csv.truncate_to(committed)?;
                for (line, line_error) in line_errors {
                    csv.writer.write_record([
                        &line.to_string(),
                        &line_error.field,
                        line_error.code,
                        &line_error.explanation,
                    ])?;
                }
                csv.writer.flush()?;
                Ok(csv.len()?)
            }
            Self::Log(remaining) => {
                for (line, line_error) in line_errors.iter().take(*remaining) {
                    tracing::warn!("Skipped line {line}: {line_error}");
                }
                *remaining = remaining.saturating_sub(line_errors.len());
                Ok(0)
            }
        }
    }
}

impl CsvReport {
    fn len(&self) -> std::io::Result<u64> {
        Ok(self.writer.get_ref().metadata()?.len())
    }

    /// Never extends a shorter file. Returns the new length.
    fn truncate_to(&mut self, committed: u64) -> std::io::Result<u64> {
        let kept = committed.max(self.header_bytes).min(self.len()?);
        let mut file = self.writer.get_ref();
        file.set_len(kept)?;
        file.seek(SeekFrom::Start(kept))
    }
}
