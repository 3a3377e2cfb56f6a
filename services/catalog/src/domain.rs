//! Types and rules of the domain, without I/O and clocks.

pub mod baku;
pub mod bulk_change;
pub mod category;
pub mod discount;
pub mod installment;
pub mod near_duplicates;
pub mod option;
pub mod picture;
pub mod product_form;
pub mod product_import;
pub mod product_rows;
pub mod publication;
pub mod review;
pub mod search_rule;
pub mod search_text;
pub mod search_visitor;
pub mod seo;
pub mod slug;
pub mod stock;
pub mod stock_movement;
pub mod suspicion;
pub mod tree;
