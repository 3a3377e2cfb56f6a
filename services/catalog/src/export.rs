//! Exports all published products for the command `export`; `desk` writes the files that staff download.

pub mod desk;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::PathBuf,
};

use anyhow::Context as _;
use search::{FieldType, Texts, YES};

use crate::{
    App,
    db::{self, export::ExportRow, properties::NAMES},
    domain::option::OptionKind,
    import::{
        Format,
        line::{FieldInput, Ignored, Line, Size},
        table,
    },
};

const PAGE_SIZE: i64 = 1_000;

#[derive(Debug, Clone, clap::Args)]
pub struct ExportArgs {
    /// The file to write
    pub file: PathBuf,
    /// File format; by default from the file's extension
    #[arg(long)]
    pub format: Option<Format>,
}

/// Reads one snapshot of the database. The file is renamed when it is complete.
pub async fn export(app: &App, args: &ExportArgs) -> anyhow::Result<usize> {
    let format = args.format.map_or_else(|| Format::from_path(&args.file), Ok)?;
    let mut temporary_name = args.file.clone().into_os_string();
    temporary_name.push(".part");
    let error_context = || format!("cannot write {}", args.file.display());
    let to = BufWriter::new(File::create(&temporary_name).with_context(error_context)?);

    let mut tx = kit::db::begin(&app.pool).await?;
    db::export::use_one_snapshot(&mut tx).await?;
    let mut writer = Writer::new(format, to, &db::export::field_keys(&mut tx).await?)?;

    let (mut after, mut count) = (0, 0);
    loop {
        let page = db::export::published_products(&mut tx, after, PAGE_SIZE).await?;
        let Some(last) = page.last() else { break };
        after = last.product_id;
        count += page.len();
        for row in page {
            writer.write(&to_line(row)?)?;
        }
    }

    writer.finish()?;
    fs::rename(&temporary_name, &args.file).with_context(error_context)?;
    tracing::info!("Exported {count} products to {}", args.file.display());
    Ok(count)
}

pub fn to_line(row: ExportRow) -> anyhow::Result<Line> {
    let texts = |column: fn(&db::export::Text) -> Option<&String>| {
        let get = |language: &str| row.texts.iter().find(|text| text.language == language).and_then(column).cloned();
        let az = get("az").with_context(|| format!("product {} has no text", row.product_id))?;
        anyhow::Ok(Texts { az, ru: get("ru"), en: get("en") })
    };

    let (name, description) = (texts(|text| text.name.as_ref())?, texts(|text| text.description.as_ref())?);

    let mut fields = to_field_inputs(row.fields.0);
    let sizes: Vec<_> = row.sizes.0.into_iter().map(to_size).collect();
    // Fields of sizes are left out: an import adds them to the product again (`import/rows.rs`).
    fields.retain(|key, _| sizes.iter().all(|size| !size.fields.contains_key(key)));

    Ok(Line {
        slug: row.slug,
        store: row.store_slug,
        category: row.category_slug,
        also: row.also,
        name,
        description,
        price: row.price,
        discounted: row.discounted_price,
        discount_from: row.discount_from,
        discount_until: row.discount_until,
        stock: Some(row.stock),
        option: OptionKind::from_name(&row.option_kind).filter(|kind| *kind != OptionKind::default()),
        sizes,
        fields,
        pictures: Some(row.pictures),
        rating: Some(f64::from(row.rating) / 10.0),
        reviews: Some(row.review_count),
        popularity: Some(row.popularity),
        sold: Some(row.sold_count),
        published_at: Some(row.published_at),
        days: None,
        picture: Ignored,
        properties: row.properties.0,
    })
}

fn to_size(size: db::export::Size) -> Size {
    Size {
        name: size.name,
        price: size.price,
        stock: size.stock,
        picture: size.picture,
        fields: to_field_inputs(size.fields),
    }
}

/// A choice field with several values has several elements in `fields`.
fn to_field_inputs(fields: Vec<db::export::Field>) -> BTreeMap<String, FieldInput> {
    let mut inputs = BTreeMap::new();
    for field in fields {
        let input = match (FieldType::from_name(&field.r#type), field.number) {
            (Some(FieldType::Toggle), _) => FieldInput::Toggle(field.value == YES),
            (Some(FieldType::Range), Some(number)) => FieldInput::Number(number),
            _ => match inputs.remove(&field.key) {
                Some(FieldInput::Choices(mut values)) => {
                    values.push(field.value);
                    FieldInput::Choices(values)
                }
                _ => FieldInput::Choices(vec![field.value]),
            },
        };
        inputs.insert(field.key, input);
    }
    inputs
}

enum Writer {
    Jsonl(BufWriter<File>),
    Csv { rows: Box<csv::Writer<BufWriter<File>>>, keys: Vec<String> },
}

impl Writer {
    fn new(format: Format, mut to: BufWriter<File>, keys: &[String]) -> anyhow::Result<Self> {
        if format == Format::Jsonl {
            return Ok(Self::Jsonl(to));
        }
        // Spreadsheet programs recognise UTF-8 by the byte order mark.
        to.write_all("\u{feff}".as_bytes())?;
        let mut rows = csv::Writer::from_writer(to);
        let fields = keys.iter().map(|key| format!("{}{key}", table::FIELD_PREFIX));
        let columns = table::COLUMNS.into_iter().chain(NAMES.iter().map(|(_, column)| *column)).map(str::to_owned);
        rows.write_record(columns.chain(fields))?;
        Ok(Self::Csv { rows: Box::new(rows), keys: keys.to_vec() })
    }

    fn write(&mut self, line: &Line) -> anyhow::Result<()> {
        match self {
            Self::Jsonl(to) => {
                serde_json::to_writer(&mut *to, line)?;
                Ok(to.write_all(b"\n")?)
            }
            Self::Csv { rows, keys } => Ok(rows.write_record(table::cells_of(line, keys)?)?),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        let to = match self {
            Self::Jsonl(to) => to,
            Self::Csv { rows, .. } => rows.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?,
        };
        to.into_inner()?.sync_all()?;
        Ok(())
    }
}
