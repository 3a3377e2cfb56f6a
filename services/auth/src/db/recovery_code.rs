use sqlx::PgConnection;

use crate::keyed::Digest;

pub async fn count_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select count(*) as "count!" from recovery_code where account_id = $1"#, account)
        .fetch_one(tx)
        .await
}

pub async fn replace_for(tx: &mut PgConnection, account: i64, hashes: &[Digest]) -> sqlx::Result<()> {
    sqlx::query!("delete from recovery_code where account_id = $1", account).execute(&mut *tx).await?;
    let hashes: Vec<Vec<u8>> = hashes.iter().map(|hash| hash.to_vec()).collect();
    sqlx::query!(
        "insert into recovery_code (account_id, code_hash) select $1, hash from unnest($2::bytea[]) as code (hash)",
        account,
        &hashes,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns `false` if the account has no such code.
pub async fn take_for(tx: &mut PgConnection, account: i64, hash: &Digest) -> sqlx::Result<bool> {
    let used =
        sqlx::query!("delete from recovery_code where account_id = $1 and code_hash = $2", account, hash.as_slice(),);
    Ok(used.execute(tx).await?.rows_affected() == 1)
}
