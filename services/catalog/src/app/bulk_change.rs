//! Staff's change of one value of many products: price, category or state. An idempotency key makes repetitions safe.

mod plan;
mod write;

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use search::Texts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{PgConnection, types::Uuid};

use self::{
    plan::{PlannedProduct, plan},
    write::write,
};
use crate::{
    App,
    db::{self, bulk_change::FormerProduct},
    domain::{
        bulk_change::{Change, MAX_PRODUCTS},
        product_rows::{Direction, Filter, Order, Sort},
        publication::State,
    },
};

const NOT_FOUND: Error = Error::NotFound("products_change_not_found");
/// Oldest first.
const ORDER: Order = Order { sort: Sort::Newest, direction: Direction::Ascending };
const MAX_REFUSED_SHOWN: usize = 100;

pub enum Selection {
    Ids(Vec<i64>),
    List {
        filter: Filter,
        /// The products that match the filter's text, if it has one.
        among: Option<Vec<i64>>,
    },
}

/// Stored as the answer to a repetition.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// `None` for a dry run.
    pub id: Option<i64>,
    pub affected: i64,
    /// Products that already have the new value.
    pub unchanged: i64,
    pub samples: Vec<Sample>,
    pub refused: Vec<Refused>,
    pub refused_count: i64,
    pub is_undone: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sample {
    pub id: i64,
    pub name: Texts,
    pub before: String,
    pub after: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Refused {
    pub id: i64,
    pub code: String,
}

impl Outcome {
    fn refuse(&mut self, id: i64, code: &str) {
        self.refused_count += 1;
        if self.refused.len() < MAX_REFUSED_SHOWN {
            self.refused.push(Refused { id, code: code.to_owned() });
        }
    }
}

/// Does a dry run.
pub async fn preview(app: &App, selection: Selection, change: Change) -> Result<Outcome> {
    let mut tx = kit::db::begin(&app.pool).await?;
    check_category(&mut tx, change).await?;
    let ids = ids_of(&mut tx, selection).await?;
    Ok(plan(&mut tx, &ids, change).await?.outcome)
}

/// A repetition with the same key and `request` returns the first outcome.
pub async fn change(
    app: &App,
    operator: &Caller,
    key: Uuid,
    request: Value,
    selection: Selection,
    change: Change,
) -> Result<Outcome> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::import::configure_bulk_transaction(&mut tx).await?;
    let Some(id) = db::bulk_change::insert(&mut tx, operator.account, key, &request, now).await? else {
        return first_outcome(&mut tx, operator, key, &request).await;
    };

    check_category(&mut tx, change).await?;
    let ids = ids_of(&mut tx, selection).await?;
    db::bulk_change::lock_products(&mut tx, &ids).await?;
    let mut plan = plan(&mut tx, &ids, change).await?;

    let affected_ids = plan.ids();
    db::bulk_change::store_former_values(&mut tx, id, &affected_ids).await?;
    if let Change::PricePercent(percent) = change {
        db::bulk_change::scale_size_prices(&mut tx, &affected_ids, percent).await?;
    }
    write(&mut tx, operator, &plan.products, action(change), now).await?;

    plan.outcome.id = Some(id);
    store_outcome(&mut tx, id, &plan.outcome).await?;

    let affected = plan.outcome.affected;
    let audited = json!({"request": request, "affected": affected, "refused": plan.outcome.refused_count});
    let entry = Entry::new("products_changed", "products_change", id).changed(Value::Null, audited);
    audit::insert(&mut tx, operator, entry, now).await?;

    tx.commit().await?;
    tracing::info!("Operator {} changed {affected} products at once (change {id})", operator.account);
    Ok(plan.outcome)
}

