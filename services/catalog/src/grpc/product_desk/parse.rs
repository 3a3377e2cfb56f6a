//! Validates staff's requests about products. `import/form.rs` checks the rules shared with imports.

mod bulk_change;
mod form;

use chrono::{DateTime, Utc};
use kit::{
    Error, Result, cursor,
    input::{self, Checks},
};
use prost_types::Timestamp;
use proto::catalog::{
    ExportProductsRequest, MissingPart, ProductFileFormat, ProductRowSort, ProductRowsRequest, ProductState,
    SortDirection, StockFilter,
};

pub use self::{
    bulk_change::{ManyChange, many_change},
    form::{creation, update},
};
use crate::{
    domain::{
        product_rows::{Direction, Filter, Missing, Order, Position, Scarcity, Sort},
        publication::State,
    },
    export::desk::Format,
};

/// In characters.
const MAX_SEARCH_LENGTH: usize = 100;

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
