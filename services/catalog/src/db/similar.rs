//! Ranks products that are similar to a given product, for the product page.

use sqlx::PgConnection;

/// Maximum number of returned products. It is higher than a page shows, because near duplicates are removed later.
const MAX_FOUND: i64 = 24;

/// Ranks the candidates that are in stock: first by the nearest category, then by the most shared field values, then by
/// the nearest price. A candidate is the id of a product and a number of levels: how far above the given product's
/// category it was found. A product may be a candidate several times.
pub async fn rank(tx: &mut PgConnection, product: i64, candidates: &[(i64, i64)]) -> sqlx::Result<Vec<i64>> {
    let (products, levels): (Vec<_>, Vec<_>) = candidates.iter().copied().unzip();
    sqlx::query_scalar!(
        r#"with candidate as materialized (
             select product_id, min(levels) as levels
             from unnest($2::bigint[], $3::bigint[]) as given (product_id, levels)
             group by product_id
         )
         select product.product_id
         from candidate
         join product on product.product_id = candidate.product_id
         cross join (select price_now from product where product_id = $1) as subject
         cross join lateral (
             select count(*) as shared
             from product_field as own
             join product_field as other
                 on other.product_id = product.product_id and other.key = own.key and other.value = own.value
             where own.product_id = $1
         ) as common
         where product.product_id <> $1
         and product.is_published and product.store_is_open and product.stock > product.reserved
         order by candidate.levels, common.shared desc,
                  abs(ln(product.price_now::double precision / subject.price_now)),
                  product.rank desc, product.product_id desc
         limit $4"#,
        product,
        &products,
        &levels,
        MAX_FOUND,
    )
    .fetch_all(tx)
    .await
}
