//! Nouns and rules, pure: no database, no transport, no clock.

pub mod attribute;
pub mod discount;
pub mod facet;
pub mod installment;
pub mod listing;
pub mod ranking;
pub mod searched;
pub mod seo;
pub mod text;
pub mod texts;
pub mod tree;
