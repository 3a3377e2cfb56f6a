//! Nouns and rules, pure: no database, no transport, no clock.

pub mod attribute;
pub mod discount;
pub mod installment;
pub mod listing;
pub mod picture;
pub mod seo;
pub mod stock;
pub mod text;
pub mod texts;
pub mod tree;
