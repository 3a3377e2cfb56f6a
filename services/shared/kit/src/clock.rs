//! The time, which tests can set.

use std::{fmt, sync::Arc};

use chrono::{DateTime, SubsecRound as _, Utc};

#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// Cuts times to microseconds, the resolution of PostgreSQL.
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the system clock")]
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
    fn system_time_is_cut_to_microseconds() {
        let clock = Clock::system();
        assert!((0..100).all(|_| clock.now().timestamp_subsec_nanos().is_multiple_of(1_000)));
    }
}
