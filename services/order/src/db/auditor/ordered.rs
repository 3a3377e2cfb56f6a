//! Ordered units, for comparison with the catalogue's reservations.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use crate::domain::{
    auditor::{Count, Ordered},
    checkout::{Stage, StockCall},
};

pub async fn page(tx: &mut PgConnection, after: &str, limit: i64) -> sqlx::Result<BTreeMap<String, Ordered>> {
    let codes = sqlx::query_scalar!("select code from purchase where code > $1 order by code limit $2", after, limit)
        .fetch_all(&mut *tx)
        .await?;
    of_codes(tx, &codes).await
}

/// Reads orders and lines in one statement, so that they are consistent.
pub async fn of_codes(tx: &mut PgConnection, codes: &[String]) -> sqlx::Result<BTreeMap<String, Ordered>> {
    let rows = sqlx::query!(
        "select code, stage, errand, product_id, size_id, count, refunded_count
         from purchase
         join purchase_line using (order_id)
         where code = any ($1)",
        codes,
    )
    .fetch_all(tx)
    .await?;
    let unknown = |word: &str| sqlx::Error::Decode(word.to_owned().into());
    let mut orders = BTreeMap::new();
    for row in rows {
        let stage = Stage::of_key(&row.stage).ok_or_else(|| unknown(&row.stage))?;
        let stock_call = row.errand.as_deref();
        let stock_call = stock_call.map(|word| StockCall::of_key(word).ok_or_else(|| unknown(word))).transpose()?;
        let order = orders.entry(row.code).or_insert_with(|| Ordered { stage, stock_call, counts: BTreeMap::new() });
        let count = order.counts.entry((row.product_id, row.size_id)).or_insert_with(Count::default);
        count.ordered += row.count;
        count.returned += row.refunded_count;
    }
    Ok(orders)
}
