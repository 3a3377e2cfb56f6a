//! Types and rules of the domain. Nothing here performs I/O or reads the clock.

pub mod baku;
pub mod discount;
pub mod installment;
pub mod near_duplicates;
pub mod option;
pub mod picture;
pub mod publication;
pub mod review;
pub mod search_text;
pub mod search_visitor;
pub mod seo;
pub mod slug;
pub mod stock;
pub mod suspicion;
pub mod tree;
