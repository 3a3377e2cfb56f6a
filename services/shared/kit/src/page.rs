//! Numbered pages of lists.

use proto::common::PageMeta;

use crate::{Error, Result};

const DEFAULT_SIZE: i64 = 24;
const MAX_SIZE: i64 = 100;
/// Deep pages are expensive: the database skips all earlier rows.
const MAX_NUMBER: i64 = 10_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    number: i64,
    size: i64,
}

impl Page {
    /// 0 means that the parameter was not sent.
    pub fn parse(number: i64, size: i64) -> Result<Self> {
        if !(0..=MAX_NUMBER).contains(&number) {
            return Err(Error::invalid("page", "out_of_range"));
        }
        if size < 0 {
            return Err(Error::invalid("perPage", "out_of_range"));
        }
        Ok(Self { number: number.max(1), size: if size == 0 { DEFAULT_SIZE } else { size.min(MAX_SIZE) } })
    }

    /// Serves lists that the API returns whole.
    pub fn single(limit: i64) -> Self {
        Self { number: 1, size: limit }
    }

    pub fn limit(self) -> i64 {
        self.size
    }

    pub fn offset(self) -> i64 {
        (self.number - 1) * self.size
    }

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
