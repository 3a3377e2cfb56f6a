//! What a list is asked for.

use kit::Language;

use super::listing::{Filters, Sort};

/// A list as it was asked for.
#[derive(Debug, Clone)]
pub struct Ask {
    pub language: Language,
    pub category: Option<i64>,
    pub filters: Filters,
    pub sort: Sort,
    pub offset: usize,
    pub limit: usize,
    pub with_facets: bool,
}

impl Ask {
    /// Every product, the most popular first.
    pub fn everything() -> Self {
        let (language, filters, sort) = (Language::Az, Filters::default(), Sort::Popular);
        Self { language, category: None, filters, sort, offset: 0, limit: 0, with_facets: false }
    }
}
