//! Combines concurrent calls into one statement or transaction (the data-loader pattern). Each batcher serves one
//! query.

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::{
    app::{ReserveStep, Write},
    db::{
        cart::{CartQuery, SetIfUnchanged},
        order::{OrderQuery, RequestQuery},
    },
};

/// The queries and transactions that concurrent requests share.
#[derive(Clone)]
pub struct Batches {
    /// Reads carts.
    pub(crate) carts: Batcher<CartQuery>,
    /// Sets counts in carts.
    pub(crate) puts: Batcher<SetIfUnchanged>,
    /// Finds orders by their idempotency keys.
    pub(crate) requests: Batcher<RequestQuery>,
    /// Stores new orders.
    pub(crate) writes: Batcher<Write>,
    /// Stores that the stock of orders is reserved.
    pub(crate) reserve_steps: Batcher<ReserveStep>,
    /// Reads orders.
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
