//! Time is handed in, so that a test can turn it.

use std::{fmt, sync::Arc};

use chrono::{DateTime, SubsecRound as _, Utc};

#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// As fine as a database keeps it: what is answered now is what is read later.
    #[expect(clippy::disallowed_methods, reason = "this is where the time comes from")]
    pub fn system() -> Self {
        Self(Arc::new(|| Utc::now().trunc_subsecs(6)))
    }

    pub fn from_fn(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub fn now(&self) -> DateTime<Utc> {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_moment_is_finer_than_a_database_keeps_it() {
        let clock = Clock::system();
        assert!((0..100).all(|_| clock.now().timestamp_subsec_nanos().is_multiple_of(1_000)));
    }
}
