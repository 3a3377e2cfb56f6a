//! The banks of the shop. One bank gets the new charges. Each bank completes the charges that it has.

use std::sync::Arc;

use super::Bank;

/// The banks where the shop has an account.
#[derive(Clone, Default)]
pub struct Banks {
    /// If `has_current`, the first one is the bank for new charges.
    banks: Vec<Arc<dyn Bank>>,
    has_current: bool,
}

impl Banks {
    /// New charges go to `current`. The other banks only complete their existing charges.
    pub fn new(current: Option<Arc<dyn Bank>>, others: Vec<Arc<dyn Bank>>) -> Self {
        let has_current = current.is_some();
        Self { banks: current.into_iter().chain(others).collect(), has_current }
    }

    /// Returns the bank for new charges, or `None` if the shop accepts cash only.
    pub fn current(&self) -> Option<&Arc<dyn Bank>> {
        if self.has_current { self.banks.first() } else { None }
    }

    /// Returns the bank with this name.
    pub fn of(&self, name: &str) -> Option<&Arc<dyn Bank>> {
        self.banks.iter().find(|bank| bank.name() == name)
    }
}
