//! What a basket wants to know of products besides their cards.

use std::collections::HashMap;

use sqlx::PgConnection;

pub struct Row {
    pub product_id: i64,
    /// Every category it is in, and all above them.
    pub categories: Vec<i64>,
    pub is_liked: bool,
}

/// By product; nobody likes anything when there is no account. One statement, planned once: see `card::of`.
pub async fn of(tx: &mut PgConnection, account: Option<i64>, products: &[i64]) -> sqlx::Result<HashMap<i64, Row>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select product_id as "product_id!",
                  array(
                      select distinct category_path.ancestor_id
                      from product_category
                      join category_path on category_path.descendant_id = product_category.category_id
                      where product_category.product_id = wanted.product_id
                  ) as "categories!",
                  exists (
                      select
                      from product_like
                      where product_like.account_id = $1 and product_like.product_id = wanted.product_id
                  ) as "is_liked!"
           from unnest((select $2::bigint[])) as wanted (product_id)"#,
        account,
        products,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.product_id, row)).collect())
}
