//! The outcome of comparing an area.

use kit::{Error, Result};

use crate::domain::auditor::Comparison;

pub struct Outcome {
    pub compared: Comparison,
    /// Why all or part of the area could not be compared.
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
