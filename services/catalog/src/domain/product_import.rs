//! Rules for imports from uploaded files. A target is the value that a column sets, such as `price` or `fields.color`.

use chrono::TimeDelta;
use search::fold;
use serde::{Deserialize, Serialize};

/// As in the constraint `product_import_size_check`.
pub const MAX_FILE_BYTES: usize = 64 << 20;
/// The errors of lines are kept as long.
pub const UNDO_FOR: TimeDelta = TimeDelta::days(90);
pub const MAX_COLUMNS: usize = 500;
/// The key of a category's field follows.
pub const FIELD_TARGET: &str = "fields.";
/// Starts the column name of a `param` element of Yandex Market's XML.
pub const PARAM: &str = "param ";
/// A column may also be named like the key of the field.
const FIELD_PREFIXES: [&str; 3] = [PARAM, "field:", "field."];

/// `Yml` is Yandex Market's XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Format {
    Csv,
    Xlsx,
    Yml,
    Jsonl,
}

impl Format {
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "csv" | "tsv" | "txt" => Some(Self::Csv),
            "xlsx" => Some(Self::Xlsx),
            "xml" | "yml" => Some(Self::Yml),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            _ => None,
        }
    }
}

/// The worker reads the columns (`Reading`), an operator maps them (`Mapping`), the worker checks the lines
/// (`Checking`) and, once the operator starts a `Checked` import, writes them (`Running`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Reading,
    Mapping,
    Checking,
    Checked,
    Running,
    Done,
    Undoing,
    Undone,
    Cancelled,
    Failed,
}

impl State {
    /// As in the check constraint.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// It waits for the worker, which may be processing it.
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Reading | Self::Checking | Self::Running | Self::Undoing)
    }

    /// It waits for its operator.
    pub fn is_mappable(self) -> bool {
        matches!(self, Self::Mapping | Self::Checked)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    /// Cells of the first lines.
    pub samples: Vec<String>,
    /// `None` if the column is ignored.
    pub target: Option<String>,
}

/// Each target with folded names of columns that probably mean it, from common spreadsheets and Yandex Market's XML.
pub const TARGETS: [(&str, &[&str]); 18] = [
    ("slug", &["id", "kod", "код", "code", "sku", "artikul", "артикул", "mehsul kodu", "sluq"]),
    ("store", &["magaza", "магазин", "shop"]),
    ("category", &["kateqoriya", "категория"]),
    ("also", &["elave kateqoriyalar", "другие категории", "more categories"]),
    (
        "name_az",
        &[
            "name",
            "ad",
            "adi",
            "mehsul",
            "mehsulun adi",
            "mehsul adi",
            "название",
            "наименование",
            "товар",
            "title",
            "product",
            "product name",
            "ad az",
            "name az",
        ],
    ),
    ("name_ru", &["ad ru", "название ru", "name ru"]),
    ("name_en", &["ad en", "название en", "name en"]),
    ("description_az", &["description", "tesvir", "описание", "tesvir az", "description az"]),
    ("description_ru", &["tesvir ru", "описание ru", "description ru"]),
    ("description_en", &["tesvir en", "описание en", "description en"]),
    ("price", &["qiymet", "qiymeti", "цена", "стоимость", "cost"]),
    ("discounted", &["endirimli qiymet", "цена со скидкой", "sale price", "discounted price"]),
    ("discount_from", &["endirimin baslangici", "начало скидки", "sale from"]),
    ("discount_until", &["endirimin sonu", "конец скидки", "sale until"]),
    (
        "stock",
        &["qaliq", "say", "anbar", "miqdar", "остаток", "количество", "quantity", "qty", "count", "quantity in stock"],
    ),
    ("option", &["variant", "вариант"]),
    ("sizes", &["olculer", "размеры"]),
    ("preparation_days", &["hazirlanma gunleri", "дни подготовки", "preparation days"]),
];
/// Never suggested, because pictures in files are usually links to other sites.
const PICTURES: &str = "pictures";

/// `is_field`: whether a category has a field with this key.
pub fn is_target(target: &str, is_field: impl Fn(&str) -> bool) -> bool {
    match target.strip_prefix(FIELD_TARGET) {
        Some(key) => is_field(key),
        None => target == PICTURES || TARGETS.iter().any(|(name, _)| *name == target),
    }
}

/// Suggests each target once.
pub fn suggest(columns: &mut [Column], is_field: impl Fn(&str) -> bool) {
    let mut used: Vec<String> = Vec::new();
    // Exact names first, so that `slug` is preferred to `id`.
    for is_exact in [true, false] {
        for column in columns.iter_mut().filter(|column| column.target.is_none()) {
            let target = if is_exact { exact_target(&column.name, &is_field) } else { similar_target(&column.name) };
            if let Some(target) = target.filter(|target| !used.contains(target)) {
                used.push(target.clone());
                column.target = Some(target);
            }
        }
    }
}

fn exact_target(name: &str, is_field: &impl Fn(&str) -> bool) -> Option<String> {
    let name = name.trim().to_lowercase();
    if is_target(&name, is_field) {
        return Some(name);
    }
    let key = FIELD_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(&name).trim();
    is_field(key).then(|| format!("{FIELD_TARGET}{key}"))
}

fn similar_target(name: &str) -> Option<String> {
    let name = folded_words(name);
    let matches = |names: &[&str]| names.iter().any(|candidate| folded_words(candidate) == name);
    TARGETS.iter().find(|(_, names)| matches(names)).map(|(target, _)| (*target).to_owned())
}

/// Ignores case, accents and punctuation.
fn folded_words(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shop has a field `color`.
    fn suggested(names: &[&str]) -> Vec<Option<String>> {
        let column = |name: &&str| Column { name: (*name).to_owned(), ..Column::default() };
        let mut columns: Vec<_> = names.iter().map(column).collect();
        suggest(&mut columns, |key| key == "color");
        columns.into_iter().map(|column| column.target).collect()
    }

    fn targets(names: &[&str]) -> Vec<String> {
        suggested(names).into_iter().map(Option::unwrap_or_default).collect()
    }

    #[test]
    fn suggest_recognises_column_names_in_three_languages() {
        assert_eq!(targets(&["Məhsulun adı", "Qiymət", "Qalıq"]), ["name_az", "price", "stock"]);
        assert_eq!(targets(&["Название", "Цена", "Остаток", "Артикул"]), ["name_az", "price", "stock", "slug"]);
        assert_eq!(
            targets(&["Product name", "PRICE", "Qty", "fields.color"]),
            ["name_az", "price", "stock", "fields.color"]
        );
        assert_eq!(targets(&["id", "name", "count", "param color"]), ["slug", "name_az", "stock", "fields.color"]);
    }

    #[test]
    fn fields_of_a_category_are_recognised_by_their_key() {
        assert_eq!(targets(&["field:color"]), ["fields.color"]);
        assert_eq!(targets(&["field.Color"]), ["fields.color"]);
        assert_eq!(targets(&["color"]), ["fields.color"]);
        assert_eq!(targets(&["param color"]), ["fields.color"]);
        assert_eq!(targets(&["field:unknown", "unknown"]), ["", ""]);
    }

    #[test]
    fn suggest_prefers_exact_names_and_repeats_no_target() {
        assert_eq!(targets(&["id", "slug", "name", "title", "fields.colour"]), ["", "slug", "name_az", "", ""]);
    }
}
