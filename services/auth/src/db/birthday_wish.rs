//! Published birthday wishes: at most one per account and year.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::family::Occasion;

/// Returns the accounts to which wishes are due.
pub async fn record_wishes(
    tx: &mut PgConnection,
    occasion: &Occasion<'_>,
    at: DateTime<Utc>,
    limit: i64,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "with due as (
             select account_id
             from account
             where birth_month_day = any ($1)
               and birth_date < $2
               and deletes_at is null
               and not exists (
                   select
                   from birthday_wish
                   where birthday_wish.account_id = account.account_id and year = $3
               )
             order by account_id
             limit $5
             for key share skip locked
         )
         insert into birthday_wish (account_id, year, wished_at)
         select account_id, $3, $4
         from due
         on conflict do nothing
         returning account_id",
        occasion.month_days,
        occasion.date,
        occasion.year,
        at,
        limit,
    )
    .fetch_all(tx)
    .await
}
