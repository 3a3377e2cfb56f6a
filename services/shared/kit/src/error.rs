//! Errors of calls. Clients see only codes such as `order_not_found`, never internal texts.

pub mod codes;

use std::{borrow::Cow, collections::HashMap, time::Duration};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Distinguishes our errors from those of a proxy.
pub const DOMAIN: &str = "sovqat";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    NotFound(&'static str),
    #[error("{}", join_field_errors(.0))]
    Invalid(Vec<FieldError>),
    /// The current state forbids the action.
    #[error("{}", .0.code)]
    Conflict(Refusal),
    #[error("{0}")]
    Unauthenticated(&'static str),
    #[error("forbidden")]
    Forbidden,
    /// The code says why, such as `step_up_required`.
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("too_many_requests")]
    RateLimited { retry_after: Duration },
    /// The code names the limit, such as `too_many_letters`.
    #[error("{code}")]
    OverBudget { code: &'static str, retry_after: Duration },
    #[error("service_unavailable")]
    Unavailable(#[source] anyhow::Error),
    #[error("internal")]
    Internal(#[source] anyhow::Error),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: Cow<'static, str>,
    pub code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub details: Vec<(&'static str, String)>,
}

impl Error {
    pub fn invalid(field: impl Into<Cow<'static, str>>, code: &'static str) -> Self {
        Self::Invalid(vec![FieldError { field: field.into(), code }])
    }

    pub fn conflict(code: &'static str) -> Self {
        Self::Conflict(Refusal { code, details: Vec::new() })
    }

    pub fn conflict_with(code: &'static str, details: Vec<(&'static str, String)>) -> Self {
        Self::Conflict(Refusal { code, details })
    }

    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    pub fn unavailable(cause: impl Into<anyhow::Error>) -> Self {
        Self::Unavailable(cause.into())
    }

    pub fn unauthenticated() -> Self {
        Self::Unauthenticated("unauthenticated")
    }
}

fn join_field_errors(errors: &[FieldError]) -> String {
    errors.iter().map(|error| format!("{}: {}", error.field, error.code)).collect::<Vec<_>>().join(", ")
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        log_cause(&error);
        let (code, reason) = code_and_reason(&error);
        debug_assert!(codes::is_problem(reason), "the error code `{reason}` is not declared in kit::error::codes");
        Status::with_error_details(code, reason, details(reason, &error))
    }
}

fn log_cause(error: &Error) {
    match error {
        Error::Unavailable(cause) => tracing::warn!(error = format!("{cause:#}"), "A dependency is unavailable"),
        Error::Internal(cause) => {
            tracing::error!(error = format!("{cause:#}"), "Request failed with an internal error");
        }
        _ => {}
    }
}

fn code_and_reason(error: &Error) -> (Code, &'static str) {
    match error {
        Error::NotFound(reason) => (Code::NotFound, *reason),
        Error::Invalid(_) => (Code::InvalidArgument, "validation_failed"),
        Error::Conflict(refusal) => (Code::FailedPrecondition, refusal.code),
        Error::Unauthenticated(reason) => (Code::Unauthenticated, *reason),
        Error::Forbidden => (Code::PermissionDenied, "forbidden"),
        Error::NotAllowed(reason) => (Code::PermissionDenied, *reason),
        Error::RateLimited { .. } => (Code::ResourceExhausted, "too_many_requests"),
        Error::OverBudget { code, .. } => (Code::ResourceExhausted, *code),
        Error::Unavailable(_) => (Code::Unavailable, "service_unavailable"),
        Error::Internal(_) => (Code::Internal, "internal"),
    }
}

fn details(reason: &str, error: &Error) -> ErrorDetails {
    let refusal_details = if let Error::Conflict(refusal) = error { refusal.details.as_slice() } else { &[] };
    let metadata: HashMap<String, String> =
        refusal_details.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let mut details = ErrorDetails::with_error_info(reason, DOMAIN, metadata);
    match error {
        Error::Invalid(fields) => {
            for FieldError { field, code } in fields {
                debug_assert!(codes::is_field(code), "the field code `{code}` is not declared in kit::error::codes");
                details.add_bad_request_violation(field.as_ref(), *code);
            }
        }
        Error::RateLimited { retry_after } | Error::OverBudget { retry_after, .. } => {
            details.set_retry_info(Some(*retry_after));
        }
        _ => {}
    }
    details
}

#[cfg(feature = "db")]
impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            // A server died, or a load balancer has none to connect to.
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => Self::unavailable(error),
            // Text that PostgreSQL cannot store (such as NUL) and numbers out of range.
            sqlx::Error::Database(cause) => match cause.code().as_deref() {
                Some("22021" | "22P05") => Self::invalid("", "invalid_characters"),
                Some("22003") => Self::invalid("", "out_of_range"),
                Some(code) if is_temporary(code) => Self::unavailable(error),
                _ => Self::internal(error),
            },
            _ => Self::internal(error),
        }
    }
}

/// Broken connection (08), missing resources (53), shutdown or startup (57P…), standby (25006), I/O error (58030),
/// locked (55P03), cancelled query (57014).
#[cfg(feature = "db")]
fn is_temporary(code: &str) -> bool {
    let is_of_class = |class: &str| code.starts_with(class);
    is_of_class("08")
        || is_of_class("53")
        || matches!(code, "57P01" | "57P02" | "57P03" | "25006" | "58030" | "55P03" | "57014")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_error_text_is_not_sent_to_the_client() {
        let status = Status::from(Error::internal(anyhow::anyhow!("password of db-7 is hunter2")));
        assert_eq!((status.code(), status.message()), (Code::Internal, "internal"));
        assert!(!format!("{status:?}").contains("hunter2"));
    }

    #[test]
    fn every_broken_rule_is_sent_to_the_client() {
        let fields = vec![
            FieldError { field: "login".into(), code: "required" },
            FieldError { field: "password".into(), code: "too_short" },
        ];
        let status = Status::from(Error::Invalid(fields));
        let details = status.get_error_details();
        let violations = details.bad_request().map(|request| request.field_violations.clone()).unwrap();
        assert_eq!(violations.len(), 2);
        assert_eq!((violations[1].field.as_str(), violations[1].description.as_str()), ("password", "too_short"));
    }
}
