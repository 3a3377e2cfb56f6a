//! proto ⇄ domain: parse, act, reply.

mod categories;
mod likes;
mod parse;
mod pictures;
mod products;
mod reply;
mod stock;

pub use categories::Categories;
pub use likes::Likes;
pub use pictures::Pictures;
pub use products::Products;
pub use stock::Stock;
