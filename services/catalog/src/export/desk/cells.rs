//! The cells of an exported product, shared by the three formats.

use chrono::{DateTime, Utc};

use crate::{
    domain::option::OptionKind,
    import::{
        desk::cells::is_formula_sign,
        line::{FieldInput, Line},
        table::VALUE_SEPARATOR,
    },
};

pub const COLUMNS: [&str; 19] = [
    "slug",
    "store",
    "category",
    "also",
    "name_az",
    "name_ru",
    "name_en",
    "description_az",
    "description_ru",
    "description_en",
    "price",
    "discounted",
    "discount_from",
    "discount_until",
    "stock",
    "preparation_days",
    "option",
    "sizes",
    "pictures",
];

pub enum Cell {
    Text(String),
    /// A number with a decimal point, such as `45.90`, or empty.
    Number(String),
}

impl Cell {
    pub fn text(&self) -> &str {
        let (Self::Text(text) | Self::Number(text)) = self;
        text
    }

    /// Marks texts that a spreadsheet would take for formulas. An import removes the apostrophe.
    pub fn safe_text(&self) -> String {
        match self {
            Self::Text(text) if text.starts_with(is_formula_sign) => format!("'{text}"),
            cell => cell.text().to_owned(),
        }
    }
}

/// Returns the cells in the order of [`COLUMNS`].
pub fn cells(line: &Line) -> serde_json::Result<Vec<Cell>> {
    let text = |text: &str| Cell::Text(text.to_owned());
    let optional = |text: &Option<String>| Cell::Text(text.clone().unwrap_or_default());
    let several = |values: &[String]| Cell::Text(values.join(&VALUE_SEPARATOR.to_string()));
    let time = |time: Option<DateTime<Utc>>| Cell::Text(time.map(|time| time.to_rfc3339()).unwrap_or_default());

    Ok(vec![
        text(&line.slug),
        text(&line.store),
        text(&line.category),
        several(&line.also),
        text(&line.name.az),
        optional(&line.name.ru),
        optional(&line.name.en),
        text(&line.description.az),
        optional(&line.description.ru),
        optional(&line.description.en),
        Cell::Number(manats(line.price)),
        Cell::Number(line.discounted.map(manats).unwrap_or_default()),
        time(line.discount_from),
        time(line.discount_until),
        Cell::Number(line.stock.map(|stock| stock.to_string()).unwrap_or_default()),
        Cell::Number(line.properties.preparation_days.to_string()),
        text(line.option.map(OptionKind::name).unwrap_or_default()),
        Cell::Text(if line.sizes.is_empty() { String::new() } else { serde_json::to_string(&line.sizes)? }),
        several(line.pictures.as_deref().unwrap_or_default()),
    ])
}

pub fn field(line: &Line, key: &str) -> Cell {
    match line.fields.get(key) {
        Some(FieldInput::Toggle(value)) => Cell::Text(value.to_string()),
        Some(FieldInput::Number(number)) => Cell::Number(number.to_string()),
        Some(FieldInput::Choices(values)) => Cell::Text(values.join(&VALUE_SEPARATOR.to_string())),
        Some(FieldInput::Text(text)) => Cell::Text(text.clone()),
        None => Cell::Text(String::new()),
    }
}

fn manats(qepik: i64) -> String {
    format!("{}.{:02}", qepik / 100, qepik % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_text_is_never_a_formula() {
        for (text, expected) in [("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("Gül", "Gül")] {
            assert_eq!(Cell::Text(text.to_owned()).safe_text(), expected);
        }
        assert_eq!(Cell::Number("-1".to_owned()).safe_text(), "-1");
    }

    #[test]
    fn manats_has_two_decimals() {
        assert_eq!([manats(7), manats(1_250), manats(100)], ["0.07", "12.50", "1.00"]);
    }
}
