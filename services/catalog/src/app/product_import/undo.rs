//! Undoes an import. Products that somebody changed since are kept; new ones are deleted, or withdrawn if something
//! refers to them. Later changes of stock stay counted.
//!
//! A restored product is removed from the table of changes, so that an interrupted undo continues.

use std::collections::HashMap;

use kit::{Error, Result};
use proto::catalog::ProductChanged;
use sqlx::PgConnection;

use super::{lease::Lease, worker};
use crate::{
    App,
    db::{
        self,
        product_import::{
            changes::{self, StockNow, WrittenProduct},
            work,
        },
    },
    domain::{product_import::State, publication},
    import::{
        batch::{BatchChanges, ExistingProducts, ImportContext},
        line::Line,
        shop::Shop,
        source::ParsedRow,
    },
};

const BATCH: i64 = 500;

pub async fn run(app: &App, lease: Lease) -> Result<()> {
    loop {
        let mut tx = kit::db::begin(&app.pool).await?;
        if !lease.hold(app, &mut tx).await? {
            return Ok(());
        }
        db::import::configure_bulk_transaction(&mut tx).await?;
        let products = changes::lock_next(&mut tx, lease.import, BATCH).await?;
        if products.is_empty() {
            drop(tx);
            return worker::finish(app, lease, State::Undone).await;
        }

        let ids: Vec<_> = products.iter().map(|product| product.product_id).collect();
        let kept = undo(app, &mut tx, lease.import, products).await?;
        let restored: Vec<_> = ids.into_iter().filter(|id| !kept.contains(id)).collect();

        changes::keep(&mut tx, lease.import, &kept).await?;
        changes::forget(&mut tx, lease.import, &restored).await?;
        work::add_undone(&mut tx, lease.import, restored.len() as i64, kept.len() as i64).await?;
        audit::announce(&mut tx).await?;
        tx.commit().await?;
    }
}

/// Returns the products that are kept.
async fn undo(app: &App, tx: &mut PgConnection, import: i64, products: Vec<WrittenProduct>) -> Result<Vec<i64>> {
    let mut kept = Vec::new();
    let mut deletable = Vec::new();
    let mut restorable = Vec::new();
    let mut events = Vec::new();
    for product in products {
        let product_id = product.product_id;
        match (product.current_version, product.before) {
            // The product was deleted.
            (None, _) => {}
            // Somebody changed it after the import.
            (Some(version), _) if version != product.version => kept.push(product_id),
            (Some(_), Some(line)) => {
                restorable.push((product_id, serde_json::from_value(line).map_err(Error::internal)?));
            }
            // Created by the import, and referenced since.
            (Some(_), None) if product.is_referenced => {
                let state = publication::State::Withdrawn;
                let store = db::product::set_state(tx, product_id, state, app.clock.now()).await?;
                events.extend(store.map(|store_id| ProductChanged { product_id, store_id, is_published: false }));
            }
            (Some(_), None) => deletable.push(product_id),
        }
    }

    let deleted = changes::delete_products(tx, &deletable).await?.into_iter();
    events.extend(deleted.map(|(product_id, store_id)| ProductChanged { product_id, store_id, is_published: false }));
    outbox::append_all(tx, events).await?;

    kept.extend(restore(app, tx, import, restorable).await?);
    Ok(kept)
}

/// Returns the products whose former line is refused now, for example because its category was deleted.
async fn restore(app: &App, tx: &mut PgConnection, import: i64, before: Vec<(i64, Line)>) -> Result<Vec<i64>> {
    if before.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = before.iter().map(|(id, _)| *id).collect();
    let stocks = changes::stocks(tx, import, &ids).await?;
    let rows: Vec<_> = (0..)
        .zip(before)
        .map(|(number, (id, line))| ParsedRow { number, line: Ok(with_stock(line, id, &stocks)) })
        .collect();

    let shop = Shop::read(tx).await?;
    // An undo has no job, and creates no products.
    let context =
        ImportContext { shop: &shop, now: app.clock.now(), job: None, new_state: publication::State::Published };
    let existing = ExistingProducts::read(tx, &rows).await?;
    let changes = BatchChanges::compute(&rows, existing, &context);
    changes.write(tx, &context).await?;

    let refused = changes.line_errors.iter().filter_map(|(number, _)| ids.get(*number as usize).copied());
    let mut refused: Vec<_> = refused.collect();
    refused.dedup();
    Ok(refused)
}

/// Sets the current stock, without what the import added.
fn with_stock(mut line: Line, id: i64, stocks: &HashMap<i64, Vec<StockNow>>) -> Line {
    let items = stocks.get(&id).map(Vec::as_slice).unwrap_or_default();
    // `None` is the product itself, `Some` the size at this position.
    let stock_of = |position: Option<i32>| {
        let item = items.iter().find(|item| item.position == position)?;
        Some((item.stock - item.imported).max(0))
    };
    if let Some(stock) = stock_of(None) {
        line.stock = Some(stock);
    }
    for (position, size) in (0..).zip(&mut line.sizes) {
        if let Some(stock) = stock_of(Some(position)) {
            size.stock = stock;
        }
    }
    line
}
