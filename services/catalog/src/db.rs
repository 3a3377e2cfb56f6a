//! SQL, and nothing else.

pub mod card;
pub mod category;
pub mod detail;
pub mod field;
pub mod import;
pub mod index;
pub mod like;
pub mod page;
pub mod price;
pub mod searched;
pub mod shelf;
pub mod size;
pub mod store;
