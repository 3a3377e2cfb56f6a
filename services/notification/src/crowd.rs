//! What many do at the same moment is done for all of them at once: each of these is one statement, or one transaction, however
//! many there are.

use kit::db::{lend::Lender, together::Together};

use crate::{
    app::tried::Tried,
    db::{inbox, news::Question, preference::Chosen},
};

#[derive(Clone)]
pub struct Crowd {
    /// What is new on somebody's list. After a message to everybody thousands ask.
    pub(crate) news: Together<Question>,
    pub(crate) chosen: Together<Chosen>,
    pub(crate) tries: Together<Tried>,
    /// What local mode's letterbox keeps.
    pub(crate) letters: Together<inbox::Row>,
}

impl Crowd {
    pub fn open(lender: &Lender) -> Self {
        Self {
            news: Together::open(lender),
            chosen: Together::open(lender),
            tries: Together::open(lender),
            letters: Together::open(lender),
        }
    }
}
