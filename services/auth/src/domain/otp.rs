//! One-time codes have only four digits, so wrong attempts are limited per code, and per number and day. Beyond these
//! limits, the owner needs the password or a known device.

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
    /// Minimum time between two codes for one number.
    pub resend: TimeDelta,
    /// Wrong attempts at one code.
    pub max_tries: i32,
    pub max_sends_an_hour: usize,
    pub max_sends_a_day: usize,
    /// Wrong attempts at all codes of one number.
    pub max_wrong_a_day: usize,
}

/// The newest code of a number, and the attempts of the last day.
#[derive(Debug, Clone)]
pub struct CodeRecord {
    /// `None` before the first code, and after its use.
    pub code_hash: Option<Vec<u8>>,
    /// The code works only with this token. `None` like the code.
    pub token_hash: Option<Vec<u8>>,
    pub expires_at: DateTime<Utc>,
    /// Wrong attempts at this code.
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
        let windows = [
            SlidingWindow { limit: 1, period: self.resend },
            SlidingWindow { limit: self.max_sends_an_hour, period: TimeDelta::hours(1) },
            SlidingWindow { limit: self.max_sends_a_day, period: LIMIT_PERIOD },
        ];
        let waits = windows.map(|window| window.wait(&record.sent_at, now));
        waits.into_iter().chain([self.wait_to_try(record, now)]).flatten().max()
    }

    pub fn state(&self, record: &CodeRecord, now: DateTime<Utc>) -> CodeState {
        match self.wait_to_try(record, now) {
            Some(wait) => CodeState::Blocked(wait),
            None if record.code_hash.is_none() || record.expires_at <= now => CodeState::Expired,
            None if record.tries >= self.max_tries => CodeState::TooManyTries,
            None => CodeState::Usable,
        }
    }

    fn wait_to_try(&self, record: &CodeRecord, now: DateTime<Utc>) -> Option<TimeDelta> {
        SlidingWindow { limit: self.max_wrong_a_day, period: LIMIT_PERIOD }.wait(&record.wrong_at, now)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::OsRng;

    use super::*;

    const RULES: Rules = Rules {
        ttl: TimeDelta::minutes(5),
        resend: TimeDelta::seconds(60),
        max_tries: 5,
        max_sends_an_hour: 5,
        max_sends_a_day: 10,
        max_wrong_a_day: 15,
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
