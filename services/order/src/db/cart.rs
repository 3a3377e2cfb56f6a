//! Cart rows, which serialise changes of a cart, and batched queries of carts.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;

use crate::domain::{
    cart::{Line, LineKey},
    referral::Referral,
};

/// A cart as it was read. `version` is the id of the transaction that changed it last (`xmin`), by which a later change
/// is detected. Empty when there is no cart.
#[derive(Default)]
pub struct StoredCart {
    pub lines: Vec<Line>,
    pub version: Option<String>,
}

/// Batched query of an account's cart, with its lines in the order of adding.
pub struct CartQuery {
    pub account: i64,
}

impl batch::BatchQuery for CartQuery {
    type Output = StoredCart;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<StoredCart>> {
        let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
        // `offset 0` forces a key lookup per cart, even if the plan was made when the table was small.
        let rows = sqlx::query!(
            r#"select asked.place as "place!", cart.xmin::text as "mark!", line.product_id as "product_id?", line.size_id,
                      line.count as "count?", line.seen_price as "seen_price?", line.referrer_id, line.referral_list_id,
                      line.referral_clicked_at
               from unnest((select $1::bigint[])) with ordinality as asked (account_id, place)
               join cart on cart.account_id = asked.account_id
               left join lateral (
                   select cart_line_id, product_id, size_id, count, seen_price, referrer_id, referral_list_id,
                          referral_clicked_at
                   from cart_line
                   where cart_line.account_id = asked.account_id
                   offset 0
               ) as line on true
               order by asked.place, line.cart_line_id"#,
            &accounts,
        );
        let mut results: Vec<_> = queries.iter().map(|_| StoredCart::default()).collect();
        for row in rows.fetch_all(tx).await? {
            let Some(cart) = results.get_mut(row.place as usize - 1) else { continue };
            cart.version = Some(row.mark);
            let line = row.product_id.zip(row.count).zip(row.seen_price).map(|((product, count), seen_price)| Line {
                key: LineKey { product, size: row.size_id },
                count,
                seen_price,
                referral: Referral::of_columns(row.referrer_id, row.referral_list_id, row.referral_clicked_at),
            });
            cart.lines.extend(line);
        }
        Ok(results)
    }
}

/// Batched command: sets a line of an account's cart if the cart is unchanged since it was read; returns whether it
/// did. It waits for a concurrent change, after which the cart is no longer unchanged.
pub struct SetIfUnchanged {
    pub account: i64,
    pub version: Option<String>,
    pub line: Line,
    pub at: DateTime<Utc>,
}

impl batch::BatchQuery for SetIfUnchanged {
    type Output = bool;

    /// A single statement is its own transaction. Carts are locked in the order of their accounts, to avoid deadlock.
    /// Two commands of one account fail the statement and are then executed one at a time.
    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<bool>> {
        let of = |of: fn(&Self) -> i64| queries.iter().map(of).collect::<Vec<_>>();
        let versions: Vec<_> = queries.iter().map(|query| query.version.clone()).collect();
        let sizes: Vec<_> = queries.iter().map(|query| query.line.key.size).collect();
        let at: Vec<_> = queries.iter().map(|query| query.at).collect();
        let accounts = of(|query| query.account);
        let referrals: Vec<_> = queries.iter().map(|query| query.line.referral).collect();
        let referrers: Vec<_> = referrals.iter().map(|referral| referral.map(|it| it.account)).collect();
        let lists: Vec<_> = referrals.iter().map(|referral| referral.and_then(|it| it.list)).collect();
        let clicks: Vec<_> = referrals.iter().map(|referral| referral.map(|it| it.clicked_at)).collect();
        let set = sqlx::query_scalar!(
            r#"with asked as materialized (
                   select *
                   from unnest(
                       (select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::bigint[]),
                       (select $5::bigint[]), (select $6::bigint[]), (select $7::timestamptz[]), (select $8::bigint[]),
                       (select $9::bigint[]), (select $10::timestamptz[])
                   ) as asked (
                       account_id, mark, product_id, size_id, count, seen_price, at, referrer_id, referral_list_id,
                       referral_clicked_at
                   )
               ),
               held as (
                   insert into cart (account_id, changed_at)
                   select account_id, at from asked order by account_id
                   on conflict (account_id) do update
                   set changed_at = excluded.changed_at
                   where cart.xmin = (select mark::xid from asked where asked.account_id = excluded.account_id)
                   returning account_id
               )
               insert into cart_line (account_id, product_id, size_id, count, seen_price, added_at, referrer_id,
                                      referral_list_id, referral_clicked_at)
               select asked.account_id, product_id, size_id, count, seen_price, at, referrer_id, referral_list_id,
                      referral_clicked_at
               from asked
               join held on held.account_id = asked.account_id
               on conflict on constraint cart_line_key do update
               set count = excluded.count, seen_price = excluded.seen_price, referrer_id = excluded.referrer_id,
                   referral_list_id = excluded.referral_list_id, referral_clicked_at = excluded.referral_clicked_at
               returning account_id"#,
            &accounts,
            &versions as &[Option<String>],
            &of(|query| query.line.key.product),
            &sizes as &[Option<i64>],
            &of(|query| query.line.count),
            &of(|query| query.line.seen_price),
            &at,
            &referrers as &[Option<i64>],
            &lists as &[Option<i64>],
            &clicks as &[Option<DateTime<Utc>>],
        );
        let set: HashSet<_> = set.fetch_all(tx).await?.into_iter().collect();
        Ok(accounts.iter().map(|account| set.contains(account)).collect())
    }
}

/// Locks the cart until the transaction ends; creates it if missing.
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

/// Deletes the cart with its lines.
pub async fn delete_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from cart where account_id = $1", account).execute(tx).await?;
    Ok(())
}
