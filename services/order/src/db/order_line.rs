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
    let parts = orders.iter().flat_map(|new| new.parts.iter().map(move |part| NewPart { order: new.order, part }));
    let parts: Vec<_> = parts.collect();
    let part_texts = |value: fn(&Part) -> &str| parts.iter().map(|new| value(new.part).to_owned()).collect::<Vec<_>>();
    let part_orders: Vec<_> = parts.iter().map(|new| new.order).collect();
    let part_stores: Vec<_> = parts.iter().map(|new| new.part.store_id).collect();
    let part_totals: Vec<_> = parts.iter().map(|new| new.part.total).collect();

    let lines = orders
        .iter()
        .flat_map(|new| new.lines.iter().map(move |line| NewLine { account: new.account, order: new.order, line }));
    let lines: Vec<_> = lines.collect();
    let numbers = |value: fn(&Line) -> i64| lines.iter().map(|new| value(new.line)).collect::<Vec<_>>();
    let texts = |value: fn(&Line) -> &str| lines.iter().map(|new| value(new.line).to_owned()).collect::<Vec<_>>();
    let accounts: Vec<_> = lines.iter().map(|new| new.account).collect();
    let line_orders: Vec<_> = lines.iter().map(|new| new.order).collect();
    let sizes: Vec<Option<i64>> = lines.iter().map(|new| new.line.size_id).collect();
    let size_texts: Vec<Option<String>> = lines.iter().map(|new| new.line.size.clone()).collect();
    let exceptions: Vec<_> =
        lines.iter().map(|new| new.line.return_exception.map(|reason| reason.key().to_owned())).collect();
    let names_by_language: Vec<_> = lines.iter().map(|new| Json(&new.line.names)).collect();
    let size_names_by_language: Vec<_> = lines.iter().map(|new| Json(&new.line.size_names)).collect();

    // `(select …)` hides the array length from the planner, see `order::load`.
    let written = sqlx::query!(
        r#"with part as (
               insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
               select order_id, store_id, name, slug, 'waiting', new.total, placed_at
               from unnest(
                        (select $1::bigint[]), (select $2::bigint[]), (select $3::text[]), (select $4::text[]),
                        (select $5::bigint[])
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
                        (select $6::bigint[]), (select $7::bigint[]), (select $8::bigint[]), (select $9::bigint[]),
                        (select $10::bigint[]), (select $11::text[]), (select $12::text[]), (select $13::text[]),
                        (select $14::text[]), (select $15::bigint[]), (select $16::bigint[]), (select $17::bigint[]),
                        (select $18::bigint[]), (select $19::bigint[]), (select $20::bigint[]), (select $21::text[]),
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
        &part_orders,
        &part_stores,
        &part_texts(|part| &part.name),
        &part_texts(|part| &part.slug),
        &part_totals,
        &accounts,
        &line_orders,
        &numbers(|line| line.store_id),
        &numbers(|line| line.product_id),
        &sizes as &[Option<i64>],
        &texts(|line| &line.name),
        &texts(|line| &line.slug),
        &texts(|line| &line.image_url),
        &size_texts as &[Option<String>],
        &numbers(|line| line.count),
        &numbers(|line| line.unit_price),
        &numbers(|line| line.line_total),
        &numbers(|line| line.promo_discount),
        &numbers(|line| line.bonus),
        &numbers(|line| line.bonus_spent),
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

/// Inserts the lines of one order that does not come from a cart.
pub async fn insert_without_cart(
    tx: &mut PgConnection,
    order: i64,
    lines: &[Line],
    parts: &[Part],
) -> sqlx::Result<()> {
    let numbers = |value: fn(&Line) -> i64| lines.iter().map(value).collect::<Vec<_>>();
    let texts = |value: fn(&Line) -> &str| lines.iter().map(|line| value(line).to_owned()).collect::<Vec<_>>();
    let sizes: Vec<_> = lines.iter().map(|line| line.size_id).collect();
    let size_texts: Vec<_> = lines.iter().map(|line| line.size.clone()).collect();
    let exceptions: Vec<_> =
        lines.iter().map(|line| line.return_exception.map(|reason| reason.key().to_owned())).collect();
    let names_by_language: Vec<_> = lines.iter().map(|line| Json(&line.names)).collect();
    let size_names_by_language: Vec<_> = lines.iter().map(|line| Json(&line.size_names)).collect();
    sqlx::query!(
        "insert into purchase_line (
             order_id, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, promo_discount,
             bonus, return_exception, names, size_names
         )
         select $1, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, promo_discount,
                bonus, return_exception, names, size_names
         from unnest(
                  $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[],
                  $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::jsonb[], $16::jsonb[]
              ) with ordinality as line (
                  store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total, promo_discount,
                  bonus, return_exception, names, size_names, place
              )
         order by place",
        order,
        &numbers(|line| line.store_id),
        &numbers(|line| line.product_id),
        &sizes as &[Option<i64>],
        &texts(|line| &line.name),
        &texts(|line| &line.slug),
        &texts(|line| &line.image_url),
        &size_texts as &[Option<String>],
        &numbers(|line| line.count),
        &numbers(|line| line.unit_price),
        &numbers(|line| line.line_total),
        &numbers(|line| line.promo_discount),
        &numbers(|line| line.bonus),
        &exceptions as &[Option<String>],
        &names_by_language as &[Json<&HashMap<String, String>>],
        &size_names_by_language as &[Json<&HashMap<String, String>>],
    )
    .execute(&mut *tx)
    .await?;
    let stores: Vec<_> = parts.iter().map(|part| part.store_id).collect();
    let names: Vec<_> = parts.iter().map(|part| part.name.clone()).collect();
    let slugs: Vec<_> = parts.iter().map(|part| part.slug.clone()).collect();
    let totals: Vec<_> = parts.iter().map(|part| part.total).collect();
    sqlx::query!(
        "insert into purchase_part (order_id, store_id, name, slug, status, total, placed_at)
         select order_id, store_id, name, slug, 'waiting', part.total, placed_at
         from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[]) as part (store_id, name, slug, total)
         join purchase on purchase.order_id = $1",
        order,
        &stores,
        &names,
        &slugs,
        &totals,
    )
    .execute(tx)
    .await?;
    Ok(())
}

struct NewPart<'a> {
    order: i64,
    part: &'a Part,
}

struct NewLine<'a> {
    account: i64,
    order: i64,
    line: &'a Line,
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
