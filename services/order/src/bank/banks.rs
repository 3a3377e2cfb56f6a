//! The shop's banks: one for new charges, and all of them for existing ones.

use std::sync::Arc;

use super::Bank;

#[derive(Clone, Default)]
pub struct Banks {
    /// The bank for new charges is the first, if `has_current`.
    banks: Vec<Arc<dyn Bank>>,
    has_current: bool,
}

impl Banks {
    /// New charges go to `current`; the others only complete theirs.
    pub fn new(current: Option<Arc<dyn Bank>>, others: Vec<Arc<dyn Bank>>) -> Self {
        let has_current = current.is_some();
        Self { banks: current.into_iter().chain(others).collect(), has_current }
    }

    pub fn current(&self) -> Option<&Arc<dyn Bank>> {
        if self.has_current { self.banks.first() } else { None }
    }

    pub fn of(&self, name: &str) -> Option<&Arc<dyn Bank>> {
        self.banks.iter().find(|bank| bank.name() == name)
    }
}
