//! Nouns and rules, pure: no database, no transport, no clock.

pub mod attribute;
pub mod baku;
pub mod discount;
pub mod facet;
pub mod installment;
pub mod likeness;
pub mod listing;
pub mod option;
pub mod picture;
pub mod publication;
pub mod ranking;
pub mod review;
pub mod searched;
pub mod seo;
pub mod slug;
pub mod stock;
pub mod suspicion;
pub mod text;
pub mod texts;
pub mod tree;
