//! The request for one page of a product list.

use kit::Language;

use super::listing::{Filters, Sort};

/// A request for a page of a list, with or without a search text.
#[derive(Debug, Clone)]
pub struct ListRequest {
    pub language: Language,
    pub category: Option<i64>,
    pub filters: Filters,
    /// Ids of products that a search with a text finds in any case, unless the filters exclude them. In the order by
    /// relevance they come first, in this order.
    pub first_products: Vec<i64>,
    pub sort: Sort,
    pub offset: usize,
    pub limit: usize,
    pub with_facets: bool,
}

impl ListRequest {
    /// A request for all products, most popular first, whose page is empty.
    pub fn everything() -> Self {
        let (language, filters, sort) = (Language::Az, Filters::default(), Sort::Popular);
        let first_products = Vec::new();
        Self { language, category: None, filters, first_products, sort, offset: 0, limit: 0, with_facets: false }
    }
}
