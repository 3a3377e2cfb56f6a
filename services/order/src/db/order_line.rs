//! Lines of orders, and their parts: the lines of one store.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::{
    cart::LineKey,
    order::{Line, Part},
};

pub struct NewOrderLines<'a> {
    pub order: i64,
    pub account: i64,
    pub lines: &'a [Line],
    pub parts: &'a [Part],
}

/// Returns line ids by order, or `None` if a line differs from the shopper's cart; the caller must then roll back.
pub async fn insert_all(tx: &mut PgConnection, orders: &[NewOrderLines<'_>]) -> sqlx::Result<Option<Vec<Vec<i64>>>> {
    let lines: Vec<_> = orders.iter().flat_map(|new| new.lines.iter().map(move |line| (new, line))).collect();
    let of_lines = |value: fn(&Line) -> i64| lines.iter().map(|(_, line)| value(line)).collect::<Vec<_>>();
    let texts_of_lines =
        |value: fn(&Line) -> &str| lines.iter().map(|(_, line)| value(line).to_owned()).collect::<Vec<_>>();
    let orders_of_lines: Vec<_> = lines.iter().map(|(new, _)| new.order).collect();
    let accounts_of_lines: Vec<_> = lines.iter().map(|(new, _)| new.account).collect();
    let sizes: Vec<Option<i64>> = lines.iter().map(|(_, line)| line.size_id).collect();
    let names_of_sizes: Vec<Option<String>> = lines.iter().map(|(_, line)| line.size.clone()).collect();
    let names_by_language: Vec<_> = lines.iter().map(|(_, line)| Json(&line.names)).collect();
    let size_names_by_language: Vec<_> = lines.iter().map(|(_, line)| Json(&line.size_names)).collect();
    let exceptions: Vec<_> =
        lines.iter().map(|(_, line)| line.return_exception.map(|reason| reason.key().to_owned())).collect();
    let parts: Vec<_> = orders.iter().flat_map(|new| new.parts.iter().map(move |part| (new.order, part))).collect();
    let orders_of_parts: Vec<_> = parts.iter().map(|(order, _)| *order).collect();
    let stores: Vec<_> = parts.iter().map(|(_, part)| part.store_id).collect();
    let names: Vec<_> = parts.iter().map(|(_, part)| part.name.clone()).collect();
    let slugs: Vec<_> = parts.iter().map(|(_, part)| part.slug.clone()).collect();
    let totals: Vec<_> = parts.iter().map(|(_, part)| part.total).collect();
    // `(select …)` hides the array length from the planner, see `order::load`.
    let written = sqlx::query!(
        r#"with part as (
               insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
               select order_id, store_id, name, slug, 'waiting', new.total, placed_at
               from unnest(
                        (select $14::bigint[]), (select $15::bigint[]), (select $16::text[]), (select $17::text[]),
                        (select $18::bigint[])
                    ) as new (order_id, store_id, name, slug, total)
               join purchase using (order_id)
           ),
           line as (
               insert into purchase_line (
                   order_id, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total,
                   promo_discount, bonus, bonus_spent, return_exception, names, size_names
               )
               select new.order_id, new.store_id, new.product_id, new.size_id, new.name, new.slug, new.image_url, new.size,
                      new.count, new.unit_price, new.line_total, new.promo_discount, new.bonus, new.bonus_spent,
                      new.return_exception, new.names, new.size_names
               from unnest(
                        (select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::bigint[]),
                        (select $5::bigint[]), (select $6::text[]), (select $7::text[]), (select $8::text[]),
                        (select $9::text[]), (select $10::bigint[]), (select $11::bigint[]), (select $12::bigint[]),
                        (select $13::bigint[]), (select $19::bigint[]), (select $20::bigint[]), (select $21::text[]),
                        (select $22::jsonb[]), (select $23::jsonb[])
                    ) with ordinality as new (
                        account_id, order_id, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price,
                        line_total, promo_discount, bonus, bonus_spent, return_exception, names, size_names, place
                    )
               join cart_line on cart_line.account_id = new.account_id
                             and cart_line.product_id = new.product_id
                             and cart_line.size_id is not distinct from new.size_id
                             and cart_line.count = new.count
               order by new.place
               returning order_id, line_id
           )
           select order_id as "order_id!", line_id as "line_id!" from line order by line_id"#,
        &accounts_of_lines,
        &orders_of_lines,
        &of_lines(|line| line.store_id),
        &of_lines(|line| line.product_id),
        &sizes as &[Option<i64>],
        &texts_of_lines(|line| &line.name),
        &texts_of_lines(|line| &line.slug),
        &texts_of_lines(|line| &line.image_url),
        &names_of_sizes as &[Option<String>],
        &of_lines(|line| line.count),
        &of_lines(|line| line.unit_price),
        &of_lines(|line| line.line_total),
        &of_lines(|line| line.promo_discount),
        &orders_of_parts,
        &stores,
        &names,
        &slugs,
        &totals,
        &of_lines(|line| line.bonus),
        &of_lines(|line| line.bonus_spent),
        &exceptions as &[Option<String>],
        &names_by_language as &[Json<&HashMap<String, String>>],
        &size_names_by_language as &[Json<&HashMap<String, String>>],
    )
    .fetch_all(tx)
    .await?;
    if written.len() < lines.len() {
        return Ok(None);
    }
    let line_ids = |order| written.iter().filter(|line| line.order_id == order).map(|line| line.line_id).collect();
    Ok(Some(orders.iter().map(|new| line_ids(new.order)).collect()))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineCount {
    pub key: LineKey,
    pub count: i64,
}

pub async fn counts(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<LineCount>> {
    let rows = sqlx::query!(
        "select product_id, size_id, count from purchase_line where order_id = $1 order by line_id",
        order,
    )
    .fetch_all(tx)
    .await?;
    let lines = rows
        .into_iter()
        .map(|row| LineCount { key: LineKey { product: row.product_id, size: row.size_id }, count: row.count });
    Ok(lines.collect())
}

/// Removes ordered lines that have not changed since. Locks carts in the order of accounts, to avoid deadlock.
pub async fn leave_carts(tx: &mut PgConnection, orders: &[i64], at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with locked as materialized (
             select cart.account_id, purchase.order_id
             from purchase
             join cart on cart.account_id = purchase.account_id
             where purchase.order_id = any ((select $1::bigint[])::bigint[])
             order by cart.account_id
             for no key update of cart
         ),
         changed as (
             update cart
             set changed_at = $2
             from locked
             where cart.account_id = locked.account_id
         )
         delete from cart_line
         using locked, purchase_line
         where purchase_line.order_id = locked.order_id
           and cart_line.account_id = locked.account_id
           and cart_line.product_id = purchase_line.product_id
           and cart_line.size_id is not distinct from purchase_line.size_id
           and cart_line.count = purchase_line.count",
        orders,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
