//! The one row a shopper by which changes of a cart take turns.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::cart::{Line, LineKey};

/// A cart as it was when it was read, and the mark by which a later change of it is known: the transaction that changed it
/// last. Nothing when there is no cart.
pub struct Seen {
    pub lines: Vec<Line>,
    pub mark: Option<String>,
}

/// The lines in the order they were put in.
pub async fn see_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Seen> {
    let rows = sqlx::query!(
        r#"select cart.xmin::text as "mark!", product_id as "product_id?", size_id, count as "count?",
                  seen_price as "seen_price?"
           from cart
           left join cart_line on cart_line.account_id = cart.account_id
           where cart.account_id = $1
           order by cart_line_id"#,
        account,
    )
    .fetch_all(tx)
    .await?;
    let mark = rows.first().map(|row| row.mark.clone());
    let lines = rows.into_iter().filter_map(|row| {
        let key = LineKey { product: row.product_id?, size: row.size_id };
        Some(Line { key, count: row.count?, seen_price: row.seen_price? })
    });
    Ok(Seen { lines: lines.collect(), mark })
}

/// Sets a line of the cart if that still is as it was seen; whether it was. One statement, and so its own transaction: who
/// has the cart just now is waited for, and then it is not as it was seen.
pub async fn set_if_seen_for(
    tx: &mut PgConnection,
    account: i64,
    mark: Option<&str>,
    line: Line,
    at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "with held as (
             insert into cart (account_id, changed_at)
             values ($1, $2)
             on conflict (account_id) do update
             set changed_at = excluded.changed_at
             where cart.xmin = $3::text::xid
             returning account_id
         )
         insert into cart_line (account_id, product_id, size_id, count, seen_price, added_at)
         select account_id, $4, $5, $6, $7, $2
         from held
         on conflict on constraint cart_line_key do update
         set count = excluded.count, seen_price = excluded.seen_price",
        account,
        at,
        mark,
        line.key.product,
        line.key.size,
        line.count,
        line.seen_price,
    )
    .execute(tx)
    .await?;
    Ok(set.rows_affected() == 1)
}

/// Holds the cart until the transaction ends; makes one if there is none.
pub async fn lock_for(tx: &mut PgConnection, account: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into cart (account_id, changed_at)
         values ($1, $2)
         on conflict (account_id) do update
         set changed_at = excluded.changed_at",
        account,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// With its lines.
pub async fn delete_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from cart where account_id = $1", account).execute(tx).await?;
    Ok(())
}
