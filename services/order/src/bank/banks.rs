//! One bank gets the new charges. Each bank completes the charges that it has.

use std::sync::Arc;

use super::Bank;

#[derive(Clone, Default)]
pub struct Banks {
    banks: Vec<Arc<dyn Bank>>,
    has_current: bool,
}

impl Banks {
    pub fn new(current: Option<Arc<dyn Bank>>, others: Vec<Arc<dyn Bank>>) -> Self {
        let has_current = current.is_some();
        Self { banks: current.into_iter().chain(others).collect(), has_current }
    }

    /// `None` if the shop accepts cash only.
    pub fn current(&self) -> Option<&Arc<dyn Bank>> {
        if self.has_current { self.banks.first() } else { None }
    }

    pub fn of(&self, name: &str) -> Option<&Arc<dyn Bank>> {
        self.banks.iter().find(|bank| bank.name() == name)
    }
}
