//! Events that services publish in their feeds, the streams that other services read. `build.rs` implements [`Event`]
//! for each message of an `events.proto` whose comment begins with its kind, as in `` `password_changed`: … ``.

/// A fact that a service publishes, and that other services may use. Its JSON is the payload of the event.
pub trait Event: serde::Serialize {
    /// The kind that consumers request: the name of the message in snake_case.
    const KIND: &'static str;
}
