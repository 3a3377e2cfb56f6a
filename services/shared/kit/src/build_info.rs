//! The version and commit of a program.

use std::fmt;

/// Version and commit of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildInfo {
    pub version: &'static str,
    /// `unknown` for programs that were not compiled for a release.
    pub commit: &'static str,
}

impl BuildInfo {
    /// The build of programs that tests start in their own process.
    pub const UNKNOWN: Self = Self { version: "0.0.0", commit: "unknown" };
}

impl fmt::Display for BuildInfo {
    /// Writes the version with the commit as build metadata, as in semantic versioning: `0.1.0+4f2a9c1`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}+{}", self.version, self.commit)
    }
}

/// Returns the [`BuildInfo`] of the crate that uses the macro. Releases are compiled with `SOVQAT_COMMIT`. Only `main.rs`
/// uses it, so that another commit does not compile the libraries again.
#[macro_export]
macro_rules! build_info {
    () => {
        $crate::BuildInfo {
            version: ::std::env!("CARGO_PKG_VERSION"),
            commit: match ::std::option_env!("SOVQAT_COMMIT") {
                Some(commit) => commit,
                None => "unknown",
            },
        }
    };
}
