//! The result of comparing one area (one kind of records, such as stock or bank charges) in a run of the auditor.

use kit::{Error, Result};

use crate::domain::auditor::Comparison;

/// The result of comparing one area.
pub struct Outcome {
    pub compared: Comparison,
    /// Why all or part of the area could not be compared, or `None` if everything was.
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
