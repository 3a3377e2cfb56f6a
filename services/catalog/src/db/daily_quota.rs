//! Counts an account's actions per day in the table `writing`, for the limits in `app/quota.rs`.

use chrono::NaiveDate;
use sqlx::PgConnection;

#[derive(Debug, Clone, Copy, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    Review,
    Reply,
    Upload,
}

impl Kind {
    fn name(self) -> &'static str {
        self.into()
    }
}

/// Returns `false`, without counting, if the day already has `max` actions. The row lock serialises concurrent calls.
pub async fn try_count_for(
    tx: &mut PgConnection,
    account: i64,
    kind: Kind,
    day: NaiveDate,
    max: i64,
) -> sqlx::Result<bool> {
    let counted = sqlx::query!(
        "insert into writing (account_id, kind, day, count)
         values ($1, $2, $3, 1)
         on conflict (account_id, kind) do update
         set day = excluded.day, count = case when writing.day = excluded.day then writing.count + 1 else 1 end
         where writing.day <> excluded.day or writing.count < $4",
        account,
        kind.name(),
        day,
        max,
    )
    .execute(tx)
    .await?;
    Ok(counted.rows_affected() == 1)
}

pub async fn delete_all_for(tx: &mut PgConnection, account: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from writing where account_id = $1", account).execute(tx).await?;
    Ok(())
}
