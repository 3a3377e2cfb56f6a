//! What this service announces. It listens to nobody.

use outbox::Event;
use proto::auth::{SessionReuseDetected, UserRegistered};

/// An account exists that did not before.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct Registered(pub UserRegistered);

impl Event for Registered {
    const KIND: &'static str = "user_registered";
}

/// A copy of a refresh token came; its session was ended.
#[derive(serde::Serialize)]
#[serde(transparent)]
pub struct ReuseDetected(pub SessionReuseDetected);

impl Event for ReuseDetected {
    const KIND: &'static str = "session_reuse_detected";
}
