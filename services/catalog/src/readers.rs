//! The frequent reads of shoppers; concurrent requests share statements.

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::{
    cards::Cards,
    db::{card_version, offer, product_page},
};

#[derive(Clone)]
pub struct Readers {
    pub(crate) products: Batcher<product_page::ProductPageQuery>,
    pub(crate) cards: Cards,
    pub(crate) card_versions: Batcher<card_version::CardVersionQuery>,
    pub(crate) offers: Batcher<offer::OfferQuery>,
}

impl Readers {
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self {
            products: Batcher::start(warm_pool),
            cards: Cards::new(warm_pool),
            card_versions: Batcher::start(warm_pool),
            offers: Batcher::start(warm_pool),
        }
    }
}
