//! Compares every figure in the database with the model.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::books::{Books, Stage};

/// Checks that movements balance and that every stored figure is the predicted one.
pub async fn agree(pool: &PgPool, books: &Books) {
    assert_eq!(accounts(pool).await, books.accounts(), "accounts of the ledger");
    assert_eq!(lots(pool).await, lots_of(books), "bonuses left, bonuses taken back, and when they expire");
    assert_eq!(orders(pool).await, orders_of(books), "money and bonuses that were returned");
    assert_eq!(earnings(pool).await, earnings_of(books), "earnings by line");
    let wrong: Vec<(String, i64)> = sqlx::query_as(
        "select 'movement ' || movement_id, sum(amount)::bigint
         from entry
         group by movement_id
         having sum(amount) <> 0
         union all
         select 'more than was paid for ' || code, sum(amount)::bigint
         from purchase
         join movement using (order_id)
         join entry using (movement_id)
         where account in ('bank', 'cash')
         group by code
         having sum(amount) < 0",
    )
    .fetch_all(pool)
    .await
    .expect("the database answers");
    assert_eq!(wrong, [], "unbalanced movements, and orders with too large refunds");
}

async fn accounts(pool: &PgPool) -> BTreeMap<String, i64> {
    let sums: Vec<(String, i64)> = sqlx::query_as(
        "select case account when 'vat' then 'sales' else account end as account, sum(amount)::bigint
         from entry
         group by 1
         having sum(amount) <> 0",
    )
    .fetch_all(pool)
    .await
    .expect("the database answers");
    sums.into_iter().collect()
}

type Lots = BTreeMap<String, (i64, i64, DateTime<Utc>)>;

async fn lots(pool: &PgPool) -> Lots {
    let lots: Vec<(String, i64, i64, DateTime<Utc>)> =
        sqlx::query_as("select code, rest, taken_back, expires_at from bonus_lot join purchase using (order_id)")
            .fetch_all(pool)
            .await
            .expect("the database answers");
    lots.into_iter().map(|(code, rest, taken_back, expires_at)| (code, (rest, taken_back, expires_at))).collect()
}

fn lots_of(books: &Books) -> Lots {
    let lots = books.orders.iter().filter_map(|order| Some((order.code.clone(), order.lot?)));
    lots.map(|(code, lot)| (code, (lot.rest, lot.taken_back, lot.expires_at))).collect()
}

/// Returns the amounts of each order. Orders that were refused while they were placed do not count.
async fn orders(pool: &PgPool) -> BTreeMap<String, (i64, i64)> {
    let orders: Vec<(String, i64, i64)> =
        sqlx::query_as("select code, refunded, bonus_returned from purchase where stage <> 'refused'")
            .fetch_all(pool)
            .await
            .expect("the database answers");
    orders.into_iter().map(|(code, refunded, bonuses)| (code, (refunded, bonuses))).collect()
}

fn orders_of(books: &Books) -> BTreeMap<String, (i64, i64)> {
    books.orders.iter().map(|order| (order.code.clone(), (order.refunded, order.bonuses_returned))).collect()
}

async fn earnings(pool: &PgPool) -> BTreeMap<i64, i64> {
    let earned: Vec<(i64, i64)> =
        sqlx::query_as("select line_id, earned - taken_back from line_referral where earned <> taken_back")
            .fetch_all(pool)
            .await
            .expect("the database answers");
    earned.into_iter().collect()
}

fn earnings_of(books: &Books) -> BTreeMap<i64, i64> {
    let delivered = books.orders.iter().filter(|order| order.stage == Stage::Delivered);
    let lines = delivered.flat_map(|order| &order.lines).map(|line| (line.id, line.earned_by_blogger()));
    lines.filter(|(_, amount)| *amount != 0).collect()
}
