//! gRPC handlers: parse the request, call a use case or a query, convert the reply.

mod categories;
mod likes;
mod lists;
mod parse;
mod pictures;
mod products;
mod reply;
mod reviews;
mod search;
mod sitemap;
mod stock;

pub use categories::Categories;
pub use likes::Likes;
pub use lists::Lists;
pub use pictures::Pictures;
pub use products::Products;
pub use reviews::Reviews;
pub use search::Search;
pub use sitemap::Sitemap;
pub use stock::Stock;
