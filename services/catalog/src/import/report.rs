//! The report of refused lines: `line,field,code,what`, one row per fault. It is written before the batch's commit and
//! truncated to the committed length when an import continues, so that no fault is lost or duplicated.

use std::{
    fs::{File, OpenOptions},
    io::{Seek as _, SeekFrom},
    path::Path,
};

use anyhow::Context as _;

use super::fault::Fault;

/// Number of faults logged when no report was requested.
const TOLD: usize = 20;

pub enum Report {
    File(Box<Rows>),
    /// Number of faults that may still be logged.
    Log(usize),
}

pub struct Rows {
    rows: csv::Writer<File>,
    /// Length of the header.
    shortest: u64,
}

impl Report {
    /// `committed`: length in bytes of the report at the last commit.
    pub fn open(path: Option<&Path>, committed: u64) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self::Log(TOLD)) };
        let open = || {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            let mut rows = Rows { rows: csv::Writer::from_writer(file), shortest: 0 };
            if rows.cut_to(committed)? == 0 {
                rows.rows.write_record(["line", "field", "code", "what"])?;
                rows.rows.flush()?;
                rows.shortest = rows.len()?;
            }
            Ok::<_, std::io::Error>(Box::new(rows))
        };
        Ok(Self::File(open().with_context(|| format!("cannot write {}", path.display()))?))
    }

    /// Appends faults after `committed` bytes and returns the new length. A repeated batch overwrites its earlier
    /// faults.
    pub fn tell(&mut self, committed: u64, faults: &[(u64, Fault)]) -> anyhow::Result<u64> {
        match self {
            Self::File(rows) => {
                rows.cut_to(committed)?;
                for (line, fault) in faults {
                    rows.rows.write_record([&line.to_string(), &fault.field, fault.code, &fault.what])?;
                }
                rows.rows.flush()?;
                Ok(rows.len()?)
            }
            Self::Log(left) => {
                for (line, fault) in faults.iter().take(*left) {
                    tracing::warn!("Skipped line {line}: {fault}");
                }
                *left = left.saturating_sub(faults.len());
                Ok(0)
            }
        }
    }
}

impl Rows {
    fn len(&self) -> std::io::Result<u64> {
        Ok(self.rows.get_ref().metadata()?.len())
    }

    /// Truncates to `committed` and returns the new length; never extends a shorter file.
    fn cut_to(&mut self, committed: u64) -> std::io::Result<u64> {
        let kept = committed.max(self.shortest).min(self.len()?);
        let mut file = self.rows.get_ref();
        file.set_len(kept)?;
        file.seek(SeekFrom::Start(kept))
    }
}
