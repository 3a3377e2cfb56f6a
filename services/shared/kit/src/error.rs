//! What can go wrong, chosen by what the caller can do about it. Transport-free; `From<Error> for tonic::Status` is the one
//! mapping to gRPC, and the gateway has the one from there to problem+json. Nobody outside sees internal text.

pub mod codes;

use std::{borrow::Cow, collections::HashMap, time::Duration};

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Names the origin of `google.rpc.ErrorInfo` reasons: ours, not a proxy's.
pub const DOMAIN: &str = "sovqat";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no such thing, or not for this caller. The code says what was sought, as `product_not_found`.
    #[error("{0}")]
    NotFound(&'static str),
    /// The input breaks a rule; every broken rule at once.
    #[error("{}", list(.0))]
    Invalid(Vec<FieldError>),
    /// The input is fine, but the state of things forbids it.
    #[error("{}", .0.code)]
    Conflict(Refusal),
    /// Sign in again, or for the first time.
    #[error("{0}")]
    Unauthenticated(&'static str),
    #[error("forbidden")]
    Forbidden,
    /// Forbidden, and the code says what one would have to be.
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("too_many_requests")]
    TooMany { retry_after: Duration },
    /// A part we need is away; trying again soon is sensible.
    #[error("service_unavailable")]
    Unavailable(#[source] anyhow::Error),
    /// Our mistake.
    #[error("internal")]
    Internal(#[source] anyhow::Error),
}

/// A rule that a field of the input breaks. The code is stable; the words are the gateway's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    pub field: Cow<'static, str>,
    pub code: &'static str,
}

/// Why the state of things forbids it, and the numbers a client may show (`available`).
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

fn list(errors: &[FieldError]) -> String {
    errors.iter().map(|e| format!("{}: {}", e.field, e.code)).collect::<Vec<_>>().join(", ")
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let (code, reason, details) = match &error {
            Error::NotFound(code) => (Code::NotFound, *code, vec![]),
            Error::Invalid(_) => (Code::InvalidArgument, "validation_failed", vec![]),
            Error::Conflict(refusal) => (Code::FailedPrecondition, refusal.code, refusal.details.clone()),
            Error::Unauthenticated(code) => (Code::Unauthenticated, *code, vec![]),
            Error::Forbidden => (Code::PermissionDenied, "forbidden", vec![]),
            Error::NotAllowed(code) => (Code::PermissionDenied, *code, vec![]),
            Error::TooMany { .. } => (Code::ResourceExhausted, "too_many_requests", vec![]),
            Error::Unavailable(cause) => {
                tracing::warn!(error = format!("{cause:#}"), "A part we need is away");
                (Code::Unavailable, "service_unavailable", vec![])
            }
            Error::Internal(cause) => {
                tracing::error!(error = format!("{cause:#}"), "A request failed through our own fault");
                (Code::Internal, "internal", vec![])
            }
        };
        debug_assert!(codes::is_problem(reason), "the error code `{reason}` is not declared in kit::error::codes");
        let metadata: HashMap<String, String> =
            details.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut rich = ErrorDetails::with_error_info(reason, DOMAIN, metadata);
        match &error {
            Error::Invalid(fields) => {
                for field in fields {
                    let code = field.code;
                    debug_assert!(
                        codes::is_field(code),
                        "the field code `{code}` is not declared in kit::error::codes"
                    );
                    rich.add_bad_request_violation(field.field.as_ref(), field.code);
                }
            }
            Error::TooMany { retry_after } => {
                rich.set_retry_info(Some(*retry_after));
            }
            _ => {}
        }
        Status::with_error_details(code, reason, rich)
    }
}

#[cfg(feature = "db")]
impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => Self::unavailable(error),
            // Text PostgreSQL cannot hold (a NUL, say) and numbers it cannot: the caller's mistake that slipped past a parser.
            sqlx::Error::Database(cause) => match cause.code().as_deref() {
                Some("22021" | "22P05") => Self::invalid("", "invalid_characters"),
                Some("22003") => Self::invalid("", "out_of_range"),
                // Shutting down, starting up, connection lost: https://www.postgresql.org/docs/current/errcodes-appendix.html
                Some("57P01" | "57P02" | "57P03" | "53300" | "55P03" | "57014") => Self::unavailable(error),
                _ => Self::internal(error),
            },
            _ => Self::internal(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_text_never_leaves() {
        let status = Status::from(Error::internal(anyhow::anyhow!("password of db-7 is hunter2")));
        assert_eq!((status.code(), status.message()), (Code::Internal, "internal"));
        assert!(!format!("{status:?}").contains("hunter2"));
    }

    #[test]
    fn every_broken_rule_travels() {
        let fields = vec![
            FieldError { field: "login".into(), code: "required" },
            FieldError { field: "password".into(), code: "too_short" },
        ];
        let status = Status::from(Error::Invalid(fields));
        let details = status.get_error_details();
        let violations = details.bad_request().map(|b| b.field_violations.clone()).unwrap();
        assert_eq!(violations.len(), 2);
        assert_eq!((violations[1].field.as_str(), violations[1].description.as_str()), ("password", "too_short"));
    }
}
