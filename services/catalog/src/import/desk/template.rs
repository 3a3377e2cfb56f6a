//! Makes CSV templates for imports, with one example product.

use search::FieldType;

use super::cells::example_of;
use crate::domain::product_import::FIELD_TARGET;

/// A field of the category or of an ancestor.
pub struct TemplateField {
    pub key: String,
    pub r#type: FieldType,
    pub first_choice: Option<String>,
}

const EXAMPLE: [(&str, &str); 13] = [
    ("slug", "numune-mehsul"),
    ("name_az", "Nümunə məhsul"),
    ("name_ru", "Пример товара"),
    ("name_en", "Example product"),
    ("description_az", "Məhsulun təsviri"),
    ("description_ru", "Описание товара"),
    ("description_en", "Description of the product"),
    ("price", "45.90"),
    ("discounted", "39.90"),
    ("discount_from", "2027-03-01T00:00:00+04:00"),
    ("discount_until", "2027-03-09T00:00:00+04:00"),
    ("stock", "10"),
    ("preparation_days", "0"),
];

pub fn template(store: &str, category: &str, fields: &[TemplateField]) -> Result<String, ::csv::Error> {
    let mut columns = vec!["store".to_owned(), "category".to_owned()];
    let mut cells = vec![store.to_owned(), category.to_owned()];
    for (column, cell) in EXAMPLE {
        columns.push(column.to_owned());
        cells.push(cell.to_owned());
    }
    for field in fields {
        columns.push(format!("{FIELD_TARGET}{}", field.key));
        cells.push(example_of(field.r#type, field.first_choice.as_deref()));
    }

    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(&columns)?;
    writer.write_record(&cells)?;
    let bytes = writer.into_inner().map_err(::csv::IntoInnerError::into_error)?;
    // The byte order mark makes spreadsheets read UTF-8.
    Ok(format!("\u{feff}{}", String::from_utf8_lossy(&bytes)))
}
