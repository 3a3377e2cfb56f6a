//! Batched reads for the most frequent requests (pages, cards, baskets): concurrent callers share statements.

use kit::db::{lend::Lender, together::Together};

use crate::{
    cards::Cards,
    db::{detail, offer, standing},
};

#[derive(Clone)]
pub struct Readers {
    pub(crate) products: Together<detail::Question>,
    pub(crate) cards: Cards,
    pub(crate) standing: Together<standing::Question>,
    pub(crate) offers: Together<offer::Question>,
}

impl Readers {
    pub fn open(lender: &Lender) -> Self {
        Self {
            products: Together::open(lender),
            cards: Cards::new(lender),
            standing: Together::open(lender),
            offers: Together::open(lender),
        }
    }
}
