//! Batched reads that many calls need: the caller's account, session and addresses.

use kit::db::{lend::Lender, together::Together};

use crate::db::{account, address, session};

#[derive(Clone)]
pub struct Readers {
    pub accounts: Together<account::SignedIn>,
    pub sessions: Together<session::IsOpen>,
    pub addresses: Together<address::AddressesOf>,
}

impl Readers {
    pub fn open(lender: &Lender) -> Self {
        Self { accounts: Together::open(lender), sessions: Together::open(lender), addresses: Together::open(lender) }
    }
}
