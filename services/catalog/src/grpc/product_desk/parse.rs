//! Validates staff's requests about products. `import/form.rs` checks the rules shared with imports.

use std::{collections::BTreeSet, ops::RangeInclusive};

use chrono::{DateTime, Utc};
use kit::{
    Error, Result, cursor,
    error::FieldError,
    input::{self, Checks},
};
use prost_types::Timestamp;
use proto::{
    catalog::{
        self as pb, ChangeProductsRequest, CreateProductRequest, ExportProductsRequest, FieldInput, MissingPart,
        ProductFileFormat, ProductRowSort, ProductRowsRequest, ProductState, ProductsValue, SortDirection, StockFilter,
        UpdateProductRequest,
    },
    common::LocalText,
    json::to_name,
};
use search::Texts;
use serde_json::{Value, json};
use sqlx::types::Uuid;

use crate::{
    domain::{
        bulk_change::{Change, MAX_PRODUCTS},
        option::OptionKind,
        product_form::{FieldValues, FormSize, ProductForm},
        product_rows::{Direction, Filter, Missing, Order, Position, Scarcity, Sort},
        publication::State,
    },
    export::desk::Format,
    import::form::validate,
};

// In characters.
const MAX_SEARCH_LENGTH: usize = 100;
const MAX_NAME_LENGTH: usize = 300;
const MAX_DESCRIPTION_LENGTH: usize = 20_000;
/// Categories besides the main one.
const MAX_ALSO: usize = 20;
/// In qəpik, as in the constraint `product_price_check`.
const PRICES: RangeInclusive<i64> = 1..=100_000_000_000;
const PERCENTS: RangeInclusive<i64> = -90..=500;
/// A movement has the same limit.
const MAX_INITIAL_STOCK: i64 = 1_000_000;

pub struct List {
    pub filter: Filter,
    pub order: Order,
    pub after: Option<Position>,
    pub limit: i64,
}

pub fn list(request: &ProductRowsRequest) -> Result<List> {
    let mut checks = Checks::default();
    let state = checks.take("state", state(request.state)).flatten();
    let text = request.text.as_deref().map(|raw| input::text(raw, 0..=MAX_SEARCH_LENGTH)).transpose();
    let text = checks.take("text", text).flatten().filter(|text| !text.is_empty());
    let scarcity = checks.take("stock", scarcity(request.stock)).flatten();
    let missing = checks.take("missing", missing(request.missing)).flatten();
    let sort = checks.take("sort", sort(request.sort)).unwrap_or(Sort::Newest);
    let direction = checks.take("direction", direction(request.direction)).flatten();
    if sort == Sort::Stock && scarcity.is_none() {
        checks.fail("sort", "invalid");
    }
    checks.finish()?;

    let order = Order { sort, direction: direction.unwrap_or_else(|| sort.default_direction()) };
    let after = cursor::parse::<Position>(request.cursor.as_deref())?;
    if after.as_ref().is_some_and(|after| !after.fits(order)) {
        return Err(cursor::invalid());
    }

    let (category, store) = (request.category_id, request.store_id);
    let filter = Filter { state, text, category, store, scarcity, missing };
    Ok(List { filter, order, after, limit: cursor::limit(request.limit)? })
}

pub struct ManyChange {
    pub ids: Vec<i64>,
    /// `None` if the products are given by `ids`.
    pub filter: Option<Filter>,
    pub change: Change,
    /// `None` for a dry run.
    pub key: Option<Uuid>,
    /// A repetition with the same key must have the same request.
    pub request: Value,
}

