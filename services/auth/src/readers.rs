//! Reads that most calls need, in batches: the queries of concurrent calls for accounts, sessions or addresses are
//! combined into one database query.

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::db::{account, address, session};

#[derive(Clone)]
pub struct Readers {
    pub accounts: Batcher<account::SignedIn>,
    pub sessions: Batcher<session::IsOpen>,
    pub addresses: Batcher<address::AddressesOf>,
}

impl Readers {
    /// Starts the batchers, which read through connections of the pool.
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self {
            accounts: Batcher::start(warm_pool),
            sessions: Batcher::start(warm_pool),
            addresses: Batcher::start(warm_pool),
        }
    }
}
