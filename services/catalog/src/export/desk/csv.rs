//! Writes exported products as CSV.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
};

use super::cells::{COLUMNS, Cell, cells, field};
use crate::{domain::product_import::FIELD_TARGET, import::line::Line};

pub struct Writer {
    rows: Box<::csv::Writer<BufWriter<File>>>,
    keys: Vec<String>,
}

impl Writer {
    /// Spreadsheet programs recognise UTF-8 by the byte order mark.
    pub fn new(to: File, keys: &[String]) -> anyhow::Result<Self> {
        let mut to = BufWriter::new(to);
        to.write_all("\u{feff}".as_bytes())?;
        let mut rows = Box::new(::csv::Writer::from_writer(to));
        let fields = keys.iter().map(|key| format!("{FIELD_TARGET}{key}"));
        rows.write_record(COLUMNS.into_iter().map(str::to_owned).chain(fields))?;
        Ok(Self { rows, keys: keys.to_vec() })
    }

    pub fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        let fields = self.keys.iter().map(|key| field(line, key));
        let row: Vec<_> = cells(line)?.into_iter().chain(fields).map(|cell: Cell| cell.safe_text()).collect();
        Ok(self.rows.write_record(row)?)
    }

    pub fn finish(self) -> anyhow::Result<File> {
        let to = self.rows.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(to.into_inner()?)
    }
}
