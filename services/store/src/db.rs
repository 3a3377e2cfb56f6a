//! SQL, and nothing else.

pub mod audit;
pub mod campaign;
pub mod campaign_page;
pub mod current;
pub mod follower;
pub mod product;
pub mod rating;
pub mod sitemap;
pub mod store;
