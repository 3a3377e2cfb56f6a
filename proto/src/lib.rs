//! The contracts, generated from `proto/sovqat/**`. Public messages double as REST JSON: camelCase names, numbers as numbers,
//! enums as snake_case strings, times as RFC 3339; `build.rs` sees to that once for all of them.
//!
//! There is no logic here. What must not be public is a message of its own, never a field one must remember to strip.

pub mod event;
pub mod json;

/// Everything the servers' reflection tells.
pub const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

macro_rules! packages {
    ($($service:ident),*) => {
        /// The modules as the packages are nested; generated code finds its neighbours this way.
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
