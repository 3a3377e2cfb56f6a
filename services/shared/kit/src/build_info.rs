//! The version and commit of the running program.

use std::{fmt, sync::OnceLock};

use chrono::{DateTime, Utc};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildInfo {
    pub version: &'static str,
    /// `unknown` unless compiled for a release.
    pub commit: &'static str,
}

impl BuildInfo {
    pub const UNKNOWN: Self = Self { version: "0.0.0", commit: "unknown" };
}

/// The build of this process, and when it started.
static RUNNING: OnceLock<(BuildInfo, DateTime<Utc>)> = OnceLock::new();

impl BuildInfo {
    pub fn running() -> Option<(Self, DateTime<Utc>)> {
        RUNNING.get().copied()
    }

    pub(crate) fn set_running(self, started_at: DateTime<Utc>) {
        let _ = RUNNING.set((self, started_at));
    }
}

impl fmt::Display for BuildInfo {
    /// Such as `0.1.0+4f2a9c1`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}+{}", self.version, self.commit)
    }
}

/// Use it only in `main.rs`, so that a new `SOVQAT_COMMIT` recompiles no library.
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
