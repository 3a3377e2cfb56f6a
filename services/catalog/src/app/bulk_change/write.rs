//! Writes new values of products, with all that follows: categories, alerts, history and events.

use chrono::{DateTime, Utc};
use kit::{Result, identity::Caller};
use proto::catalog::ProductChanged;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::plan::PlannedProduct;
use crate::{app::alerts::ProductsBefore, db};

/// The caller has locked the products. `action` is the name in their history.
pub async fn write(
    tx: &mut PgConnection,
    operator: &Caller,
    products: &[PlannedProduct],
    action: &'static str,
    now: DateTime<Utc>,
) -> Result<()> {
    if products.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = products.iter().map(|product| product.id).collect();
    let new_values: Vec<_> = products.iter().map(|product| product.after).collect();

    let alerts = ProductsBefore::lock(tx, &ids).await?;
    db::bulk_change::update_products(tx, &ids, &new_values, now).await?;
    replace_main_categories(tx, products).await?;
    alerts.publish_alerts(tx).await?;

    let fields: Vec<_> = products.iter().map(changed_fields).collect();
    db::bulk_change::insert_history(tx, &ids, &fields, action, operator.account, now).await?;
    let events = db::product::changed(tx, &ids).await?.into_iter().map(ProductChanged::from);
    outbox::append_all(tx, events).await?;
    Ok(())
}

async fn replace_main_categories(tx: &mut PgConnection, products: &[PlannedProduct]) -> Result<()> {
    let moved = products.iter().filter(|product| product.before.category_id != product.after.category_id);
    let (moved_ids, former_categories): (Vec<_>, Vec<_>) =
        moved.map(|product| (product.id, product.before.category_id)).unzip();
    Ok(db::bulk_change::replace_main_categories(tx, &moved_ids, &former_categories).await?)
}

/// Returns the changed values by name, each as `[old, new]`.
fn changed_fields(product: &PlannedProduct) -> Value {
    let PlannedProduct { before, after, .. } = product;
    let values = [
        ("price", json!(before.price), json!(after.price)),
        ("discountedPrice", json!(before.discounted_price), json!(after.discounted_price)),
        ("categoryId", json!(before.category_id), json!(after.category_id)),
        ("state", json!(before.state.name()), json!(after.state.name())),
    ];
    let changed = values.into_iter().filter(|(_, old, new)| old != new);
    Value::Object(changed.map(|(name, old, new)| (name.to_owned(), json!([old, new]))).collect())
}