pub fn many_change(raw: ChangeProductsRequest) -> Result<ManyChange> {
    let mut checks = Checks::default();
    if raw.ids.len() > MAX_PRODUCTS {
        checks.fail("ids", "too_many");
    }
    let key = raw.key.as_deref().map(|key| Uuid::try_parse(key).map_err(|_| "invalid")).transpose();
    let key = checks.take("key", key).flatten().filter(|_| !raw.dry_run);
    if key.is_none() && !raw.dry_run {
        checks.fail("key", "required");
    }

    let change = value(&mut checks, raw.change.unwrap_or_default());
    let request_filter = raw.filter.map(without_order_and_page);
    let request = json!([raw.ids, request_filter, raw.change]);

    let filter = match list(&request_filter.unwrap_or_default()) {
        Ok(List { filter, .. }) => raw.ids.is_empty().then_some(filter),
        Err(Error::Invalid(errors)) => {
            for FieldError { field, code } in errors {
                checks.fail(format!("filter.{field}"), code);
            }
            None
        }
        Err(error) => return Err(error),
    };
    checks.finish()?;

    let mut ids = raw.ids;
    ids.sort_unstable();
    ids.dedup();
    let change = change.ok_or_else(|| Error::invalid("change", "required"))?;
    Ok(ManyChange { ids, filter, change, key, request })
}

/// Exactly one value must be set.
fn value(checks: &mut Checks, raw: ProductsValue) -> Option<Change> {
    let within = |number: i64, range: RangeInclusive<i64>| {
        if range.contains(&number) { Ok(number) } else { Err("out_of_range") }
    };
    let percent = raw.price_percent.map(|percent| within(percent, PERCENTS)).transpose();
    let percent = checks.take("change.pricePercent", percent).flatten();
    let price = checks.take("change.price", raw.price.map(|price| within(price, PRICES)).transpose()).flatten();
    let category = checks.take("change.categoryId", raw.category_id.map(positive).transpose()).flatten();
    let state = checks.take("change.state", state(raw.state)).flatten();
    if state == Some(State::Draft) {
        checks.fail("change.state", "unknown_value");
    }

    let changes: Vec<_> = [
        percent.map(Change::PricePercent),
        price.map(Change::Price),
        category.map(Change::Category),
        state.map(Change::State),
    ]
    .into_iter()
    .flatten()
    .collect();
    match changes[..] {
        [change] => Some(change),
        [] => None,
        _ => {
            checks.fail("change", "too_many");
            None
        }
    }
}

pub fn export(request: ExportProductsRequest) -> Result<(Filter, Format)> {
    let format = match request.format() {
        ProductFileFormat::Csv => Format::Csv,
        ProductFileFormat::Xlsx => Format::Xlsx,
        ProductFileFormat::Yml => Format::Yml,
        ProductFileFormat::Unspecified => return Err(Error::invalid("format", "required")),
    };
    let filter = request.filter.unwrap_or_default();
    let parsed = list(&without_order_and_page(filter))?;
    Ok((parsed.filter, format))
}

/// Order and page do not decide which products are selected.
fn without_order_and_page(filter: ProductRowsRequest) -> ProductRowsRequest {
    ProductRowsRequest { sort: 0, direction: 0, cursor: None, limit: None, ..filter }
}

pub fn creation(request: CreateProductRequest) -> Result<ProductForm> {
    let mut checks = Checks::default();
    let raw = request.form.unwrap_or_default();
    if !raw.sizes.is_empty() && raw.initial_stock.is_some() {
        checks.fail("initialStock", "must_be_empty");
    }
    for (index, size) in raw.sizes.iter().enumerate() {
        if size.id.is_some() {
            checks.fail(format!("sizes[{index}].id"), "must_be_empty");
        }
    }
    let form = form(&mut checks, raw);
    checks.finish()?;
    form.ok_or_else(|| Error::invalid("", "invalid"))
}

