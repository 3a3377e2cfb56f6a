//! Batchers of hot queries and commands: concurrent calls are combined into one statement or transaction (the
//! data-loader pattern).

use kit::db::{lend::Lender, together::Together};

use crate::{
    app::{ReserveStep, Write},
    db::{
        cart::{CartQuery, SetIfUnchanged},
        order::{OrderQuery, RequestQuery},
    },
};

#[derive(Clone)]
pub struct Batches {
    pub(crate) carts: Together<CartQuery>,
    pub(crate) puts: Together<SetIfUnchanged>,
    pub(crate) requests: Together<RequestQuery>,
    pub(crate) writes: Together<Write>,
    pub(crate) holds: Together<ReserveStep>,
    pub(crate) orders: Together<OrderQuery>,
}

impl Batches {
    pub fn open(lender: &Lender) -> Self {
        Self {
            carts: Together::open(lender),
            puts: Together::open(lender),
            requests: Together::open(lender),
            writes: Together::open(lender),
            holds: Together::open(lender),
            orders: Together::open(lender),
        }
    }
}
