//! Batches concurrent requests into one statement or transaction (the data-loader pattern).

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::{
    app::{ReserveStep, Write},
    db::{
        cart::{CartQuery, SetIfUnchanged},
        order::{OrderQuery, RequestQuery},
    },
};

#[derive(Clone)]
pub struct Batches {
    pub(crate) carts: Batcher<CartQuery>,
    pub(crate) puts: Batcher<SetIfUnchanged>,
    pub(crate) requests: Batcher<RequestQuery>,
    pub(crate) writes: Batcher<Write>,
    pub(crate) reserve_steps: Batcher<ReserveStep>,
    pub(crate) orders: Batcher<OrderQuery>,
}

impl Batches {
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self {
            carts: Batcher::start(warm_pool),
            puts: Batcher::start(warm_pool),
            requests: Batcher::start(warm_pool),
            writes: Batcher::start(warm_pool),
            reserve_steps: Batcher::start(warm_pool),
            orders: Batcher::start(warm_pool),
        }
    }
}
