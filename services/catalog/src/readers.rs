//! Batched reads for the most frequent requests (pages, cards, baskets): concurrent callers share statements.

use kit::db::{lend::Lender, together::Together};

use crate::{
    cards::Cards,
    db::{card_version, detail, offer},
};

#[derive(Clone)]
pub struct Readers {
    pub(crate) products: Together<detail::Question>,
    pub(crate) cards: Cards,
    pub(crate) card_versions: Together<card_version::CardVersionQuery>,
    pub(crate) offers: Together<offer::OfferQuery>,
}

impl Readers {
    pub fn open(lender: &Lender) -> Self {
        Self {
            products: Together::open(lender),
            cards: Cards::new(lender),
            card_versions: Together::open(lender),
            offers: Together::open(lender),
        }
    }
}
