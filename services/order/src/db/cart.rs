//! Carts. Every change updates the cart's row, which serialises changes. Concurrent requests are executed in batches.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use kit::db::batch;
use sqlx::PgConnection;

use crate::domain::{
    cart::{Line, LineKey},
    referral::Referral,
};

#[derive(Default)]
pub struct StoredCart {
    pub lines: Vec<Line>,
    /// The transaction that changed the cart last (`xmin`).
    pub version: Option<String>,
}

pub struct CartQuery {
    pub account: i64,
}

impl batch::BatchQuery for CartQuery {
    type Output = StoredCart;

    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<StoredCart>> {
        let accounts: Vec<_> = queries.iter().map(|query| query.account).collect();
        // `offset 0` forces an index lookup per cart.
        let rows = sqlx::query!(
            r#"select asked.place as "place!", cart.xmin::text as "version!", line.product_id as "product_id?", line.size_id,
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
            cart.version = Some(row.version);
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

/// Sets a line if the cart has not changed since it was read. Waits for concurrent transactions.
pub struct SetIfUnchanged {
    pub account: i64,
    pub version: Option<String>,
    pub line: Line,
    pub at: DateTime<Utc>,
}

impl batch::BatchQuery for SetIfUnchanged {
    type Output = bool;

    /// Locks carts in the order of accounts. With two commands of one account, the statement fails, and the batcher
    /// executes them one at a time.
    async fn load_batch(tx: &mut PgConnection, queries: &[Self]) -> kit::Result<Vec<bool>> {
        let column = |value: fn(&Self) -> i64| queries.iter().map(value).collect::<Vec<_>>();
        let versions: Vec<_> = queries.iter().map(|query| query.version.clone()).collect();
        let sizes: Vec<_> = queries.iter().map(|query| query.line.key.size).collect();
        let at: Vec<_> = queries.iter().map(|query| query.at).collect();
        let accounts = column(|query| query.account);
        let referrals: Vec<_> = queries.iter().map(|query| query.line.referral).collect();
        let referrers: Vec<_> = referrals.iter().map(|referral| referral.map(|referral| referral.account)).collect();
        let lists: Vec<_> = referrals.iter().map(|referral| referral.and_then(|referral| referral.list)).collect();
        let clicks: Vec<_> = referrals.iter().map(|referral| referral.map(|referral| referral.clicked_at)).collect();
        let set = sqlx::query_scalar!(
            r#"with asked as materialized (
                   select *
                   from unnest(
                       (select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::bigint[]),
                       (select $5::bigint[]), (select $6::bigint[]), (select $7::timestamptz[]), (select $8::bigint[]),
                       (select $9::bigint[]), (select $10::timestamptz[])
                   ) as asked (
                       account_id, version, product_id, size_id, count, seen_price, at, referrer_id, referral_list_id,
                       referral_clicked_at
                   )
               ),
               locked as (
                   insert into cart (account_id, changed_at)
                   select account_id, at from asked order by account_id
                   on conflict (account_id) do update
                   set changed_at = excluded.changed_at
                   where cart.xmin = (select version::xid from asked where asked.account_id = excluded.account_id)
                   returning account_id
               )
               insert into cart_line (account_id, product_id, size_id, count, seen_price, added_at, referrer_id,
                                      referral_list_id, referral_clicked_at)
               select asked.account_id, product_id, size_id, count, seen_price, at, referrer_id, referral_list_id,
                      referral_clicked_at
               from asked
               join locked on locked.account_id = asked.account_id
               on conflict on constraint cart_line_key do update
               set count = excluded.count, seen_price = excluded.seen_price, referrer_id = excluded.referrer_id,
                   referral_list_id = excluded.referral_list_id, referral_clicked_at = excluded.referral_clicked_at
               returning account_id"#,
            &accounts,
            &versions as &[Option<String>],
            &column(|query| query.line.key.product),
            &sizes as &[Option<i64>],
            &column(|query| query.line.count),
            &column(|query| query.line.seen_price),
            &at,
            &referrers as &[Option<i64>],
            &lists as &[Option<i64>],
            &clicks as &[Option<DateTime<Utc>>],
        );
        let set: HashSet<_> = set.fetch_all(tx).await?.into_iter().collect();
        Ok(accounts.iter().map(|account| set.contains(account)).collect())
    }
}

/// Creates the cart if missing.
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

pub async fn delete_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from cart where account_id = $1", account).execute(tx).await?;
    Ok(())
}
