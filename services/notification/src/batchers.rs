//! A batcher merges concurrent calls into one statement or transaction (the data-loader pattern).

use kit::db::{batch::Batcher, warm_pool::WarmPool};

use crate::{
    app::attempt_report::AttemptReport,
    db::{inbox::InboxRow, preference::PreferencesQuery, updates::UpdatesQuery},
};

#[derive(Clone)]
pub struct Batchers {
    pub(crate) updates: Batcher<UpdatesQuery>,
    pub(crate) preferences: Batcher<PreferencesQuery>,
    pub(crate) attempt_reports: Batcher<AttemptReport>,
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
