//! The banks of the shop. One bank gets the new charges. Each bank completes the charges that it has.

use std::sync::Arc;

use super::Bank;

#[derive(Clone, Default)]
pub struct Banks {
    /// The bank for new charges is the first, if `has_current`.
    banks: Vec<Arc<dyn Bank>>,
    has_current: bool,
}

impl Banks {
    /// New charges go to `current`. The other banks only complete their existing charges.
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
