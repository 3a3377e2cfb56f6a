//! History of bonus rules and return exceptions.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::PgConnection;

pub struct NewRuleChange<'a> {
    /// `bonus` or `return_exceptions`.
    pub rule: &'static str,
    pub operator: i64,
    pub at: DateTime<Utc>,
    pub before: &'a Value,
    pub after: &'a Value,
}

pub async fn insert(tx: &mut PgConnection, new: &NewRuleChange<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into rule_change (rule, operator_id, changed_at, was, became) values ($1, $2, $3, $4, $5)",
        new.rule,
        new.operator,
        new.at,
        new.before,
        new.after,
    )
    .execute(tx)
    .await?;
    Ok(())
}
