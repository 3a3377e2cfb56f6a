//! The version and commit of a program, for logs, metrics and the version page of the admin port.

use std::{fmt, sync::OnceLock};

use chrono::{DateTime, Utc};

/// Version and commit of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildInfo {
    pub version: &'static str,
    /// `unknown` for programs that were not compiled for a release.
    pub commit: &'static str,
}

impl BuildInfo {
    /// The build of a program that tests run inside their own process.
    pub const UNKNOWN: Self = Self { version: "0.0.0", commit: "unknown" };
}

/// The build of the running process, and when it started.
static RUNNING: OnceLock<(BuildInfo, DateTime<Utc>)> = OnceLock::new();

impl BuildInfo {
    /// Returns the build of this process and its start; `None` in tests, which start no process.
    pub fn running() -> Option<(Self, DateTime<Utc>)> {
        RUNNING.get().copied()
    }

    pub(crate) fn set_running(self, started_at: DateTime<Utc>) {
        // Set once: a process starts once.
        let _ = RUNNING.set((self, started_at));
    }
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
