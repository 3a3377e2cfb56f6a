use chrono::{DateTime, Utc};
use kit::{Error, db::OnConstraint as _};
use sqlx::PgConnection;

use crate::domain::saved_view::ListView;

pub async fn all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<Vec<ListView>> {
    sqlx::query_as!(
        ListView,
        "select list, name, query, is_default
         from saved_view
         where account_id = $1
         order by list, view_id",
        account,
    )
    .fetch_all(tx)
    .await
}

pub async fn count_for(tx: &mut PgConnection, account: i64, list: &str) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from saved_view where account_id = $1 and list = $2"#,
        account,
        list,
    )
    .fetch_one(tx)
    .await
}

/// Fails with `duplicate` if another view has the new name.
pub async fn rename_for(tx: &mut PgConnection, account: i64, list: &str, from: &str, to: &str) -> kit::Result<()> {
    sqlx::query!(
        "update saved_view set name = $4 where account_id = $1 and list = $2 and name = $3",
        account,
        list,
        from,
        to,
    )
    .execute(tx)
    .await
    .on_constraint("saved_view_name_key", || Error::invalid("name", "duplicate"))?;
    Ok(())
}

pub async fn clear_default_for(tx: &mut PgConnection, account: i64, list: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update saved_view set is_default = false where account_id = $1 and list = $2 and is_default",
        account,
        list,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Replaces the view of the list with the same name, which keeps its place.
pub async fn upsert_for(tx: &mut PgConnection, account: i64, view: &ListView, at: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into saved_view (account_id, list, name, query, is_default, created_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (account_id, list, name) do update
         set query = excluded.query, is_default = excluded.is_default",
        account,
        view.list,
        view.name,
        view.query,
        view.is_default,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

pub async fn delete_for(tx: &mut PgConnection, account: i64, list: &str, name: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from saved_view where account_id = $1 and list = $2 and name = $3", account, list, name)
        .execute(tx)
        .await?;
    Ok(())
}
