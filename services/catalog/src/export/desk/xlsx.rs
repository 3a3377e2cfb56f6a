//! Writes exported products as an Excel workbook, holding only one row in memory.

use std::fs::File;

use rust_xlsxwriter::{Workbook, Worksheet};

use super::cells::{COLUMNS, Cell, cells, field};
use crate::{domain::product_import::FIELD_TARGET, import::line::Line};

/// Excel's limit in characters. A longer text is left out, and an import refuses its line.
const MAX_TEXT_LENGTH: usize = 32_767;

pub struct Writer {
    to: File,
    workbook: Workbook,
    keys: Vec<String>,
    row: u32,
}

impl Writer {
    pub fn new(to: File, keys: &[String]) -> anyhow::Result<Self> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        let fields = keys.iter().map(|key| format!("{FIELD_TARGET}{key}"));
        for (column, name) in (0..).zip(COLUMNS.into_iter().map(str::to_owned).chain(fields)) {
            sheet.write_string(0, column, name)?;
        }
        Ok(Self { to, workbook, keys: keys.to_vec(), row: 0 })
    }

    pub fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        self.row += 1;
        let sheet = self.workbook.worksheet_from_index(0)?;
        let fields = self.keys.iter().map(|key| field(line, key));
        for (column, cell) in (0..).zip(cells(line)?.into_iter().chain(fields)) {
            write_cell(sheet, self.row, column, &cell)?;
        }
        Ok(())
    }

    pub fn finish(mut self) -> anyhow::Result<File> {
        self.workbook.save_to_writer(&mut self.to)?;
        Ok(self.to)
    }
}

fn write_cell(sheet: &mut Worksheet, row: u32, column: u16, cell: &Cell) -> anyhow::Result<()> {
    match cell {
        cell if cell.text().is_empty() => {}
        Cell::Number(number) => {
            sheet.write_number(row, column, number.parse::<f64>()?)?;
        }
        Cell::Text(text) if text.chars().count() > MAX_TEXT_LENGTH => {}
        Cell::Text(text) => {
            sheet.write_string(row, column, text)?;
        }
    }
    Ok(())
}
