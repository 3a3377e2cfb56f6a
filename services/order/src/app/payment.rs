//! Money of orders.

use chrono::{DateTime, Utc};
use kit::Result;
use sqlx::PgConnection;

use crate::App;

/// Where the shopper pays this attempt; the same attempt is opened once, however often it is asked for.
pub async fn open(_app: &App, _order: i64, _attempt: i32) -> Result<Option<String>> {
    Ok(None)
}

/// What is left of what this attempt brought is to go back. Saying it twice is saying it once.
pub async fn owe(_tx: &mut PgConnection, _order: i64, _attempt: i32, _now: DateTime<Utc>) -> Result<()> {
    Ok(())
}

/// The goods are there: the money is the shop's now, the cash included.
pub async fn book_delivery(_tx: &mut PgConnection, _order: i64, _now: DateTime<Utc>) -> Result<()> {
    Ok(())
}

/// Asks the bank once more what became of an order's charges, before its time to pay is over.
pub async fn ask(_app: &App, _order: i64) -> Result<()> {
    Ok(())
}
