//! Batchers of hot queries and commands: concurrent calls are combined into one statement or transaction (the
//! data-loader pattern).

use kit::db::{lend::Lender, together::Together};

use crate::{
    app::{Hold, Write},
    db::{
        cart::{See, SetIfSeen},
        order::{Request, Whole},
    },
};

#[derive(Clone)]
pub struct Crowd {
    pub(crate) carts: Together<See>,
    pub(crate) puts: Together<SetIfSeen>,
    pub(crate) requests: Together<Request>,
    pub(crate) writes: Together<Write>,
    pub(crate) holds: Together<Hold>,
    pub(crate) orders: Together<Whole>,
}

impl Crowd {
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
