//! The banks we have an account at: one for new charges, and all of them for what was begun with them.

use std::sync::Arc;

use super::Bank;

#[derive(Clone, Default)]
pub struct Banks {
    /// The first is the one for new charges, if there is one for them.
    known: Vec<Arc<dyn Bank>>,
    takes_new: bool,
}

impl Banks {
    /// New charges go to `current`; the others finish what they have begun.
    pub fn new(current: Option<Arc<dyn Bank>>, others: Vec<Arc<dyn Bank>>) -> Self {
        let takes_new = current.is_some();
        Self { known: current.into_iter().chain(others).collect(), takes_new }
    }

    pub fn current(&self) -> Option<&Arc<dyn Bank>> {
        self.known.first().filter(|_| self.takes_new)
    }

    pub fn of(&self, name: &str) -> Option<&Arc<dyn Bank>> {
        self.known.iter().find(|bank| bank.name() == name)
    }
}