/// Returns the version that the operator has read.
pub fn update(request: UpdateProductRequest) -> Result<(i64, ProductForm)> {
    let mut checks = Checks::default();
    let raw = request.form.unwrap_or_default();
    let version = checks.take("version", raw.version.ok_or("required").and_then(positive));
    if raw.initial_stock.is_some() {
        checks.fail("initialStock", "must_be_empty");
    }
    let mut earlier_ids = BTreeSet::new();
    for (index, size) in raw.sizes.iter().enumerate() {
        if size.initial_stock.is_some() {
            checks.fail(format!("sizes[{index}].initialStock"), "must_be_empty");
        }
        if size.id.is_some_and(|id| !earlier_ids.insert(id)) {
            checks.fail(format!("sizes[{index}].id"), "duplicate");
        }
    }
    let form = form(&mut checks, raw);
    checks.finish()?;
    version.zip(form).ok_or_else(|| Error::invalid("", "invalid"))
}

/// Also checks the rules shared with lines of an import.
fn form(checks: &mut Checks, raw: pb::ProductForm) -> Option<ProductForm> {
    let store_id = checks.take("storeId", positive(raw.store_id));
    let category_id = checks.take("categoryId", positive(raw.category_id));
    let name = texts(checks, "name", raw.name, 1..=MAX_NAME_LENGTH);
    let description = texts(checks, "description", raw.description, 0..=MAX_DESCRIPTION_LENGTH);
    let discount_from = checks.take("discountFrom", raw.discount_from.map(moment).transpose());
    let discount_until = checks.take("discountUntil", raw.discount_until.map(moment).transpose());
    let option_kind = checks.take("optionKind", option_kind(raw.option_kind));
    let initial_stock = checks.take("initialStock", initial_stock(raw.initial_stock));
    let fields = fields(checks, "fields", raw.fields);
    let sizes: Vec<_> = raw.sizes.into_iter().enumerate().filter_map(|(index, raw)| size(checks, index, raw)).collect();
    if raw.also_category_ids.len() > MAX_ALSO {
        checks.fail("alsoCategoryIds", "too_many");
    }
    let also: BTreeSet<_> =
        raw.also_category_ids.into_iter().filter(|category| Some(*category) != category_id).collect();
    let form = ProductForm {
        slug: raw.slug.map(|slug| slug.trim().to_owned()),
        store_id: store_id?,
        category_id: category_id?,
        also_category_ids: also.into_iter().collect(),
        name: name?,
        description: description?,
        price: raw.price,
        discounted_price: raw.discounted_price,
        discount_from: discount_from?,
        discount_until: discount_until?,
        preparation_days: raw.preparation_days,
        option_kind: option_kind?,
        sizes,
        fields,
        pictures: raw.pictures,
        initial_stock: initial_stock?,
    };
    for error in validate(&form) {
        checks.fail(error.field, error.code);
    }
    Some(form)
}

fn size(checks: &mut Checks, index: usize, raw: pb::ProductFormSize) -> Option<FormSize> {
    let name = texts(checks, &format!("sizes[{index}].name"), raw.name, 1..=MAX_NAME_LENGTH);
    let initial_stock = checks.take(format!("sizes[{index}].initialStock"), initial_stock(raw.initial_stock));
    let fields = fields(checks, &format!("sizes[{index}].fields"), raw.fields);
    Some(FormSize {
        id: raw.id,
        name: name?,
        price: raw.price,
        picture: raw.picture.filter(|url| !url.is_empty()),
        fields,
        initial_stock: initial_stock?,
    })
}

/// Empty translations count as absent.
fn texts(
    checks: &mut Checks,
    field: &str,
    raw: Option<LocalText>,
    length: std::ops::RangeInclusive<usize>,
) -> Option<Texts> {
    let Some(raw) = raw else {
        checks.fail(field.to_owned(), "required");
        return None;
    };
    let mut translation = |language: &str, raw: Option<String>| {
        let raw = raw.filter(|text| !text.trim().is_empty());
        let text = raw.map(|text| input::text(&text, length.clone())).transpose();
        checks.take(format!("{field}.{language}"), text)
    };
    let (ru, en) = (translation("ru", raw.ru), translation("en", raw.en));
    let az = checks.take(format!("{field}.az"), input::text(&raw.az, length));
    Some(Texts { az: az?, ru: ru?, en: en? })
}

