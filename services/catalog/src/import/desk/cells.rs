//! Converts a row of cells to a line of an import.

use std::collections::BTreeMap;

use search::FieldType;

use super::{Content, RawRow};
use crate::{
    domain::{
        product_import::{Column, FIELD_TARGET},
        slug,
    },
    import::{
        check,
        line::Line,
        line_error::LineError,
        source::{ParsedRow, read_json},
        table,
    },
};

/// The amount in qəpik fits into 64 bits.
const MAX_MANAT_DIGITS: usize = 12;
/// Targets of amounts in manats.
const AMOUNTS: [&str; 2] = ["price", "discounted"];
/// Targets whose cells may begin with a sign, so they are never taken for formulas.
const NUMBERS: [&str; 6] = ["price", "discounted", "discount_from", "discount_until", "stock", "preparation_days"];
// Placeholders for required values that the file lacks. `complete` replaces them.
const NO_NAME: &str = "-";
const NO_PRICE: &str = "1";
const NO_SLUG: &str = "none";

// `web/admin/features/imports/errors.tsx` lists the codes that have a text.
const FORMULA: &str = "formula";
const TOO_MANY_DECIMALS: &str = "too_many_decimals";

/// The operator's mapping of columns.
#[derive(Debug, Clone)]
pub struct Mapping {
    /// Empty for JSON lines.
    pub columns: Vec<Column>,
    /// The store of lines that name none.
    pub store: Option<String>,
    /// The category of lines that name none.
    pub category: Option<String>,
}

impl Mapping {
    /// JSON lines have all values.
    pub fn has(&self, target: &str) -> bool {
        self.columns.is_empty() || self.columns.iter().any(|column| column.target.as_deref() == Some(target))
    }

    pub fn column_of(&self, field: &str) -> &str {
        let target = target_of(field);
        let column = self.columns.iter().find(|column| column.target.as_deref() == Some(&target));
        column.map(|column| column.name.as_str()).unwrap_or_default()
    }

    pub fn row(&self, raw: RawRow) -> ParsedRow {
        let line = match raw.content {
            Content::Cells(cells) => self.line(&cells),
            Content::Json(bytes) => read_json(&bytes).map(without_statistics).map_err(|error| vec![error]),
            Content::Unreadable(code, details) => Err(vec![LineError::new("", code, details)]),
        };
        let line = line.map(|mut line| {
            line.remove_empty_texts();
            line
        });
        ParsedRow { number: raw.number, line }
    }

    fn line(&self, row: &[Option<String>]) -> Result<Line, Vec<LineError>> {
        let mut errors = Vec::new();
        let mut cells = BTreeMap::new();
        if row.iter().skip(self.columns.len()).flatten().any(|cell| !cell.trim().is_empty()) {
            errors.push(LineError::new("", "not_a_row", format!("{} > {}", row.len(), self.columns.len())));
        }

        for (column, cell) in self.columns.iter().zip(row) {
            let Some(target) = &column.target else { continue };
            let Some(cell) = cell else {
                errors.push(LineError::new(target, "not_utf8", ""));
                continue;
            };
            match value(target, cell.trim()) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => drop(cells.insert(target.as_str(), value)),
                Err(code) => errors.push(LineError::new(target, code, shortened(cell))),
            }
        }

        self.add_defaults(&mut cells);
        let refused: Vec<_> = errors.iter().map(|error| error.field.clone()).collect();
        let parsed = table::line_of(cells.iter().map(|(target, value)| (*target, value.as_str())).collect());
        match parsed {
            Ok(line) if errors.is_empty() => Ok(line),
            Ok(_) => Err(errors),
            // A cell that was refused above is missing here.
            Err(missing) => {
                errors.extend(missing.into_iter().filter(|error| !refused.contains(&error.field)));
                Err(errors)
            }
        }
    }

    fn add_defaults(&self, cells: &mut BTreeMap<&str, String>) {
        for (target, default) in [("store", &self.store), ("category", &self.category)] {
            if let Some(default) = default {
                cells.entry(target).or_insert_with(|| default.clone());
            }
        }
        if !cells.contains_key("slug")
            && let Some(name) = cells.get("name_az")
        {
            let slug = slug::readable(name);
            cells.insert("slug", slug);
        }
        let placeholders = [("name_az", NO_NAME), ("price", NO_PRICE), ("store", NO_SLUG), ("category", NO_SLUG)];
        for (target, placeholder) in placeholders {
            if !self.has(target) {
                cells.entry(target).or_insert_with(|| placeholder.to_owned());
            }
        }
    }
}

