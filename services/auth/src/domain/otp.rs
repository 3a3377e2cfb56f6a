//! One-time codes of four digits can be guessed, so wrong attempts are limited per code, and per number and day. After
//! that, the owner needs the password on a new device.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{CryptoRng, Rng as _, RngCore};

use super::sliding_window::SlidingWindow;

pub const LENGTH: usize = 4;
const COUNT: u32 = 10_000;
pub const LIMIT_PERIOD: TimeDelta = TimeDelta::days(1);

/// No `Debug`: must not be logged.
pub struct Otp(String);

impl Otp {
    pub fn random(rng: &mut (impl RngCore + CryptoRng)) -> Self {
        Self(format!("{:04}", rng.gen_range(0..COUNT)))
    }

    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        let digits = raw.trim();
        match digits.len() {
            0 => Err("required"),
            LENGTH if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Self(digits.to_owned())),
            _ => Err("invalid"),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub ttl: TimeDelta,
    /// Between two codes for one number.
    pub resend: TimeDelta,
    pub tries: i32,
    pub sends_an_hour: usize,
    pub sends_a_day: usize,
    /// For all codes of one number.
    pub wrong_a_day: usize,
}

#[derive(Debug, Clone)]
pub struct CodeRecord {
    pub code_hash: Option<Vec<u8>>,
    /// The code works only with this token.
    pub token_hash: Option<Vec<u8>>,
    pub expires_at: DateTime<Utc>,
    pub tries: i32,
    pub sent_at: Vec<DateTime<Utc>>,
    pub wrong_at: Vec<DateTime<Utc>>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum CodeState {
    Usable,
    Expired,
    TooManyTries,
    /// How long the next attempt at any code of this number has to wait.
    Blocked(TimeDelta),
}

impl Rules {
    /// No code is sent while attempts are blocked, because it could not be entered.
    pub fn wait_to_send(&self, record: &CodeRecord, now: DateTime<Utc>) -> Option<TimeDelta> {
        let sends = [(1, self.resend), (self.sends_an_hour, TimeDelta::hours(1)), (self.sends_a_day, LIMIT_PERIOD)];
        let waits = sends.map(|(limit, period)| SlidingWindow { limit, period }.wait(&record.sent_at, now));
        waits.into_iter().chain([self.wait_to_try(record, now)]).flatten().max()
    }

    pub fn state(&self, record: &CodeRecord, now: DateTime<Utc>) -> CodeState {
        match self.wait_to_try(record, now) {
            Some(wait) => CodeState::Blocked(wait),
            None if record.code_hash.is_none() || record.expires_at <= now => CodeState::Expired,
            None if record.tries >= self.tries => CodeState::TooManyTries,
            None => CodeState::Usable,
        }
    }

    fn wait_to_try(&self, record: &CodeRecord, now: DateTime<Utc>) -> Option<TimeDelta> {
        SlidingWindow { limit: self.wrong_a_day, period: LIMIT_PERIOD }.wait(&record.wrong_at, now)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::OsRng;

    use super::*;

    const RULES: Rules = Rules {
        ttl: TimeDelta::minutes(5),
        resend: TimeDelta::seconds(60),
        tries: 5,
        sends_an_hour: 5,
        sends_a_day: 10,
        wrong_a_day: 15,
    };

    #[test]
    fn codes_are_four_random_digits() {
        let mut first_digits = std::collections::HashSet::new();
        for _ in 0..1_000 {
            let code = Otp::random(&mut OsRng);
            assert!(Otp::parse(code.as_str()).is_ok());
            first_digits.insert(code.as_str().as_bytes()[0]);
        }
        assert_eq!(first_digits.len(), 10, "each digit comes first in some of 1,000 codes");
        for (raw, error) in [("", "required"), ("123", "invalid"), ("12345", "invalid"), ("12a4", "invalid")] {
            assert_eq!(Otp::parse(raw).err(), Some(error));
        }
        assert_eq!(Otp::parse("١٢").err(), Some("invalid"), "four bytes, but not ASCII digits");
        assert_eq!(Otp::parse(" 0042 ").ok().as_ref().map(Otp::as_str), Some("0042"));
    }

    /// 15 attempts at 10,000 codes: a chance of 1 in 666 per day.
    #[test]
    fn a_day_of_guessing_is_limited_to_fifteen_attempts() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let mut record = CodeRecord {
            code_hash: None,
            token_hash: None,
            expires_at: start,
            tries: 0,
            sent_at: Vec::new(),
            wrong_at: Vec::new(),
        };
        let mut wrong_attempts = 0;
        for second in 0..24 * 3600 {
            let now = start + TimeDelta::seconds(second);
            if RULES.wait_to_send(&record, now).is_none() {
                record.sent_at.push(now);
                (record.code_hash, record.expires_at, record.tries) = (Some(vec![]), now + RULES.ttl, 0);
            }
            if RULES.state(&record, now) == CodeState::Usable {
                record.tries += 1;
                record.wrong_at.push(now);
                wrong_attempts += 1;
            }
        }
        assert_eq!(wrong_attempts, 15);
        assert_eq!(record.sent_at.len(), 3, "15 attempts at 5 per code; later codes could not be tried");
    }
}
