//! Failures of a publication, each with the reason that its metric names.

use async_nats::jetstream::{
    ErrorCode,
    context::{PublishError, PublishErrorKind},
};

/// JetStream's codes for a full stream, account or disk.
const STORAGE: [u64; 4] = [10_023, 10_028, 10_047, 10_077];

/// Another publisher has written, or an operator has requested a snapshot. The next run asks the stream where to
/// continue.
pub(super) const CONFLICT: &str = "conflict";

pub(super) struct Failure {
    pub reason: &'static str,
    pub error: anyhow::Error,
}

impl Failure {
    /// `what` says what could not be done.
    pub fn new(reason: &'static str, error: impl Into<anyhow::Error>, what: impl Into<String>) -> Self {
        let error: anyhow::Error = error.into();
        Self { reason, error: error.context(what.into()) }
    }

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

/// `None` if JetStream did not answer.
pub(super) fn code(error: &dyn std::error::Error) -> Option<ErrorCode> {
    error.source()?.downcast_ref::<async_nats::jetstream::Error>().map(async_nats::jetstream::Error::error_code)
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::new("database", error, "the outbox cannot be read")
    }
}
