//! Writes files that staff download, with the columns of an import.

mod cells;
mod csv;
mod xlsx;
mod yml;

use std::fs::File;

use crate::import::line::Line;

pub enum Writer {
    Csv(csv::Writer),
    Xlsx(Box<xlsx::Writer>),
    Yml(yml::Writer),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Xlsx,
    Yml,
}

impl Writer {
    /// `keys` are the columns of fields.
    pub fn new(format: Format, keys: &[String]) -> anyhow::Result<Self> {
        let to = tempfile::tempfile()?;
        Ok(match format {
            Format::Csv => Self::Csv(csv::Writer::new(to, keys)?),
            Format::Xlsx => Self::Xlsx(Box::new(xlsx::Writer::new(to, keys)?)),
            Format::Yml => Self::Yml(yml::Writer::new(to)?),
        })
    }

    pub fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        match self {
            Self::Csv(writer) => writer.write(line),
            Self::Xlsx(writer) => writer.write(line),
            Self::Yml(writer) => writer.write(line),
        }
    }

    pub fn finish(self) -> anyhow::Result<File> {
        match self {
            Self::Csv(writer) => writer.finish(),
            Self::Xlsx(writer) => writer.finish(),
            Self::Yml(writer) => writer.finish(),
        }
    }
}
