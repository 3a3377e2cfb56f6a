//! Categories of goods that can be returned only if they are faulty.

use sqlx::{PgConnection, types::Json};

use crate::domain::{
    bonus::Title,
    returns::{Exception, Reason},
};

pub async fn all(tx: &mut PgConnection) -> sqlx::Result<Vec<Exception>> {
    let rows = sqlx::query!(
        r#"select title as "title: Json<Title>", reason, category_ids
           from return_exception
           order by return_exception_id"#,
    )
    .fetch_all(tx)
    .await?;
    let exceptions = rows.into_iter().map(|row| {
        let reason = Reason::of_key(&row.reason).ok_or_else(|| sqlx::Error::Decode("not a return reason".into()))?;
        Ok(Exception { title: row.title.0, reason, categories: row.category_ids })
    });
    exceptions.collect()
}

pub async fn replace(tx: &mut PgConnection, exceptions: &[Exception]) -> sqlx::Result<()> {
    sqlx::query!("delete from return_exception").execute(&mut *tx).await?;
    for exception in exceptions {
        sqlx::query!(
            "insert into return_exception (title, reason, category_ids) values ($1, $2, $3)",
            Json(&exception.title) as _,
            exception.reason.key(),
            &exception.categories,
        )
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
