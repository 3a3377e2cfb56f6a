//! Staff's change of one value of many products: price, category or state. An idempotency key makes repetitions safe.

use std::collections::HashSet;

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use proto::catalog::ProductChanged;
use search::Texts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{PgConnection, types::Uuid};

use super::alerts::ProductsBefore;
use crate::{
    App,
    db::{
        self,
        products_change::{NewValues, Remembered, Row},
    },
    domain::{
        product_rows::{Direction, Filter, Order, Sort},
        products_change::{Candidate, Change, MAX_PRODUCTS, Values},
        publication::State,
    },
};

const NOT_FOUND: Error = Error::NotFound("products_change_not_found");
const ORDER: Order = Order { sort: Sort::Newest, direction: Direction::Ascending };
const MAX_SAMPLES: usize = 20;
const MAX_REFUSED: usize = 100;

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
    let Some(id) = db::products_change::insert(&mut tx, operator.account, key, &request, now).await? else {
        return repeated(&mut tx, operator, key, &request).await;
    };

    check_category(&mut tx, change).await?;
    let ids = ids_of(&mut tx, selection).await?;

    db::products_change::lock_products(&mut tx, &ids).await?;
    let mut plan = plan(&mut tx, &ids, change).await?;
    db::products_change::remember(&mut tx, id, &plan.ids()).await?;
    if let Change::PricePercent(percent) = change {
        db::products_change::scale_sizes(&mut tx, &plan.ids(), percent).await?;
    }
    write(&mut tx, operator, &plan.products, action(change), now).await?;

    plan.outcome.id = Some(id);
    db::products_change::set_result(&mut tx, id, &serde_json::to_value(&plan.outcome).map_err(Error::internal)?)
        .await?;

    let after = json!({"request": request, "affected": plan.outcome.affected, "refused": plan.outcome.refused_count});
    let entry = Entry::new("products_changed", "products_change", id).changed(Value::Null, after);
    audit::insert(&mut tx, operator, entry, now).await?;

    tx.commit().await?;
    let affected = plan.outcome.affected;
    tracing::info!("Operator {} changed {affected} products at once (change {id})", operator.account);
    Ok(plan.outcome)
}

