//! Products as rows of CSV: [`COLUMNS`] in any order, `db::properties` and `fields.<key>`. Money is in qəpik.

use std::{collections::BTreeMap, str::FromStr};

use anyhow::{Context as _, bail, ensure};
use chrono::{DateTime, Utc};
use search::Texts;
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

use super::{
    line::{FieldInput, Ignored, Line, Size},
    line_error::LineError,
};
use crate::db::properties::{NAMES, Properties};

pub const COLUMNS: [&str; 24] = [
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
    "option",
    "sizes",
    "pictures",
    "rating",
    "reviews",
    "popularity",
    "sold",
    "published_at",
    "days",
];
const REQUIRED: [&str; 5] = ["slug", "store", "category", "name_az", "price"];
/// The key of the field follows.
pub const FIELD_PREFIX: &str = "fields.";
pub const VALUE_SEPARATOR: char = '|';

pub struct Header {
    pub separator: u8,
    columns: Vec<String>,
}

impl Header {
    /// An unknown column fails the import, because no row could correct it.
    pub fn read(row: &[u8]) -> anyhow::Result<Self> {
        let row = row.strip_prefix(b"\xef\xbb\xbf").unwrap_or(row);
        // Column names contain neither separator.
        let separator = if row.contains(&b';') { b';' } else { b',' };
        let columns = cells(row, separator).context("the first row cannot be read")?;
        let columns: Vec<_> = columns.iter().map(|name| name.trim().to_owned()).collect();
        for (index, name) in columns.iter().enumerate() {
            ensure!(!columns[..index].contains(name), "duplicate column {name}");
            let is_field = name.len() > FIELD_PREFIX.len() && name.starts_with(FIELD_PREFIX);
            let is_property = NAMES.iter().any(|(_, column)| column == name);
            let is_known = COLUMNS.contains(&name.as_str()) || is_property || is_field;
            ensure!(is_known, "unknown column {name}");
        }
        if let Some(missing) = REQUIRED.iter().find(|name| !columns.iter().any(|column| column == **name)) {
            bail!("missing column {missing}");
        }
        Ok(Self { separator, columns })
    }

    pub fn line(&self, row: &[u8]) -> Result<Line, Vec<LineError>> {
        let cells =
            cells(row, self.separator).map_err(|error| vec![LineError::new("", "not_a_row", error.to_string())])?;
        if cells.len() != self.columns.len() {
            let explanation = format!("{} cells under {} columns", cells.len(), self.columns.len());
            return Err(vec![LineError::new("", "not_a_row", explanation)]);
        }
        let filled = self.columns.iter().zip(cells.iter()).map(|(name, cell)| (name.as_str(), cell.trim()));
        line_of(filled.filter(|(_, cell)| !cell.is_empty()).collect())
    }
}

/// `cells` has no empty cells.
pub fn line_of(cells: BTreeMap<&str, &str>) -> Result<Line, Vec<LineError>> {
    let mut row = RowParser { cells, line_errors: Vec::new() };
    let line = row.line();
    if row.line_errors.is_empty() { Ok(line) } else { Err(row.line_errors) }
}

fn cells(row: &[u8], separator: u8) -> anyhow::Result<csv::StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .buffer_capacity(row.len() + 1)
        .from_reader(row);
    let mut cells = csv::StringRecord::new();
    ensure!(reader.read_record(&mut cells)?, "the row is empty");
    Ok(cells)
}

struct RowParser<'a> {
    cells: BTreeMap<&'a str, &'a str>,
    line_errors: Vec<LineError>,
}

