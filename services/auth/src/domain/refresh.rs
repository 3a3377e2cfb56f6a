//! What becomes of a refresh token that comes back. A token is exchanged once; for a short grace it may be exchanged again,
//! because two tabs refresh at the same moment. Later it can only be a copy, and nobody knows who holds the original: the
//! whole session ends.

use chrono::{DateTime, TimeDelta, Utc};

/// How long signing in lasts.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// A session that is not used for this long is over.
    pub idle: TimeDelta,
    /// No session outlives this, however much it is used.
    pub absolute: TimeDelta,
    /// How long an exchanged token is still good.
    pub grace: TimeDelta,
}

/// What is known of the session and of the token that came.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    pub session_began: DateTime<Utc>,
    pub session_ended: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub rotated_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Exchange it.
    Rotate,
    /// It was exchanged a moment ago by another tab: give this one a token of its own.
    Join,
    /// It was exchanged long ago: end the session.
    Reuse,
    /// The session or the token is over; sign in again.
    Over,
}

impl Limits {
    pub fn judge(&self, standing: &Standing, now: DateTime<Utc>) -> Verdict {
        // The absolute limit is asked again: it may have been lowered since the token was issued.
        let is_over = standing.session_ended.is_some()
            || now >= standing.expires_at
            || now >= standing.session_began + self.absolute;
        match standing.rotated_at {
            _ if is_over => Verdict::Over,
            None => Verdict::Rotate,
            Some(at) if now <= at + self.grace => Verdict::Join,
            Some(_) => Verdict::Reuse,
        }
    }

    /// When a token issued now expires.
    pub fn expiry(&self, session_began: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.idle).min(session_began + self.absolute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits =
        Limits { idle: TimeDelta::days(30), absolute: TimeDelta::days(180), grace: TimeDelta::seconds(30) };

    fn fresh() -> Standing {
        let session_began = DateTime::UNIX_EPOCH;
        Standing { session_began, session_ended: None, expires_at: session_began + LIMITS.idle, rotated_at: None }
    }

    #[test]
    fn the_grace_is_short_and_then_a_copy_ends_the_session() {
        let began = fresh().session_began;
        let rotated = Standing { rotated_at: Some(began), ..fresh() };
        assert_eq!(LIMITS.judge(&fresh(), began), Verdict::Rotate);
        assert_eq!(LIMITS.judge(&rotated, began + TimeDelta::seconds(30)), Verdict::Join);
        assert_eq!(LIMITS.judge(&rotated, began + TimeDelta::seconds(31)), Verdict::Reuse);
    }

    #[test]
    fn what_is_over_is_over_and_no_theft() {
        let began = fresh().session_began;
        let ended = Standing { session_ended: Some(began), rotated_at: Some(began), ..fresh() };
        assert_eq!(LIMITS.judge(&ended, began + TimeDelta::days(1)), Verdict::Over);
        assert_eq!(LIMITS.judge(&fresh(), began + TimeDelta::days(30)), Verdict::Over);
        let generous = Standing { expires_at: began + TimeDelta::days(999), ..fresh() };
        assert_eq!(LIMITS.judge(&generous, began + TimeDelta::days(180)), Verdict::Over);
    }

    #[test]
    fn expiry_slides_up_to_the_absolute_end() {
        let began = fresh().session_began;
        assert_eq!(LIMITS.expiry(began, began), began + TimeDelta::days(30));
        assert_eq!(LIMITS.expiry(began, began + TimeDelta::days(179)), began + TimeDelta::days(180));
    }
}
