//! proto ⇄ domain: parse, act, reply.

mod categories;
mod likes;
mod parse;
mod products;
mod reply;
mod search;

pub use categories::Categories;
pub use likes::Likes;
pub use products::Products;
pub use search::Search;