/// Skips products that somebody changed since. Idempotent.
pub async fn undo(app: &App, operator: &Caller, id: i64) -> Result<Outcome> {
    let now = app.clock.now();
    let mut tx = kit::db::begin(&app.pool).await?;
    db::import::configure_bulk_transaction(&mut tx).await?;
    let stored = db::products_change::lock(&mut tx, id).await?.ok_or(NOT_FOUND)?;
    let mut outcome: Outcome = serde_json::from_value(stored.result).map_err(Error::internal)?;
    if stored.undone_at.is_some() {
        return Ok(outcome);
    }

    let remembered = db::products_change::remembered(&mut tx, id).await?;
    let (restorable, kept): (Vec<_>, Vec<_>) = remembered.into_iter().partition(|product| product.is_unchanged);
    let ids: Vec<_> = restorable.iter().map(|product| product.product_id).collect();

    let current = db::products_change::products(&mut tx, &ids, None).await?;
    let products: Vec<_> = current
        .into_iter()
        .zip(&restorable)
        .map(|(row, former)| Ok(Planned { before: values(&row)?, after: former_values(former)?, id: row.product_id }))
        .collect::<Result<_>>()?;

    write(&mut tx, operator, &products, "changed", now).await?;
    db::products_change::restore_sizes(&mut tx, id, &ids).await?;
    db::products_change::set_undone(&mut tx, id, now).await?;

    outcome.affected = ids.len() as i64;
    outcome.samples.clear();
    outcome.refused_count = kept.len() as i64;
    let refused = kept.iter().take(MAX_REFUSED);
    outcome.refused =
        refused.map(|product| Refused { id: product.product_id, code: "product_changed".to_owned() }).collect();
    outcome.is_undone = true;

    db::products_change::set_result(&mut tx, id, &serde_json::to_value(&outcome).map_err(Error::internal)?).await?;

    let after = json!({"restored": outcome.affected, "kept": outcome.refused_count});
    let entry = Entry::new("products_change_undone", "products_change", id).changed(Value::Null, after);
    audit::insert(&mut tx, operator, entry, now).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// Returns the outcome of the first request. Fails if that request or its operator differs.
async fn repeated(tx: &mut PgConnection, operator: &Caller, key: Uuid, request: &Value) -> Result<Outcome> {
    let first_change = db::products_change::with_key(tx, key).await?.ok_or(NOT_FOUND)?;
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

struct Planned {
    id: i64,
    before: Values,
    after: Values,
}

struct Plan {
    products: Vec<Planned>,
    outcome: Outcome,
}

impl Plan {
    fn ids(&self) -> Vec<i64> {
        self.products.iter().map(|product| product.id).collect()
    }
}

async fn plan(tx: &mut PgConnection, ids: &[i64], change: Change) -> Result<Plan> {
    let category = if let Change::Category(category) = change { Some(category) } else { None };
    let rows = db::products_change::products(tx, ids, category).await?;
    let found: HashSet<_> = rows.iter().map(|row| row.product_id).collect();
    let (mut products, mut outcome) = (Vec::new(), Outcome::default());
    let mut refused: Vec<_> =
        ids.iter().filter(|id| !found.contains(id)).map(|id| (*id, "product_not_found")).collect();

    for row in rows {
        let before = values(&row)?;
        let candidate = Candidate {
            values: before,
            size_prices: row.size_prices,
            store_is_open: row.store_is_open,
            has_foreign_field: row.has_foreign_field,
        };
        match change.apply(&candidate) {
            Err(code) => refused.push((row.product_id, code)),
            Ok(after) if after == before && !change.affects_sizes(&candidate) => outcome.unchanged += 1,
            Ok(after) => {
                if outcome.samples.len() < MAX_SAMPLES {
                    let (id, name) = (row.product_id, row.name.0);
                    let (before, after) = (changed_value(change, before), changed_value(change, after));
                    outcome.samples.push(Sample { id, name, before, after });
                }
                products.push(Planned { id: row.product_id, before, after });
            }
        }
    }

    outcome.affected = products.len() as i64;
    outcome.refused_count = refused.len() as i64;
    let refused = refused.into_iter().take(MAX_REFUSED);
    outcome.refused = refused.map(|(id, code)| Refused { id, code: code.to_owned() }).collect();
    Ok(Plan { products, outcome })
}

fn changed_value(change: Change, values: Values) -> String {
    match change {
        Change::PricePercent(_) | Change::Price(_) => values.price.to_string(),
        Change::Category(_) => values.category_id.to_string(),
        Change::State(_) => values.state.name().to_owned(),
    }
}

fn values(row: &Row) -> Result<Values> {
    Ok(Values {
        price: row.price,
        discounted_price: row.discounted_price,
        category_id: row.category_id,
        state: state(&row.state)?,
    })
}

fn former_values(former: &Remembered) -> Result<Values> {
    Ok(Values {
        price: former.price,
        discounted_price: former.discounted_price,
        category_id: former.category_id,
        state: state(&former.state)?,
    })
}

fn state(name: &str) -> Result<State> {
    State::from_name(name).ok_or_else(|| Error::internal(anyhow::anyhow!("state {name}")))
}

/// The name in the history of a product.
fn action(change: Change) -> &'static str {
    match change {
        Change::State(State::Published) => "published",
        Change::State(State::Withdrawn) => "withdrawn",
        _ => "changed",
    }
}

/// The caller has locked the products.
async fn write(
    tx: &mut PgConnection,
    operator: &Caller,
    products: &[Planned],
    action: &'static str,
    now: DateTime<Utc>,
) -> Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = products.iter().map(|product| product.id).collect();
    let alerts = ProductsBefore::lock(tx, &ids).await?;

    let mut new = NewValues::default();
    for Planned { after, .. } in products {
        new.prices.push(after.price);
        new.discounted_prices.push(after.discounted_price);
        new.categories.push(after.category_id);
        new.states.push(after.state.name().to_owned());
    }
    db::products_change::write(tx, &ids, &new, now).await?;

    let moved = products.iter().filter(|product| product.before.category_id != product.after.category_id);
    let (moved, former_categories): (Vec<_>, Vec<_>) =
        moved.map(|product| (product.id, product.before.category_id)).unzip();
    db::products_change::move_categories(tx, &moved, &former_categories).await?;

    alerts.publish_alerts(tx).await?;
    let fields: Vec<_> = products.iter().map(changed_fields).collect();
    db::products_change::insert_history(tx, &ids, &fields, action, operator.account, now).await?;
    let states = db::import::states(tx, &ids).await?.into_iter();
    let events =
        states.map(|(product_id, store_id, is_published)| ProductChanged { product_id, store_id, is_published });
    outbox::append_all(tx, events).await?;
    Ok(())
}

/// Returns the changed values by name, each as `[old, new]`.
fn changed_fields(product: &Planned) -> Value {
    let Planned { before, after, .. } = product;
    let values = [
        ("price", json!(before.price), json!(after.price)),
        ("discountedPrice", json!(before.discounted_price), json!(after.discounted_price)),
        ("categoryId", json!(before.category_id), json!(after.category_id)),
        ("state", json!(before.state.name()), json!(after.state.name())),
    ];
    let changed = values.into_iter().filter(|(_, old, new)| old != new);
    Value::Object(changed.map(|(name, old, new)| (name.to_owned(), json!([old, new]))).collect())
}
