//! SQL statements. The callers in `app` own the transactions.

pub mod campaign;
pub mod campaign_page;
pub mod demo;
pub mod follower;
pub mod product;
pub mod rating;
pub mod sitemap;
pub mod snapshot;
pub mod store;
pub mod store_admin;
