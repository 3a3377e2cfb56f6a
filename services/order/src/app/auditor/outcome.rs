use kit::{Error, Result};

use crate::domain::auditor::Compared;
/// The result of comparing an area.
pub struct Outcome {
    pub compared: Compared,
    /// Why all or part of it could not be compared.
    pub failure: Option<Error>,
}

impl From<Result<Compared>> for Outcome {
    fn from(result: Result<Compared>) -> Self {
        match result {
            Ok(compared) => Self { compared, failure: None },
            Err(error) => Self { compared: Compared::default(), failure: Some(error) },
        }
    }
}
