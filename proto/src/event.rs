//! The events of services.

/// `build.rs` implements it for each event. The JSON is the payload.
pub trait Event: serde::Serialize {
    /// The message's name in snake_case.
    const KIND: &'static str;
}
