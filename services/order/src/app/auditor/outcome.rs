//! The result of comparing one area.

use kit::{Error, Result};

use crate::domain::auditor::Comparison;

/// The result of comparing an area.
pub struct Outcome {
    pub compared: Comparison,
    /// Why all or part of it could not be compared.
    pub failure: Option<Error>,
}

impl From<Result<Comparison>> for Outcome {
    fn from(result: Result<Comparison>) -> Self {
        match result {
            Ok(compared) => Self { compared, failure: None },
            Err(error) => Self { compared: Comparison::default(), failure: Some(error) },
        }
    }
}
