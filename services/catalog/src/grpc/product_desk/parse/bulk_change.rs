//! Validates changes of many products at once.

use std::ops::RangeInclusive;

use kit::{Error, Result, error::FieldError, input::Checks};
use proto::catalog::{ChangeProductsRequest, ProductsValue};
use serde_json::{Value, json};
use sqlx::types::Uuid;

use super::{List, list, positive, state, without_order_and_page};
use crate::domain::{
    bulk_change::{Change, MAX_PRODUCTS, PRICES},
    product_rows::Filter,
    publication::State,
};

const PERCENTS: RangeInclusive<i64> = -90..=500;

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
