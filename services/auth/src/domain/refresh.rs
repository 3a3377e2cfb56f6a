//! Defines the rules for refresh tokens, which a browser exchanges for new tokens. A token is exchanged once. During a
//! short grace period, an exchanged token still returns the same successor, because two tabs may refresh at the same
//! time. A later use means that the token was copied. Then the session ends, because it is unknown who holds the
//! original.

use chrono::{DateTime, TimeDelta, Utc};

/// The time limits of a session and its refresh tokens.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long a session may be unused before it ends.
    pub idle: TimeDelta,
    /// Maximum lifetime of a session.
    pub absolute: TimeDelta,
    /// How long an exchanged token still returns its successor.
    pub grace: TimeDelta,
}

/// A stored refresh token and its session.
#[derive(Debug, Clone, Copy)]
pub struct TokenState {
    pub session_began: DateTime<Utc>,
    pub session_ended: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    /// When the token was exchanged.
    pub rotated_at: Option<DateTime<Utc>>,
}

/// The decision about a presented token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The token was not exchanged yet, so it is exchanged now.
    Rotate,
    /// Another tab has exchanged the token moments ago, so the same successor is returned.
    Join,
    /// The token was exchanged earlier, so it was copied, and the session is ended.
    Reuse,
    /// The token or its session has ended, so the user has to sign in again.
    Expired,
}

impl Limits {
    /// Decides what happens to a token that is presented now.
    pub fn decide(&self, state: &TokenState, now: DateTime<Utc>) -> Verdict {
        // The absolute limit may have been lowered since the token was issued.
        let is_expired =
            state.session_ended.is_some() || now >= state.expires_at || now >= state.session_began + self.absolute;
        match state.rotated_at {
            _ if is_expired => Verdict::Expired,
            None => Verdict::Rotate,
            Some(at) if now <= at + self.grace => Verdict::Join,
            Some(_) => Verdict::Reuse,
        }
    }

    /// Returns when a token issued now expires.
    pub fn expiry(&self, session_began: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.idle).min(session_began + self.absolute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits =
        Limits { idle: TimeDelta::days(30), absolute: TimeDelta::days(180), grace: TimeDelta::seconds(30) };

    /// Returns a token that was issued when its session began, and not exchanged yet.
    fn fresh() -> TokenState {
        let session_began = DateTime::UNIX_EPOCH;
        TokenState { session_began, session_ended: None, expires_at: session_began + LIMITS.idle, rotated_at: None }
    }

    #[test]
    fn reuse_after_the_grace_period_is_detected() {
        let began = fresh().session_began;
        let rotated = TokenState { rotated_at: Some(began), ..fresh() };
        assert_eq!(LIMITS.decide(&fresh(), began), Verdict::Rotate);
        assert_eq!(LIMITS.decide(&rotated, began + TimeDelta::seconds(30)), Verdict::Join);
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