/// Skips products that somebody changed since. Idempotent.
pub async fn undo(app: &App, operator: &Caller, id: i64) -> Result<Outcome> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::import::configure_bulk_transaction(&mut tx).await?;
    let change = db::bulk_change::lock(&mut tx, id).await?.ok_or(NOT_FOUND)?;
    let outcome: Outcome = serde_json::from_value(change.result).map_err(Error::internal)?;
    if change.undone_at.is_some() {
        return Ok(outcome);
    }

    let former_products = db::bulk_change::lock_former_products(&mut tx, id).await?;
    let (restorable, kept): (Vec<_>, Vec<_>) = former_products.into_iter().partition(|product| product.is_unchanged);
    restore(&mut tx, operator, id, &restorable, now).await?;
    db::bulk_change::set_undone(&mut tx, id, now).await?;

    let outcome = undone(&outcome, restorable.len(), &kept);
    store_outcome(&mut tx, id, &outcome).await?;

    let audited = json!({"restored": outcome.affected, "kept": outcome.refused_count});
    let entry = Entry::new("products_change_undone", "products_change", id).changed(Value::Null, audited);
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// Fails if the first request or its operator differs.
async fn first_outcome(tx: &mut PgConnection, operator: &Caller, key: Uuid, request: &Value) -> Result<Outcome> {
    let first_change = db::bulk_change::find_by_key(tx, key).await?.ok_or(NOT_FOUND)?;
    if first_change.operator != operator.account || first_change.request != *request {
        return Err(Error::conflict("idempotency_key_reused"));
    }
    serde_json::from_value(first_change.result).map_err(Error::internal)
}

async fn check_category(tx: &mut PgConnection, change: Change) -> Result<()> {
    match change {
        Change::Category(category) if !db::category::exists(tx, category).await? => {
            Err(Error::invalid("change.categoryId", "category_not_found"))
        }
        _ => Ok(()),
    }
}

async fn ids_of(tx: &mut PgConnection, selection: Selection) -> Result<Vec<i64>> {
    match selection {
        Selection::Ids(ids) => Ok(ids),
        Selection::List { filter, among } => {
            let limit = MAX_PRODUCTS as i64 + 1;
            let ids = db::product_row::page(tx, &filter, among.as_deref(), ORDER, None, limit).await?;
            if ids.len() > MAX_PRODUCTS { Err(Error::invalid("filter", "too_many")) } else { Ok(ids) }
        }
    }
}

/// The name in the history of a product.
fn action(change: Change) -> &'static str {
    match change {
        Change::State(State::Published) => "published",
        Change::State(State::Withdrawn) => "withdrawn",
        _ => "changed",
    }
}

async fn store_outcome(tx: &mut PgConnection, id: i64, outcome: &Outcome) -> Result<()> {
    let result = serde_json::to_value(outcome).map_err(Error::internal)?;
    Ok(db::bulk_change::set_result(tx, id, &result).await?)
}

/// Restores the values before the change `id`. `former` is in id order.
async fn restore(
    tx: &mut PgConnection,
    operator: &Caller,
    id: i64,
    former: &[FormerProduct],
    now: DateTime<Utc>,
) -> Result<()> {
    let ids: Vec<_> = former.iter().map(|product| product.product_id).collect();
    let current = db::bulk_change::products(tx, &ids, None).await?;
    let products: Vec<_> = current
        .into_iter()
        .zip(former)
        .map(|(current, former)| PlannedProduct {
            id: current.product_id,
            before: current.candidate.values,
            after: former.values,
        })
        .collect();
    write(tx, operator, &products, "changed", now).await?;
    Ok(db::bulk_change::restore_size_prices(tx, id, &ids).await?)
}

fn undone(outcome: &Outcome, restored_count: usize, kept: &[FormerProduct]) -> Outcome {
    let mut undone = Outcome {
        affected: restored_count as i64,
        samples: Vec::new(),
        refused: Vec::new(),
        refused_count: 0,
        is_undone: true,
        id: outcome.id,
        unchanged: outcome.unchanged,
    };
    for product in kept {
        undone.refuse(product.product_id, "product_changed");
    }
    undone
}
