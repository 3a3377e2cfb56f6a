//! Batches concurrent calls: each batch is one statement or one transaction, however many calls it has (the data-loader
//! pattern).

use kit::db::{lend::Lender, together::Together};

use crate::{
    app::attempt_report::AttemptReport,
    db::{inbox::InboxRow, preference::PreferencesQuery, updates::UpdatesQuery},
};

#[derive(Clone)]
pub struct Batchers {
    /// Updates of a reader's list. After a fan-out, thousands of readers ask at the same time.
    pub(crate) updates: Together<UpdatesQuery>,
    pub(crate) preferences: Together<PreferencesQuery>,
    pub(crate) attempt_reports: Together<AttemptReport>,
    /// Messages for the inbox of local mode.
    pub(crate) inbox: Together<InboxRow>,
}

impl Batchers {
    pub fn open(lender: &Lender) -> Self {
        Self {
            updates: Together::open(lender),
            preferences: Together::open(lender),
            attempt_reports: Together::open(lender),
            inbox: Together::open(lender),
        }
    }
}
