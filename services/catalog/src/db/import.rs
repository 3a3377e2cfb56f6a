//! Writes the rows of imports, as one JSON array per table, or with PostgreSQL's COPY if all are new.

mod batch_rows;
mod category;
mod copy;
mod fresh;
mod job;
mod product;
mod review;
mod stock;
mod stored_product;

use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;

pub use batch_rows::{Batch, Fact, ImportState, NewProduct, NewProductField, NewSize, NewText};
pub use category::{
    CategoryRow, NewAddOn, NewCategory, NewField, NewValue, all_categories, all_fields, category_ids, replace_add_ons,
    save_categories, save_field_values, save_fields,
};
pub use copy::CopyRows;
pub use fresh::copy_new_products;
pub(super) use fresh::{lock_main_categories, lock_stores};
pub use job::{Job, advance, begin, finish};
pub use product::save_products;
pub(super) use product::{categories, fields, texts};
pub use review::{DemoProduct, DemoReview, NewReplies, NewReviews, demo_products, replace_demo_reviews};
pub use stock::{item_stocks, record_changes};
pub use stored_product::{StoredProduct, allocate_ids, confirm_sources, lock_products, stored_products};

pub(super) fn json(rows: &[impl Serialize]) -> sqlx::Result<Value> {
    serde_json::to_value(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Plans are not cached, because a plan made for an empty table would still be used after a million products.
pub async fn configure_bulk_transaction(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!(
        "select set_config('statement_timeout', '60s', true) as statement_timeout,
                set_config('plan_cache_mode', 'force_custom_plan', true) as plan_cache_mode"
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Caches the plans of the foreign-key checks: planning them for each row would take a fifth of the time.
async fn cache_plans(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = auto").execute(tx).await?;
    Ok(())
}

async fn disable_plan_cache(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local plan_cache_mode = force_custom_plan").execute(tx).await?;
    Ok(())
}

/// PostgreSQL cannot detect that two connections of one import wait for each other.
pub async fn set_lock_timeout(tx: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("set local lock_timeout = '1s'").execute(tx).await?;
    Ok(())
}
