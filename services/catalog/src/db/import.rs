//! Writing many things at once: a table takes its rows as one JSON array, so a whole shop is a dozen statements.

mod category;
mod product;
mod review;

use serde::Serialize;
use serde_json::Value;

pub use category::{NewCategory, NewField, NewValue, categories, category_ids, field_values, fields, paths};
pub use product::{Batch, NewProduct, NewProductField, NewSize, NewText, Standing, known_products, products};
pub use review::{NewReplies, NewReviews, Reviewed, reviewed_products, reviews};

fn json(rows: &[impl Serialize]) -> sqlx::Result<Value> {
    serde_json::to_value(rows).map_err(|error| sqlx::Error::Encode(error.into()))
}
