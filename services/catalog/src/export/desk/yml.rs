//! Writes exported products as Yandex Market's XML (YML).

use std::{
    fs::File,
    io::{BufWriter, Write as _},
};

use quick_xml::escape::escape;

use super::cells::{COLUMNS, cells, field};
use crate::import::line::Line;

const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<yml_catalog><shop><name>Sovqat</name>\
                     <currencies><currency id=\"AZN\" rate=\"1\"/></currencies><offers>\n";
const END: &str = "</offers></shop></yml_catalog>\n";
/// Columns that Yandex Market names differently.
const NAMES: [(&str, &str); 3] = [("name_az", "name"), ("description_az", "description"), ("stock", "count")];

pub struct Writer {
    to: BufWriter<File>,
}

impl Writer {
    pub fn new(to: File) -> anyhow::Result<Self> {
        let mut to = BufWriter::new(to);
        to.write_all(START.as_bytes())?;
        Ok(Self { to })
    }

    pub fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        let is_available = line.stock.is_some_and(|stock| stock > 0);
        write!(self.to, "<offer id=\"{}\" available=\"{is_available}\">", escape(line.slug.as_str()))?;
        // The slug is the offer's id.
        for (column, cell) in COLUMNS.into_iter().zip(cells(line)?).skip(1) {
            let name = NAMES.into_iter().find(|(own, _)| *own == column).map_or(column, |(_, name)| name);
            if !cell.text().is_empty() {
                write!(self.to, "<{name}>{}</{name}>", escape(cell.safe_text()))?;
            }
        }
        for key in line.fields.keys() {
            let value = field(line, key).safe_text();
            write!(self.to, "<param name=\"{}\">{}</param>", escape(key.as_str()), escape(value))?;
        }
        Ok(writeln!(self.to, "</offer>")?)
    }

    pub fn finish(mut self) -> anyhow::Result<File> {
        self.to.write_all(END.as_bytes())?;
        Ok(self.to.into_inner()?)
    }
}
