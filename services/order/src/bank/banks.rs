//! The banks where the shop has an account: one for new charges, and all of them for existing ones.

use std::sync::Arc;

use super::Bank;

#[derive(Clone, Default)]
pub struct Banks {
    /// The bank for new charges comes first, if there is one.
    known: Vec<Arc<dyn Bank>>,
    takes_new: bool,
}

impl Banks {
    /// New charges go to `current`; the others only complete theirs.
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
