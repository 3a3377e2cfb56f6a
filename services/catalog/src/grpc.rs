//! proto ⇄ domain: parse, act, reply.

mod categories;
mod likes;
mod parse;
mod pictures;
mod products;
mod reply;

pub use categories::Categories;
pub use likes::Likes;
pub use pictures::Pictures;
pub use products::Products;
