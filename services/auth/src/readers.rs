//! Who calls, and where they live: asked in passing by much of what people do, and answered for all who ask at the same moment.

use kit::db::{lend::Lender, together::Together};

use crate::db::{account, address, session};

#[derive(Clone)]
pub struct Readers {
    pub accounts: Together<account::SignedIn>,
    pub sessions: Together<session::IsOpen>,
    pub addresses: Together<address::AllOf>,
}

impl Readers {
    pub fn open(lender: &Lender) -> Self {
        Self { accounts: Together::open(lender), sessions: Together::open(lender), addresses: Together::open(lender) }
    }
}
