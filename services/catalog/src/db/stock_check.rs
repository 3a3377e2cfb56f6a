//! Reads quantities for the nightly audit of the order service.

use std::collections::HashMap;

use sqlx::PgConnection;

use crate::domain::stock::{Item, ReservationState};

pub struct Reservation {
    pub order: String,
    pub state: ReservationState,
    pub lines: Vec<ReservedLine>,
}

pub struct ReservedLine {
    pub item: Item,
    pub count: i64,
    /// Units that were returned after the sale.
    pub returned: i64,
}

/// Sorts by the bytes of the keys. An empty `orders` means all.
pub async fn reservations(
    tx: &mut PgConnection,
    after: &str,
    limit: i64,
    orders: &[String],
) -> sqlx::Result<Vec<Reservation>> {
    let only_orders = (!orders.is_empty()).then_some(orders);
    let found = sqlx::query!(
        "select order_key, state
         from reservation
         where order_key > $1 and ($3::text[] is null or order_key = any ($3))
         order by order_key
         limit $2",
        after,
        limit,
        only_orders as Option<&[String]>,
    )
    .fetch_all(&mut *tx)
    .await?;
    let keys: Vec<_> = found.iter().map(|row| row.order_key.clone()).collect();
    let mut lines = lines(tx, &keys).await?;
    let reservations = found.into_iter().map(|row| {
        let state = ReservationState::from_name(&row.state).ok_or_else(|| sqlx::Error::Decode(row.state.into()))?;
        let lines = lines.remove(&row.order_key).unwrap_or_default();
        Ok(Reservation { order: row.order_key, state, lines })
    });
    reservations.collect()
}

async fn lines(tx: &mut PgConnection, keys: &[String]) -> sqlx::Result<HashMap<String, Vec<ReservedLine>>> {
    let rows = sqlx::query!(
        "select order_key, product_id, size_id, count, returned from reservation_line where order_key = any ($1)",
        keys,
    )
    .fetch_all(tx)
    .await?;
    let mut lines: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let item = Item { product: row.product_id, size: row.size_id };
        let line = ReservedLine { item, count: row.count, returned: row.returned };
        lines.entry(row.order_key).or_default().push(line);
    }
    Ok(lines)
}

/// A stored quantity that differs from the sum of the rows that should explain it.
pub struct CountDifference {
    pub item: Item,
    pub kind: CountKind,
    pub expected: i64,
    pub found: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountKind {
    /// Compared with the held reservations.
    Reserved,
    StockOfSizes,
    ReservedOfSizes,
    StockOfMovements,
}

impl CountKind {
    fn from_name(name: &str) -> Self {
        match name {
            "stock_of_sizes" => Self::StockOfSizes,
            "reserved_of_sizes" => Self::ReservedOfSizes,
            "stock_of_movements" => Self::StockOfMovements,
            _ => Self::Reserved,
        }
    }
}

pub async fn count_differences(tx: &mut PgConnection, limit: i64) -> sqlx::Result<Vec<CountDifference>> {
    let rows = sqlx::query!(
        r#"with held as (
             select product_id, size_id, sum(count)::bigint as count
             from reservation
             join reservation_line using (order_key)
             where state = 'held'
             group by product_id, size_id
         ),
         held_of_product as (
             select product_id, sum(count)::bigint as count from held group by product_id
         ),
         of_sizes as (
             select product_id, sum(stock)::bigint as stock, sum(reserved)::bigint as reserved
             from product_size
             group by product_id
         ),
         moved as (
             select product_id, sum(change)::bigint as change from stock_movement group by product_id
         ),
         comparison (product_id, size_id, kind, expected, found) as (
             select product.product_id, null::bigint, 'reserved', coalesce(held_of_product.count, 0), product.reserved
             from product
             left join held_of_product using (product_id)

             union all
             select product_size.product_id, size_id, 'reserved', coalesce(held.count, 0), product_size.reserved
             from product_size
             left join held using (product_id, size_id)

             union all
             select product_id, null, 'stock_of_sizes', of_sizes.stock, product.stock
             from product
             join of_sizes using (product_id)
             where has_sizes

             union all
             select product_id, null, 'reserved_of_sizes', of_sizes.reserved, product.reserved
             from product
             join of_sizes using (product_id)
             where has_sizes

             union all
             select product_id, null, 'stock_of_movements', product.opening_stock + coalesce(moved.change, 0),
                    product.stock
             from product
             left join moved using (product_id)
         )
         select product_id as "product_id!", size_id, kind as "kind!", expected as "expected!", found as "found!"
         from comparison
         where expected <> found
         order by product_id, size_id
         limit $1"#,
        limit,
    )
    .fetch_all(tx)
    .await?;
    let differences = rows.into_iter().map(|row| CountDifference {
        item: Item { product: row.product_id, size: row.size_id },
        kind: CountKind::from_name(&row.kind),
        expected: row.expected,
        found: row.found,
    });
    Ok(differences.collect())
}

pub async fn count_compared(tx: &mut PgConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select (select count(*) from product) + (select count(*) from product_size) as "compared!""#)
        .fetch_one(tx)
        .await
}
