//! Writing many things at once: a table takes its rows as one JSON array, or by COPY where none of them can be there yet, so a
//! whole shop is a dozen statements.

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

/// A batch may take longer than a request: for this transaction nobody waits at a screen. And its statements are planned anew: plans
/// made for an empty shop would be kept while a million products come.
pub async fn take_time(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "select set_config('statement_timeout', '60s', true) as patience,
                set_config('plan_cache_mode', 'force_custom_plan', true) as plans"
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// For rows that each ask whether their store and category are there: planned anew, these questions take a fifth of all that is done.
async fn keep_plans(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = auto").execute(tx).await?;
    Ok(())
}

/// As [`take_time`] has it.
async fn plan_anew(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = force_custom_plan").execute(tx).await?;
    Ok(())
}

/// Two batches side by side wait for each other where PostgreSQL cannot see it, so what another import holds is not waited for long.
pub async fn wait_briefly(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local lock_timeout = '1s'").execute(tx).await?;
    Ok(())
}
