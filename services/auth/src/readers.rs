//! Concurrent calls share one database query.

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::db::{account, address, session};

#[derive(Clone)]
pub struct Readers {
    pub accounts: Batcher<account::SignedIn>,
    pub sessions: Batcher<session::IsOpen>,
    pub addresses: Batcher<address::AddressesOf>,
}

impl Readers {
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self {
            accounts: Batcher::start(warm_pool),
            sessions: Batcher::start(warm_pool),
            addresses: Batcher::start(warm_pool),
        }
    }
}
