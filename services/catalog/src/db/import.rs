//! Bulk writes: a table takes its rows as one JSON array, or by COPY if all are new, so that an import needs about a
//! dozen statements per batch.

mod category;
mod copy;
mod fresh;
mod job;
mod product;
mod review;

use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;

pub use category::{
    CategoryRow, NewAddOn, NewCategory, NewField, NewValue, add_ons, all_categories, all_fields, categories,
    category_ids, field_values, fields, paths,
};
pub use copy::Rows;
pub use fresh::fresh_products;
pub use job::{Job, advance, begin, finish};
pub use product::{
    Batch, Fact, Known, NewProduct, NewProductField, NewSize, NewText, Standing, confirm, known_products,
    lock_products, news, products, take_ids,
};
pub use review::{NewReplies, NewReviews, Reviewed, reviewed_products, reviews};

fn json(rows: &[impl Serialize]) -> sqlx::Result<Value> {
    serde_json::to_value(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Raises the statement timeout, because no request waits for this transaction, and plans each statement anew: plans
/// made for an empty table would be kept while a million products are written.
pub async fn take_time(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "select set_config('statement_timeout', '60s', true) as patience,
                set_config('plan_cache_mode', 'force_custom_plan', true) as plans"
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Keeps plans for foreign-key checks per row, which would otherwise take a fifth of the time to plan.
async fn keep_plans(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = auto").execute(tx).await?;
    Ok(())
}

/// Plans each statement anew, as set by [`take_time`].
async fn plan_anew(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = force_custom_plan").execute(tx).await?;
    Ok(())
}

/// Limits waiting for locks: PostgreSQL cannot detect a deadlock between two connections of one import.
pub async fn wait_briefly(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local lock_timeout = '1s'").execute(tx).await?;
    Ok(())
}