fn fields(checks: &mut Checks, path: &str, raw: Vec<FieldInput>) -> FieldValues {
    let mut fields = FieldValues::new();
    for FieldInput { key, values } in raw {
        if fields.contains_key(&key) {
            checks.fail(format!("{path}.{key}"), "duplicate");
        }
        if !values.is_empty() {
            let values: BTreeSet<_> = values.into_iter().collect();
            fields.insert(key, values.into_iter().collect());
        }
    }
    fields
}

fn initial_stock(raw: Option<i64>) -> Result<i64, &'static str> {
    let count = raw.unwrap_or_default();
    if (0..=MAX_INITIAL_STOCK).contains(&count) { Ok(count) } else { Err("out_of_range") }
}

/// For ids and versions.
pub fn positive(number: i64) -> Result<i64, &'static str> {
    if number > 0 { Ok(number) } else { Err("out_of_range") }
}

/// Cut to the microseconds that the database stores.
pub fn moment(raw: Timestamp) -> Result<DateTime<Utc>, &'static str> {
    let micros = u32::try_from(raw.nanos).map_err(|_| "out_of_range")? / 1_000;
    DateTime::from_timestamp(raw.seconds, micros * 1_000).ok_or("out_of_range")
}

fn state(raw: i32) -> Result<Option<State>, &'static str> {
    match ProductState::try_from(raw) {
        Ok(ProductState::Unspecified) => Ok(None),
        Ok(ProductState::Draft) => Ok(Some(State::Draft)),
        Ok(ProductState::Published) => Ok(Some(State::Published)),
        Ok(ProductState::Withdrawn) => Ok(Some(State::Withdrawn)),
        Err(_) => Err("unknown_value"),
    }
}

fn scarcity(raw: i32) -> Result<Option<Scarcity>, &'static str> {
    match StockFilter::try_from(raw) {
        Ok(StockFilter::Unspecified) => Ok(None),
        Ok(StockFilter::Low) => Ok(Some(Scarcity::Low)),
        Ok(StockFilter::None) => Ok(Some(Scarcity::SoldOut)),
        Err(_) => Err("unknown_value"),
    }
}

fn missing(raw: i32) -> Result<Option<Missing>, &'static str> {
    match MissingPart::try_from(raw) {
        Ok(MissingPart::Unspecified) => Ok(None),
        Ok(MissingPart::Ru) => Ok(Some(Missing::Russian)),
        Ok(MissingPart::En) => Ok(Some(Missing::English)),
        Ok(MissingPart::Picture) => Ok(Some(Missing::Picture)),
        Err(_) => Err("unknown_value"),
    }
}

fn sort(raw: i32) -> Result<Sort, &'static str> {
    match ProductRowSort::try_from(raw) {
        Ok(ProductRowSort::Unspecified | ProductRowSort::Newest) => Ok(Sort::Newest),
        Ok(ProductRowSort::Name) => Ok(Sort::Name),
        Ok(ProductRowSort::Price) => Ok(Sort::Price),
        Ok(ProductRowSort::Stock) => Ok(Sort::Stock),
        Ok(ProductRowSort::Changed) => Ok(Sort::Changed),
        Err(_) => Err("unknown_value"),
    }
}

fn direction(raw: i32) -> Result<Option<Direction>, &'static str> {
    match SortDirection::try_from(raw) {
        Ok(SortDirection::Unspecified) => Ok(None),
        Ok(SortDirection::Asc) => Ok(Some(Direction::Ascending)),
        Ok(SortDirection::Desc) => Ok(Some(Direction::Descending)),
        Err(_) => Err("unknown_value"),
    }
}

fn option_kind(raw: i32) -> Result<OptionKind, &'static str> {
    match pb::OptionKind::try_from(raw) {
        Ok(pb::OptionKind::Unspecified) => Err("required"),
        Ok(kind) => OptionKind::from_name(&to_name(kind)).ok_or("unknown_value"),
        Err(_) => Err("unknown_value"),
    }
}