/// Refuses formulas.
fn value(target: &str, cell: &str) -> Result<String, &'static str> {
    if cell.is_empty() {
        return Ok(String::new());
    }
    if AMOUNTS.contains(&target) {
        return qepik(cell).map(|amount| amount.to_string());
    }
    if NUMBERS.contains(&target) {
        return Ok(cell.to_owned());
    }
    let mut signs = cell.chars();
    let (first, second) = (signs.next(), signs.next());
    // An export marks texts that look like formulas with an apostrophe.
    if first == Some('\'') && second.is_some_and(is_formula_sign) {
        return Ok(cell[1..].to_owned());
    }
    let is_formula = match first {
        Some('=' | '@') => true,
        Some('+' | '-') => {
            second.is_some_and(|second| second.is_ascii_digit() || is_formula_sign(second) || second == '(')
        }
        _ => false,
    };
    if is_formula {
        return Err(FORMULA);
    }
    if target == "slug" && !check::is_slug(cell) {
        let readable = slug::readable(cell);
        return Ok(if readable.is_empty() { cell.to_owned() } else { readable });
    }
    Ok(cell.to_owned())
}

/// Whether spreadsheets take a text that begins with this sign for a formula.
pub fn is_formula_sign(sign: char) -> bool {
    matches!(sign, '=' | '+' | '-' | '@')
}

/// `1 250,5` manats are 125,050 qəpik.
pub fn qepik(cell: &str) -> Result<i64, &'static str> {
    let cell: String = cell.chars().filter(|sign| !sign.is_whitespace() && *sign != '₼').collect();
    let (sign, digits) = cell.strip_prefix('-').map_or((1, cell.as_str()), |digits| (-1, digits));
    let (manats, decimals) = digits.split_once([',', '.']).unwrap_or((digits, ""));
    let is_all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if manats.is_empty() || manats.len() > MAX_MANAT_DIGITS || !is_all_digits(manats) || !is_all_digits(decimals) {
        return Err("invalid");
    }
    let decimals = decimals.trim_end_matches('0');
    if decimals.len() > 2 {
        return Err(TOO_MANY_DECIMALS);
    }
    let amount: i64 = format!("{manats}{decimals:0<2}").parse().map_err(|_| "invalid")?;
    Ok(sign * amount)
}

/// `name.az` belongs to `name_az`, `sizes[0].price` to `sizes`.
fn target_of(field: &str) -> String {
    let field = field.split('[').next().unwrap_or_default();
    match field {
        "discountFrom" => "discount_from".to_owned(),
        "discountUntil" => "discount_until".to_owned(),
        "preparationDays" => "preparation_days".to_owned(),
        field if field.starts_with(FIELD_TARGET) => field.to_owned(),
        field => field.replace('.', "_"),
    }
}

/// Staff cannot import what the shop measures.
fn without_statistics(line: Line) -> Line {
    Line { rating: None, reviews: None, popularity: None, sold: None, published_at: None, days: None, ..line }
}

fn shortened(cell: &str) -> String {
    cell.chars().take(100).collect()
}

pub fn example_of(r#type: FieldType, first_choice: Option<&str>) -> String {
    match r#type {
        FieldType::Toggle => "true".to_owned(),
        FieldType::Range => "1".to_owned(),
        FieldType::Choice => first_choice.unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qepik_parses_amounts_in_manats() {
        for (cell, expected) in [
            ("12", Ok(1_200)),
            ("12,5", Ok(1_250)),
            ("1 250.50 ₼", Ok(125_050)),
            ("0.07", Ok(7)),
            ("12.500", Ok(1_250)),
            ("-5", Ok(-500)),
            ("0", Ok(0)),
            ("12.345", Err("too_many_decimals")),
            ("1,250.50", Err("invalid")),
            ("ucuz", Err("invalid")),
            ("1e3", Err("invalid")),
            ("=1+1", Err("invalid")),
        ] {
            assert_eq!(qepik(cell), expected, "{cell}");
        }
    }

    #[test]
    fn value_refuses_formulas_unless_marked_as_text() {
        for (cell, expected) in [
            ("=HYPERLINK(\"http://a\")", Err("formula")),
            ("@SUM(A1)", Err("formula")),
            ("+1+1", Err("formula")),
            ("-(1)", Err("formula")),
            ("- gül", Ok("- gül")),
            ("'=1", Ok("=1")),
            ("Gül", Ok("Gül")),
        ] {
            assert_eq!(value("name_az", cell).as_deref(), expected.as_ref().map(|text| *text), "{cell}");
        }
    }
}
