//! The gRPC handlers: check the permission, parse, call a use case or query, convert the reply. Modules named `…_desk`
//! serve staff.

mod categories;
mod category_desk;
mod import_desk;
mod likes;
mod lists;
mod parse;
mod pictures;
mod product_desk;
mod products;
mod reply;
mod reviews;
mod search;
mod search_rule_desk;
mod sitemap;
mod stock;
mod stock_desk;

pub use categories::Categories;
pub use category_desk::CategoryDesk;
pub use import_desk::ImportDesk;
pub use likes::Likes;
pub use lists::Lists;
pub use pictures::Pictures;
pub use product_desk::ProductDesk;
pub use products::Products;
pub use reviews::Reviews;
pub use search::Search;
pub use search_rule_desk::SearchRuleDesk;
pub use sitemap::Sitemap;
pub use stock::Stock;
pub use stock_desk::StockDesk;
