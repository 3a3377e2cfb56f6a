//! Stores delivered products. Reviews of them are verified.

use kit::id::{AccountId, ProductId};
use sqlx::PgConnection;

/// Also marks the account's existing reviews as verified.
pub async fn insert_for(tx: &mut PgConnection, account: i64, products: &[i64]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into purchase (account_id, product_id)
         select distinct $1::bigint, product_id
         from unnest($2::bigint[]) as delivered (product_id)
         on conflict do nothing",
        account,
        products,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "update review
         set is_verified = true
         where account_id = $1 and product_id = any ($2) and not is_verified",
        account,
        products,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn exists_for(tx: &mut PgConnection, account: AccountId, product: ProductId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from purchase where account_id = $1 and product_id = $2) as "exists!""#,
        account.0,
        product.0,
    )
    .fetch_one(tx)
    .await
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from purchase where account_id = $1", account).execute(tx).await?;
    Ok(())
}
