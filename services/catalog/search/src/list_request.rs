//! A request for a page of a list.

use kit::Language;

use super::listing::{Filters, Sort};

#[derive(Debug, Clone)]
pub struct ListRequest {
    pub language: Language,
    pub category: Option<i64>,
    pub filters: Filters,
    /// Products of a search rule: always found, unless the filters exclude them, and first in the order by relevance.
    pub first_products: Vec<i64>,
    pub sort: Sort,
    pub offset: usize,
    pub limit: usize,
    pub with_facets: bool,
}

impl ListRequest {
    /// Requests the whole shop, with an empty page until `limit` is set.
    pub fn everything() -> Self {
        let (language, filters, sort) = (Language::Az, Filters::default(), Sort::Popular);
        let first_products = Vec::new();
        Self { language, category: None, filters, first_products, sort, offset: 0, limit: 0, with_facets: false }
    }
}
