//! Writes products to a file that members of staff download, in CSV, Excel or Yandex Market's XML. The columns are
//! those of an import (`import/desk`), so importing the file unchanged changes nothing.

mod cells;
mod csv;
mod xlsx;
mod yml;

use std::fs::File;

use crate::import::line::Line;

/// A file that is being written.
pub enum Writer {
    Csv(csv::Writer),
    Xlsx(Box<xlsx::Writer>),
    Yml(yml::Writer),
}

/// Format of the file. `Yml` is Yandex Market's XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Csv,
    Xlsx,
    Yml,
}

impl Writer {
    /// Begins a temporary file. `keys` are the keys of all categories' fields; each is a column.
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

    /// Returns the complete file.
    pub fn finish(self) -> anyhow::Result<File> {
        match self {
            Self::Csv(writer) => writer.finish(),
            Self::Xlsx(writer) => writer.finish(),
            Self::Yml(writer) => writer.finish(),
        }
    }
}
