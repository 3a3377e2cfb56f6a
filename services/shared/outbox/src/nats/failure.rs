//! Why a run of the publisher to NATS failed, by the reason that the metric shows.

use async_nats::jetstream::{
    ErrorCode,
    context::{PublishError, PublishErrorKind},
};

/// JetStream's error codes for a stream, an account or a disk that is full: no memory or storage left for the account
/// or the server, and a message that could not be stored.
const STORAGE: [u64; 4] = [10_023, 10_028, 10_047, 10_077];

/// The reason when another publisher has written to the stream, or an operator has deleted the cursor. It is no error:
/// the next run asks the stream where to continue.
pub(super) const CONFLICT: &str = "conflict";

/// A failure of a run.
pub(super) struct Failure {
    /// The label of [`NATS_FAILURES`](kit::telemetry::names::NATS_FAILURES).
    pub reason: &'static str,
    pub error: anyhow::Error,
}

impl Failure {
    /// `what` says what could not be done.
    pub fn new(reason: &'static str, error: impl Into<anyhow::Error>, what: impl Into<String>) -> Self {
        let error: anyhow::Error = error.into();
        Self { reason, error: error.context(what.into()) }
    }

    /// Returns the failure of a publication; `what` names the message.
    pub fn of_publication(error: PublishError, what: &str) -> Self {
        let reason = match error.kind() {
            PublishErrorKind::TimedOut => "slow",
            PublishErrorKind::BrokenPipe => "connect",
            PublishErrorKind::StreamNotFound => "stream",
            PublishErrorKind::WrongLastSequence => CONFLICT,
            _ if code(&error).is_some_and(|code| STORAGE.contains(&code.0)) => "storage",
            _ => "refused",
        };
        Self::new(reason, error, format!("NATS did not confirm {what}"))
    }
}

/// Returns the code with which JetStream answered a request, or `None` if it did not answer.
pub(super) fn code(error: &dyn std::error::Error) -> Option<ErrorCode> {
    error.source()?.downcast_ref::<async_nats::jetstream::Error>().map(async_nats::jetstream::Error::error_code)
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::new("database", error, "the outbox cannot be read")
    }
}
