//! During a grace period, an exchanged token still returns its successor, because two tabs may refresh at the same
//! time. Later use means that the token was copied.

use chrono::{DateTime, TimeDelta, Utc};

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long a session lasts without a refresh.
    pub idle: TimeDelta,
    /// How long any session lasts.
    pub absolute: TimeDelta,
    /// How long an exchanged token still returns its successor.
    pub grace: TimeDelta,
}

#[derive(Debug, Clone, Copy)]
pub struct TokenState {
    pub session_began: DateTime<Utc>,
    pub session_ended: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub rotated_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Rotate,
    /// Another tab has just exchanged the token.
    ReturnSuccessor,
    /// The token was copied.
    Reuse,
    Expired,
}

impl Limits {
    pub fn decide(&self, state: &TokenState, now: DateTime<Utc>) -> Verdict {
        // The absolute limit may have been lowered since the token was issued.
        let is_expired =
            state.session_ended.is_some() || now >= state.expires_at || now >= state.session_began + self.absolute;
        match state.rotated_at {
            _ if is_expired => Verdict::Expired,
            None => Verdict::Rotate,
            Some(at) if now <= at + self.grace => Verdict::ReturnSuccessor,
            Some(_) => Verdict::Reuse,
        }
    }

    pub fn expiry(&self, session_began: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.idle).min(session_began + self.absolute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits =
        Limits { idle: TimeDelta::days(30), absolute: TimeDelta::days(180), grace: TimeDelta::seconds(30) };

    fn fresh() -> TokenState {
        let session_began = DateTime::UNIX_EPOCH;
        TokenState { session_began, session_ended: None, expires_at: session_began + LIMITS.idle, rotated_at: None }
    }

    #[test]
    fn reuse_after_the_grace_period_is_detected() {
        let began = fresh().session_began;
        let rotated = TokenState { rotated_at: Some(began), ..fresh() };
        assert_eq!(LIMITS.decide(&fresh(), began), Verdict::Rotate);
        assert_eq!(LIMITS.decide(&rotated, began + TimeDelta::seconds(30)), Verdict::ReturnSuccessor);
        assert_eq!(LIMITS.decide(&rotated, began + TimeDelta::seconds(31)), Verdict::Reuse);
    }

    #[test]
    fn expired_tokens_and_sessions_are_not_reuse() {
        let began = fresh().session_began;
        let ended = TokenState { session_ended: Some(began), rotated_at: Some(began), ..fresh() };
        assert_eq!(LIMITS.decide(&ended, began + TimeDelta::days(1)), Verdict::Expired);
        assert_eq!(LIMITS.decide(&fresh(), began + TimeDelta::days(30)), Verdict::Expired);
        let generous = TokenState { expires_at: began + TimeDelta::days(999), ..fresh() };
        assert_eq!(LIMITS.decide(&generous, began + TimeDelta::days(180)), Verdict::Expired);
    }

    #[test]
    fn expiry_slides_up_to_the_absolute_end() {
        let began = fresh().session_began;
        assert_eq!(LIMITS.expiry(began, began), began + TimeDelta::days(30));
        assert_eq!(LIMITS.expiry(began, began + TimeDelta::days(179)), began + TimeDelta::days(180));
    }
}