impl RowParser<'_> {
    fn line(&mut self) -> Line {
        Line {
            slug: self.required("slug"),
            store: self.required("store"),
            category: self.required("category"),
            also: self.several("also").unwrap_or_default(),
            name: Texts { az: self.required("name_az"), ru: self.text("name_ru"), en: self.text("name_en") },
            description: Texts {
                az: self.text("description_az").unwrap_or_default(),
                ru: self.text("description_ru"),
                en: self.text("description_en"),
            },
            price: self.required_number("price"),
            discounted: self.parsed("discounted"),
            discount_from: self.parsed::<DateTime<Utc>>("discount_from"),
            discount_until: self.parsed::<DateTime<Utc>>("discount_until"),
            stock: self.parsed("stock"),
            option: self.parsed("option"),
            sizes: self.sizes(),
            fields: self.fields(),
            pictures: self.several("pictures"),
            rating: self.parsed("rating"),
            reviews: self.parsed("reviews"),
            popularity: self.parsed("popularity"),
            sold: self.parsed("sold"),
            published_at: self.parsed::<DateTime<Utc>>("published_at"),
            days: self.parsed("days"),
            picture: Ignored,
            properties: self.properties(),
        }
    }

    fn text(&self, column: &str) -> Option<String> {
        self.cells.get(column).map(|cell| (*cell).to_owned())
    }

    fn required(&mut self, column: &str) -> String {
        self.text(column).unwrap_or_else(|| {
            self.line_errors.push(LineError::new(column, "required", "the cell is empty"));
            String::new()
        })
    }

    fn required_number(&mut self, column: &str) -> i64 {
        if !self.cells.contains_key(column) {
            self.required(column);
        }
        self.parsed(column).unwrap_or_default()
    }

    fn parsed<T: FromStr>(&mut self, column: &str) -> Option<T> {
        let cell = *self.cells.get(column)?;
        let value = cell.parse().ok();
        if value.is_none() {
            self.line_errors.push(LineError::new(column, "wrong_type", cell));
        }
        value
    }

    fn several(&self, column: &str) -> Option<Vec<String>> {
        self.cells.get(column).map(|cell| split_values(cell))
    }

    fn sizes(&mut self) -> Vec<Size> {
        let Some(cell) = self.cells.get("sizes") else { return Vec::new() };
        let sizes = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(cell));
        sizes.unwrap_or_else(|error| {
            let LineError { field, code, explanation } = LineError::of_json(error);
            self.line_errors.push(LineError { field: format!("sizes{field}"), code, explanation });
            Vec::new()
        })
    }

    fn properties(&mut self) -> Properties {
        let mut properties = Map::new();
        for (name, column) in NAMES {
            let Some(&cell) = self.cells.get(column) else { continue };
            // A cell that is not JSON of the right type is text.
            let mut values = serde_json::from_str(cell).ok().into_iter().chain([Value::from(cell)]);
            let fits = |value: &Value| Properties::deserialize(json!({ *name: value })).is_ok();
            match values.find(fits) {
                Some(value) => drop(properties.insert((*name).to_owned(), value)),
                None => self.line_errors.push(LineError::new(*column, "wrong_type", cell)),
            }
        }
        Properties::deserialize(Value::Object(properties)).unwrap_or_default()
    }

    fn fields(&self) -> BTreeMap<String, FieldInput> {
        let fields = self.cells.iter().filter_map(|(column, cell)| {
            Some((column.strip_prefix(FIELD_PREFIX)?.to_owned(), FieldInput::Text((*cell).to_owned())))
        });
        fields.collect()
    }
}

pub fn split_values(cell: &str) -> Vec<String> {
    cell.split(VALUE_SEPARATOR).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty()).collect()
}

/// Returns the cells in the order of [`COLUMNS`], the properties, and the fields `keys`.
pub fn cells_of(line: &Line, keys: &[String]) -> serde_json::Result<Vec<String>> {
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let time = |time: Option<DateTime<Utc>>| time.map(|time| time.to_rfc3339()).unwrap_or_default();
    let joined = |several: &[String]| several.join(&VALUE_SEPARATOR.to_string());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();

    let mut cells = vec![
        line.slug.clone(),
        line.store.clone(),
        line.category.clone(),
        joined(&line.also),
        line.name.az.clone(),
        text(&line.name.ru),
        text(&line.name.en),
        line.description.az.clone(),
        text(&line.description.ru),
        text(&line.description.en),
        line.price.to_string(),
        number(line.discounted),
        time(line.discount_from),
        time(line.discount_until),
        number(line.stock),
        line.option.map(|option| option.name().to_owned()).unwrap_or_default(),
        if line.sizes.is_empty() { String::new() } else { serde_json::to_string(&line.sizes)? },
        joined(line.pictures.as_deref().unwrap_or_default()),
        line.rating.map(|rating| rating.to_string()).unwrap_or_default(),
        number(line.reviews),
        number(line.popularity),
        number(line.sold),
        time(line.published_at),
        number(line.days),
    ];

    let properties = serde_json::to_value(&line.properties)?;
    cells.extend(NAMES.iter().map(|(name, _)| match &properties[*name] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }));

    cells.extend(keys.iter().map(|key| match line.fields.get(key) {
        Some(FieldInput::Toggle(value)) => value.to_string(),
        Some(FieldInput::Number(number)) => number.to_string(),
        Some(FieldInput::Choices(values)) => joined(values),
        Some(FieldInput::Text(text)) => text.clone(),
        None => String::new(),
    }));
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_read_finds_separator_and_columns() {
        let header = Header::read("\u{feff}slug;store;category;name_az;price;fields.color".as_bytes()).unwrap();
        assert_eq!((header.separator, header.columns[0].as_str(), header.columns.len()), (b';', "slug", 6));
        let error_of = |row: &str| Header::read(row.as_bytes()).err().unwrap().to_string();
        assert_eq!(error_of("slug,store,category,name_az"), "missing column price");
        assert_eq!(error_of("slug,store,category,name_az,price,prise"), "unknown column prise");
        assert_eq!(error_of("slug,slug"), "duplicate column slug");
    }

    #[test]
    fn header_line_reports_every_invalid_cell() {
        let header = Header::read(b"slug,store,category,name_az,price,discount_until,sizes,preparation_days").unwrap();
        let line_errors = header.line(b"a,b,,\"Q\"\"z\",10.5,soon,\"[{\"\"price\"\":1}]\",two").unwrap_err();
        let line_errors: Vec<_> =
            line_errors.iter().map(|line_error| format!("{} {}", line_error.field, line_error.code)).collect();
        assert_eq!(
            line_errors,
            [
                "category required",
                "price wrong_type",
                "discount_until wrong_type",
                "sizes[0].name required",
                "preparation_days wrong_type"
            ]
        );
        assert_eq!(header.line(b"a,b").unwrap_err()[0].code, "not_a_row");
        assert_eq!(header.line(b"\xff,b,c,d,1,,,").unwrap_err()[0].code, "not_a_row");
    }
}
