//! What most visits begin with, answered for all who ask at the same moment.

use kit::db::{lend::Lender, together::Together};

use crate::db::{detail, page};

#[derive(Clone)]
pub struct Readers {
    pub(crate) products: Together<detail::Question>,
    pub(crate) pages: Together<page::Question>,
}

impl Readers {
    pub fn open(lender: &Lender) -> Self {
        Self { products: Together::open(lender), pages: Together::open(lender) }
    }
}
