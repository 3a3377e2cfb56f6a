//! Page numbers of lists: parses the number and size of a page that a client asks for, and limits both.

use proto::common::PageMeta;

use crate::{Error, Result};

/// Rows of a page if the client does not ask for a number.
const DEFAULT_SIZE: i64 = 24;
/// The most rows of a page. If a client asks for more, it gets this number.
const MAX_SIZE: i64 = 100;
/// Highest page number. Only crawlers request deep pages, which are expensive because the database skips all rows
/// before.
const MAX_NUMBER: i64 = 10_000;

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: i64,
    size: i64,
}

impl Page {
    /// Parses page number and size. 0 means that the parameter was not sent. A size above the maximum is reduced to it.
    pub fn parse(number: i64, size: i64) -> Result<Self> {
        if !(0..=MAX_NUMBER).contains(&number) {
            return Err(Error::invalid("page", "out_of_range"));
        }
        if size < 0 {
            return Err(Error::invalid("perPage", "out_of_range"));
        }
        Ok(Self { number: number.max(1), size: if size == 0 { DEFAULT_SIZE } else { size.min(MAX_SIZE) } })
    }

    /// Returns the only page of a list that the API returns whole, such as favourites. `limit` still bounds the list.
    pub fn single(limit: i64) -> Self {
        Self { number: 1, size: limit }
    }

    pub fn limit(self) -> i64 {
        self.size
    }

    pub fn offset(self) -> i64 {
        (self.number - 1) * self.size
    }

    /// Returns what the client is told about the page. `total` is the number of rows of the list.
    pub fn meta(self, total: i64) -> PageMeta {
        PageMeta {
            page: self.number,
            per_page: self.size,
            total,
            last_page: total.div_euclid(self.size) + i64::from(total % self.size != 0 || total == 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_range_pages_are_refused_and_sizes_capped() {
        assert!(Page::parse(-1, 0).is_err());
        assert!(Page::parse(i64::MAX, 0).is_err());
        assert!(Page::parse(1, -5).is_err());
        assert_eq!(Page::parse(0, 1_000_000).unwrap().limit(), 100);
        assert_eq!(Page::parse(3, 10).unwrap().offset(), 20);
    }

    #[test]
    fn an_empty_list_has_one_page() {
        let page = Page::parse(1, 10).unwrap();
        assert_eq!(page.meta(0).last_page, 1);
        assert_eq!(page.meta(10).last_page, 1);
        assert_eq!(page.meta(11).last_page, 2);
    }
}
