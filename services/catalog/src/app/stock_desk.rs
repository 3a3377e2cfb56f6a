//! Staff's stock movements. A stock is never overwritten: movements since the time of a count are added to it. Lock
//! order as in `app/stock.rs`.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{Error, Result, identity::Caller};
use serde_json::json;
use sqlx::{PgConnection, types::Uuid};

use super::stock::change_stock;
use crate::{
    App,
    db::{
        self,
        stock_movement::{Entered, LockedProduct, Movement},
    },
    domain::{
        stock::{Change, Item, Line, Lines},
        stock_movement::{Level, NewMovement, Report},
    },
};

pub struct Recorded {
    pub movement: Movement,
    pub stock_after: i64,
}

/// Idempotent by `key`.
pub async fn record(app: &App, operator: &Caller, new: &NewMovement, key: Uuid) -> Result<Recorded> {
    let now = app.clock.now();
    let product = new.item.product;
    let mut tx = kit::db::begin(&app.pool).await?;
    let locked = db::stock_movement::lock_product(&mut tx, product).await?;
    let locked = locked.ok_or(Error::NotFound("product_not_found"))?;
    if let Some(movement) = db::stock_movement::find(&mut tx, product, key).await? {
        return repeated(&mut tx, new, movement).await;
    }

    let level = lock_level(&mut tx, new.item, locked).await?;
    let change = apply(&mut tx, new, level, Entered { operator: operator.account, at: now, key: Some(key) }).await?;
    let after = json!({"stock": level.stock + change, "kind": new.report.kind().name(), "sizeId": new.item.size});
    let entry = Entry::new("stock_moved", "product", product).changed(json!({"stock": level.stock}), after);
    audit::insert(&mut tx, operator, entry, now).await?;

    let movement = db::stock_movement::find(&mut tx, product, key).await?;
    let movement =
        movement.ok_or_else(|| Error::internal(anyhow::anyhow!("the movement of product {product} is gone")))?;
    tx.commit().await?;
    tracing::info!(
        product.id = product,
        "Stock of product {product} changed by {change}: {} by operator {}",
        new.report.kind().name(),
        operator.account
    );
    Ok(Recorded { stock_after: movement.stock_now, movement })
}

/// The item must have a size if its product has sizes.
async fn lock_level(tx: &mut PgConnection, item: Item, product: LockedProduct) -> Result<Level> {
    match (product.has_sizes, item.size) {
        (false, None) => Ok(product.level),
        (true, None) => Err(Error::invalid("sizeId", "required")),
        (false, Some(_)) => Err(Error::invalid("sizeId", "unknown_value")),
        (true, Some(size)) => {
            let level = db::stock_movement::lock_size(tx, item.product, size).await?;
            level.ok_or_else(|| Error::invalid("sizeId", "unknown_value"))
        }
    }
}

/// The caller has locked the stock. Returns the change in units. Fails with `stock_reserved` if less would be left than
/// is reserved.
pub(super) async fn apply(tx: &mut PgConnection, new: &NewMovement, level: Level, entered: Entered) -> Result<i64> {
    let moved_since = match new.report {
        Report::Counted { at: Some(at), .. } => moved_since(tx, new, at).await?,
        _ => 0,
    };
    let reserved_error = || Error::conflict_with("stock_reserved", vec![("reserved", level.reserved.to_string())]);
    let change = level.change_by(new.report, moved_since).map_err(|_| reserved_error())?;
    let line = Line { item: new.item, count: change.abs() };
    match change {
        0 => {}
        1.. => change_stock(tx, &Lines::merge([line]), Change::Add).await?,
        ..0 => change_stock(tx, &Lines::merge([line]), Change::Remove).await?,
    }
    db::stock_movement::insert(tx, new, change, entered).await?;
    Ok(change)
}

/// Fails with `count_outdated` if an import or another count has set the stock since.
async fn moved_since(tx: &mut PgConnection, new: &NewMovement, at: DateTime<Utc>) -> Result<i64> {
    let moved = db::stock_movement::moved_since(tx, new.item, at).await?;
    if moved.is_set { Err(Error::conflict("count_outdated")) } else { Ok(moved.change) }
}

/// Fails if the key was used for another movement.
async fn repeated(tx: &mut PgConnection, new: &NewMovement, first: Movement) -> Result<Recorded> {
    let is_same_report = match new.report {
        Report::Counted { count, at } => first.counted == Some(count) && (at.is_none() || first.counted_at == at),
        Report::Received(count) | Report::Returned(count) => first.change == count,
        Report::Damaged(count) => first.change == -count,
    };
    let is_same = is_same_report
        && first.kind() == Some(new.report.kind())
        && first.size_id == new.item.size
        && first.note == new.note;
    if !is_same {
        return Err(Error::conflict("idempotency_key_reused"));
    }
    let moved_after = db::stock_movement::sum_after(tx, new.item.product, &first).await?;
    Ok(Recorded { stock_after: first.stock_now - moved_after, movement: first })
}
