//! The contracts, generated from `proto/sovqat/**`. Public messages are also the JSON of the REST API: names in
//! camelCase, 64-bit numbers as numbers, enums as strings in snake_case, times as RFC 3339. The gateway returns them
//! unchanged, so internal data belongs in separate messages.
//!
//! The comment directly above a public message or field becomes its description in `gateway/openapi.json`. A comment
//! with an empty line below it is only for readers of the `.proto` file.

pub mod event;
pub mod json;
pub mod outside;

/// Paths of all methods, sorted, and numbers of the [`common::Workload`]s that may call them.
pub static CALLERS: &[(&str, &[i32])] = include!(concat!(env!("OUT_DIR"), "/callers.rs"));

/// Paths of methods that need a permission, sorted, and numbers of their [`common::Permission`]s.
pub static PERMISSIONS: &[(&str, i32)] = include!(concat!(env!("OUT_DIR"), "/permissions.rs"));

/// Paths of methods that need a second factor of the last ten minutes (step-up), sorted.
pub static STEP_UP: &[&str] = include!(concat!(env!("OUT_DIR"), "/step_up.rs"));

/// Paths of methods whose responses contain customers' personal data, sorted.
pub static READS_PERSONAL_DATA: &[&str] = include!(concat!(env!("OUT_DIR"), "/reads_personal_data.rs"));

/// Paths of methods that a store's staff may call about their store, sorted.
pub static STORE_SCOPE: &[&str] = include!(concat!(env!("OUT_DIR"), "/store_scope.rs"));

/// The descriptors of all contracts, for gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

macro_rules! packages {
    ($($service:ident),*) => {
        /// Nested like the packages, because generated code refers to other packages by relative paths.
        #[expect(clippy::pedantic, clippy::allow_attributes, reason = "generated code")]
        pub mod sovqat {
            $(pub mod $service {
                pub mod v1 {
                    include!(concat!(env!("OUT_DIR"), "/sovqat.", stringify!($service), ".v1.rs"));
                }
            })*
        }
        $(pub use sovqat::$service::v1 as $service;)*
    };
}

packages!(common, feed, audit, auth, catalog, order, store, notification, seo, system);

/// Implementations of [`json::Named`] for the enums.
mod enums {
    include!(concat!(env!("OUT_DIR"), "/enums.rs"));
}

/// Implementations of [`event::Event`] for the messages of `events.proto`.
mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}
