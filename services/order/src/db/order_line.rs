//! The lines of orders, and the stores' parts they make up.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::domain::{
    cart::LineKey,
    order::{Line, Part},
};

/// Writes the lines and the parts down. False when one of the lines is not in the shopper's cart as it is here, any more:
/// then the caller's transaction is no good. The statement sees what was committed until it began, so an order that was
/// placed in another tab while this one waited for it has emptied the cart by now.
pub async fn insert_for(
    tx: &mut PgConnection,
    account: i64,
    order: i64,
    lines: &[Line],
    parts: &[Part],
) -> sqlx::Result<bool> {
    let of_lines = |of: fn(&Line) -> i64| lines.iter().map(of).collect::<Vec<_>>();
    let texts_of_lines = |of: fn(&Line) -> &str| lines.iter().map(|line| of(line).to_owned()).collect::<Vec<_>>();
    let sizes: Vec<Option<i64>> = lines.iter().map(|line| line.size_id).collect();
    let names_of_sizes: Vec<Option<String>> = lines.iter().map(|line| line.size.clone()).collect();
    let stores: Vec<_> = parts.iter().map(|part| part.store_id).collect();
    let names: Vec<_> = parts.iter().map(|part| part.name.clone()).collect();
    let slugs: Vec<_> = parts.iter().map(|part| part.slug.clone()).collect();
    let totals: Vec<_> = parts.iter().map(|part| part.total).collect();
    let written = sqlx::query_scalar!(
        r#"with part as (
               insert into purchase_part (order_id, store_id, name, slug, status, total)
               select $2, store_id, name, slug, 'waiting', total
               from unnest($14::bigint[], $15::text[], $16::text[], $17::bigint[]) as new (store_id, name, slug, total)
           ),
           line as (
               insert into purchase_line (
                   order_id, store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total,
                   promo_discount
               )
               select $2, new.store_id, new.product_id, new.size_id, new.name, new.slug, new.image_url, new.size, new.count,
                      new.unit_price, new.line_total, new.promo_discount
               from unnest(
                        $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[],
                        $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[]
                    ) with ordinality as new (
                        store_id, product_id, size_id, name, slug, image_url, size, count, unit_price, line_total,
                        promo_discount, place
                    )
               join cart_line on cart_line.account_id = $1
                             and cart_line.product_id = new.product_id
                             and cart_line.size_id is not distinct from new.size_id
                             and cart_line.count = new.count
               order by new.place
               returning 1
           )
           select count(*) as "count!" from line"#,
        account,
        order,
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
        &stores,
        &names,
        &slugs,
        &totals,
    )
    .fetch_one(tx)
    .await?;
    Ok(written == lines.len() as i64)
}

/// What the stock's owner is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    pub key: LineKey,
    pub count: i64,
}

pub async fn held(tx: &mut PgConnection, order: i64) -> sqlx::Result<Vec<Held>> {
    let rows = sqlx::query!(
        "select product_id, size_id, count from purchase_line where order_id = $1 order by line_id",
        order,
    )
    .fetch_all(tx)
    .await?;
    let lines = rows
        .into_iter()
        .map(|row| Held { key: LineKey { product: row.product_id, size: row.size_id }, count: row.count });
    Ok(lines.collect())
}

/// What was ordered leaves the cart. What was changed there meanwhile is another wish, and stays. The cart is held first, like
/// by everybody who changes it.
pub async fn leave_cart(tx: &mut PgConnection, order: i64, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "with held as (
             update cart
             set changed_at = $2
             from purchase
             where purchase.order_id = $1 and cart.account_id = purchase.account_id
             returning cart.account_id
         )
         delete from cart_line
         using held, purchase_line
         where purchase_line.order_id = $1
           and cart_line.account_id = held.account_id
           and cart_line.product_id = purchase_line.product_id
           and cart_line.size_id is not distinct from purchase_line.size_id
           and cart_line.count = purchase_line.count",
        order,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
