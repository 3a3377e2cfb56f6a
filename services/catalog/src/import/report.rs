//! The report of what was refused: `line,field,code,what`, one row a fault. It is written out before the batch that it
//! tells of is committed, and cut back to what was committed when an import goes on: no fault is lost, none told twice.

use std::{
    fs::{File, OpenOptions},
    io::{Seek as _, SeekFrom},
    path::Path,
};

use anyhow::Context as _;

use super::fault::Fault;

/// As many are told in the log when nobody asked for a report.
const TOLD: usize = 20;

pub enum Report {
    File(Box<Rows>),
    /// As many may still be told.
    Log(usize),
}

pub struct Rows {
    rows: csv::Writer<File>,
    /// The header's, which is there before anything is committed.
    shortest: u64,
}

impl Report {
    /// `committed`: as long is the part that holds.
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

    /// How long it is then. A batch that comes again tells its faults again, after what was committed before it.
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
                    tracing::warn!("Line {line} is left out: {fault}");
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

    /// Where it ends then: not beyond where it was, should somebody have taken the report away.
    fn cut_to(&mut self, committed: u64) -> std::io::Result<u64> {
        let kept = committed.max(self.shortest).min(self.len()?);
        let mut file = self.rows.get_ref();
        file.set_len(kept)?;
        file.seek(SeekFrom::Start(kept))
    }
}
