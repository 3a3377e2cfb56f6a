//! Locks and changes stock. Reserved units are part of the stock. `card::of_each` explains `(select …)`.

use sqlx::PgConnection;

use crate::domain::stock::{Change, Lines, ProductStock, SizeStock, StockLevels};

/// Locks products in id order, then sizes in id order. Rows that reference a product, such as likes, can still be
/// written.
pub async fn lock(tx: &mut PgConnection, lines: &Lines) -> sqlx::Result<StockLevels> {
    let mut levels = StockLevels::default();
    let products = sqlx::query!(
        r#"select product_id, is_published and store_is_open as "is_for_sale!", has_sizes,
                  stock - reserved as "unreserved!"
           from product
           where product_id = any ((select $1::bigint[])::bigint[])
           order by product_id
           for no key update"#,
        &lines.products(),
    )
    .fetch_all(&mut *tx)
    .await?;
    for row in products {
        let product =
            ProductStock { is_for_sale: row.is_for_sale, has_sizes: row.has_sizes, unreserved: row.unreserved };
        levels.products.insert(row.product_id, product);
    }

    let sizes: Vec<_> = lines.iter().filter_map(|line| line.item.size).collect();
    if !sizes.is_empty() {
        let sizes = sqlx::query!(
            r#"select size_id, product_id, stock - reserved as "unreserved!"
               from product_size
               where size_id = any ($1)
               order by size_id
               for no key update"#,
            &sizes,
        )
        .fetch_all(tx)
        .await?;
        for row in sizes {
            levels.sizes.insert(row.size_id, SizeStock { product: row.product_id, unreserved: row.unreserved });
        }
    }
    Ok(levels)
}

pub struct AvailabilityChange {
    pub product_id: i64,
    pub store_id: i64,
    pub is_published: bool,
    pub is_available: bool,
}

/// Changes rows that the caller has locked. Returns the products that became available or sold out.
pub async fn apply(tx: &mut PgConnection, lines: &Lines, change: Change) -> sqlx::Result<Vec<AvailabilityChange>> {
    let (stock_factor, reserved_factor) = change.factors();
    let (products, counts): (Vec<_>, Vec<_>) = lines.iter().map(|line| (line.item.product, line.count)).unzip();
    let changes = sqlx::query_as!(
        AvailabilityChange,
        r#"with total as materialized (
             select product_id, sum(count)::bigint as count
             from unnest((select $1::bigint[]), (select $2::bigint[])) as line (product_id, count)
             group by product_id
         ),
         changed as (
             update product
             set stock = stock + $3::bigint * total.count, reserved = reserved + $4::bigint * total.count
             from total
             where product.product_id = total.product_id
             returning product.product_id, product.store_id, product.is_published,
                       product.stock - product.reserved as unreserved,
                       ($3::bigint - $4::bigint) * total.count as unreserved_change
         )
         select product_id, store_id, is_published, unreserved > 0 as "is_available!"
         from changed
         where (unreserved > 0) <> (unreserved - unreserved_change > 0)
         order by product_id"#,
        &products,
        &counts,
        stock_factor,
        reserved_factor,
    )
    .fetch_all(&mut *tx)
    .await?;

    let sized = lines.iter().filter_map(|line| Some((line.item.size?, line.count)));
    let (sizes, counts): (Vec<_>, Vec<_>) = sized.unzip();
    if !sizes.is_empty() {
        sqlx::query!(
            "update product_size
             set stock = stock + $3::bigint * line.count, reserved = reserved + $4::bigint * line.count
             from unnest($1::bigint[], $2::bigint[]) as line (size_id, count)
             where product_size.size_id = line.size_id",
            &sizes,
            &counts,
            stock_factor,
            reserved_factor,
        )
        .execute(tx)
        .await?;
    }
    Ok(changes)
}
