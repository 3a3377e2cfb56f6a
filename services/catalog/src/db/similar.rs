//! Ranks products by their similarity to another.

use sqlx::PgConnection;

/// More than a page shows, because near duplicates are removed later.
const MAX_FOUND: i64 = 24;

/// Ranks by nearness of the category, shared field values and ratio of the prices. Candidates are ids with the number
/// of levels above the product's category.
pub async fn rank(tx: &mut PgConnection, product: i64, candidates: &[(i64, i64)]) -> sqlx::Result<Vec<i64>> {
    let (products, levels): (Vec<_>, Vec<_>) = candidates.iter().copied().unzip();
    sqlx::query_scalar!(
        r#"with candidate as materialized (
             select product_id, min(levels) as levels
             from unnest($2::bigint[], $3::bigint[]) as input (product_id, levels)
             group by product_id
         )
         select product.product_id
         from candidate
         join product on product.product_id = candidate.product_id
         cross join (select price_now from product where product_id = $1) as subject
         cross join lateral (
             select count(*) as shared
             from product_field as subject_field
             join product_field as other_field
                 on other_field.product_id = product.product_id
                 and other_field.key = subject_field.key
                 and other_field.value = subject_field.value
             where subject_field.product_id = $1
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
