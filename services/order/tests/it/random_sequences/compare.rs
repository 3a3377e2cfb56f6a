//! Compares every figure in the database with the model's prediction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgPool;

use super::books::{Books, Stage};

pub async fn assert_agrees(pool: &PgPool, books: &Books) {
    assert_eq!(stored_balances(pool).await, books.accounts(), "accounts of the ledger");
    assert_eq!(
        stored_lots(pool).await,
        predicted_lots(books),
        "bonuses left, bonuses taken back, and when they expire"
    );
    assert_eq!(stored_orders(pool).await, predicted_orders(books), "money and bonuses that were returned");
    assert_eq!(stored_earnings(pool).await, predicted_earnings(books), "earnings by line");
    let errors: Vec<(String, i64)> = sqlx::query_as(
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
    .expect("the figures can be read");
    assert_eq!(errors, [], "unbalanced movements, and orders with too large refunds");
}

/// VAT counts as sales.
async fn stored_balances(pool: &PgPool) -> BTreeMap<String, i64> {
    let sums: Vec<(String, i64)> = sqlx::query_as(
        "select case account when 'vat' then 'sales' else account end as account, sum(amount)::bigint
         from entry
         group by 1
         having sum(amount) <> 0",
    )
    .fetch_all(pool)
    .await
    .expect("the figures can be read");
    sums.into_iter().collect()
}

/// By order code: bonuses left, bonuses taken back, and when they expire.
type Lots = BTreeMap<String, (i64, i64, DateTime<Utc>)>;

async fn stored_lots(pool: &PgPool) -> Lots {
    let lots: Vec<(String, i64, i64, DateTime<Utc>)> =
        sqlx::query_as("select code, rest, taken_back, expires_at from bonus_lot join purchase using (order_id)")
            .fetch_all(pool)
            .await
            .expect("the figures can be read");
    lots.into_iter().map(|(code, rest, taken_back, expires_at)| (code, (rest, taken_back, expires_at))).collect()
}

fn predicted_lots(books: &Books) -> Lots {
    let lots = books.orders.iter().filter_map(|order| Some((order.code.clone(), order.lot?)));
    lots.map(|(code, lot)| (code, (lot.rest, lot.taken_back, lot.expires_at))).collect()
}

/// Returns refunded money and returned bonuses by order code, without orders that were refused while they were placed.
async fn stored_orders(pool: &PgPool) -> BTreeMap<String, (i64, i64)> {
    let orders: Vec<(String, i64, i64)> =
        sqlx::query_as("select code, refunded, bonus_returned from purchase where stage <> 'refused'")
            .fetch_all(pool)
            .await
            .expect("the figures can be read");
    orders.into_iter().map(|(code, refunded, bonuses)| (code, (refunded, bonuses))).collect()
}

fn predicted_orders(books: &Books) -> BTreeMap<String, (i64, i64)> {
    books.orders.iter().map(|order| (order.code.clone(), (order.refunded, order.bonuses_returned))).collect()
}

/// Returns the blogger's earnings by order line.
async fn stored_earnings(pool: &PgPool) -> BTreeMap<i64, i64> {
    let earned: Vec<(i64, i64)> =
        sqlx::query_as("select line_id, earned - taken_back from line_referral where earned <> taken_back")
            .fetch_all(pool)
            .await
            .expect("the figures can be read");
    earned.into_iter().collect()
}

fn predicted_earnings(books: &Books) -> BTreeMap<i64, i64> {
    let delivered = books.orders.iter().filter(|order| order.stage == Stage::Delivered);
    let lines = delivered.flat_map(|order| &order.lines).map(|line| (line.id, line.earned_by_blogger()));
    lines.filter(|(_, amount)| *amount != 0).collect()
}
