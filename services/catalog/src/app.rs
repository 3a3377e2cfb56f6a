//! Use cases, one module each. Only they begin and commit transactions.

pub mod alerts;
pub mod bulk_change;
pub mod campaign;
pub mod category;
pub mod like;
pub mod list;
pub mod picture;
pub mod popularity;
pub mod product_desk;
pub mod product_export;
pub mod product_import;
pub mod publish;
mod quota;
pub mod reprice;
pub mod review;
pub mod search_rules;
pub mod searches;
pub mod stock;
pub mod stock_desk;
