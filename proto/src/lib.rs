//! Code generated from `proto/sovqat/**`. Messages are also the JSON of the REST API; the comment directly above a
//! message or field describes it in `gateway/openapi.json`.

pub mod event;
pub mod json;
pub mod outside;

/// Sorted methods, with the [`common::Workload`]s that may call them.
pub static CALLERS: &[(&str, &[i32])] = include!(concat!(env!("OUT_DIR"), "/callers.rs"));

/// Sorted methods, with their [`common::Permission`]s.
pub static PERMISSIONS: &[(&str, i32)] = include!(concat!(env!("OUT_DIR"), "/permissions.rs"));

/// Methods that need a second factor of the last ten minutes.
pub static STEP_UP: &[&str] = include!(concat!(env!("OUT_DIR"), "/step_up.rs"));

/// Methods that return customers' personal data.
pub static READS_PERSONAL_DATA: &[&str] = include!(concat!(env!("OUT_DIR"), "/reads_personal_data.rs"));

/// Methods that a store's staff may call about their store.
pub static STORE_SCOPE: &[&str] = include!(concat!(env!("OUT_DIR"), "/store_scope.rs"));

/// For gRPC reflection.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

macro_rules! packages {
    ($($service:ident),*) => {
        /// Nested like the packages, because generated code uses relative paths.
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

mod enums {
    include!(concat!(env!("OUT_DIR"), "/enums.rs"));
}

mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}
