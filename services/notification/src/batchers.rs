//! The batchers of this process. A batcher merges concurrent calls into one statement or transaction (the data-loader
//! pattern).

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::{
    app::attempt_report::AttemptReport,
    db::{inbox::InboxRow, preference::PreferencesQuery, updates::UpdatesQuery},
};

/// One batcher for each kind of call.
#[derive(Clone)]
pub struct Batchers {
    /// Loads new notifications. Thousands of readers load them at the same time after a fan-out.
    pub(crate) updates: Batcher<UpdatesQuery>,
    pub(crate) preferences: Batcher<PreferencesQuery>,
    pub(crate) attempt_reports: Batcher<AttemptReport>,
    /// Stores messages of local mode.
    pub(crate) inbox: Batcher<InboxRow>,
}

impl Batchers {
    pub fn open(warm_pool: &WarmPool) -> Self {
        Self {
            updates: Batcher::start(warm_pool),
            preferences: Batcher::start(warm_pool),
            attempt_reports: Batcher::start(warm_pool),
            inbox: Batcher::start(warm_pool),
        }
    }
}
