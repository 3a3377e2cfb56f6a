//! The contracts, generated from `proto/sovqat/**`. Public messages are also the JSON of the REST API: names in
//! camelCase, 64-bit numbers as numbers, enums as strings in snake_case, times as RFC 3339. `build.rs` adds the
//! attributes for that.
//!
//! Contains no logic. The gateway returns public messages unchanged, so internal data belongs in a message of its own.

pub mod event;
pub mod json;

/// The path of every method, sorted, and the numbers of the [`common::Workload`]s that may call it.
pub static CALLERS: &[(&str, &[i32])] = include!(concat!(env!("OUT_DIR"), "/callers.rs"));

/// The path of every method that needs a permission, sorted, and the number of its [`common::Permission`].
pub static PERMISSIONS: &[(&str, i32)] = include!(concat!(env!("OUT_DIR"), "/permissions.rs"));

/// The descriptors of all contracts, which servers use for gRPC reflection.
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

packages!(common, feed, auth, catalog, order, store, notification, seo);

mod enums {
    include!(concat!(env!("OUT_DIR"), "/enums.rs"));
}

mod kinds {
    include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
}
