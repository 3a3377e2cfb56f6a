//! One-time codes. Four digits are few: what protects them is that there are five tries at a code, so many codes an hour, and
//! so many wrong tries a day at a number, whatever its codes are.
//!
//! The last of these lets a stranger use up a number's tries for a day. Its owner still has a password; 10,000 codes that can
//! be tried would leave nobody anything.

use chrono::{DateTime, TimeDelta, Utc};
use rand::{CryptoRng, Rng as _, RngCore};

use super::allowance::Allowance;

pub const LENGTH: usize = 4;
const COUNT: u32 = 10_000;
/// What limits look back upon.
pub const MEMORY: TimeDelta = TimeDelta::days(1);

/// It has no `Debug`, so that it cannot be logged by mistake.
pub struct Otp(String);

impl Otp {
    pub fn random(dice: &mut (impl RngCore + CryptoRng)) -> Self {
        Self(format!("{:04}", dice.gen_range(0..COUNT)))
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
    /// How long a code is good.
    pub ttl: TimeDelta,
    /// How long until the next may be asked for.
    pub resend: TimeDelta,
    /// Wrong tries at one code.
    pub tries: i32,
    pub sends_an_hour: usize,
    pub sends_a_day: usize,
    /// Wrong tries at a number, over all its codes.
    pub wrong_a_day: usize,
}

/// What is known of a number: its last code and what went before, nothing older than a day.
#[derive(Debug, Clone)]
pub struct Record {
    pub code_hash: Option<Vec<u8>>,
    pub expires_at: DateTime<Utc>,
    pub tries: i32,
    pub sent_at: Vec<DateTime<Utc>>,
    pub wrong_at: Vec<DateTime<Utc>>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Standing {
    /// It may be tried.
    Open,
    /// There is none, it was used, or its time is over.
    Expired,
    TooManyTries,
    /// No code of this number may be tried for so long.
    Closed(TimeDelta),
}

impl Rules {
    /// How long until a code may be sent. One that could not be tried is not sent.
    pub fn wait_to_send(&self, record: &Record, now: DateTime<Utc>) -> Option<TimeDelta> {
        let sends = [(1, self.resend), (self.sends_an_hour, TimeDelta::hours(1)), (self.sends_a_day, MEMORY)];
        let waits = sends.map(|(most, within)| Allowance { most, within }.wait(&record.sent_at, now));
        waits.into_iter().chain([self.wait_to_try(record, now)]).flatten().max()
    }

    pub fn judge(&self, record: &Record, now: DateTime<Utc>) -> Standing {
        match self.wait_to_try(record, now) {
            Some(wait) => Standing::Closed(wait),
            None if record.code_hash.is_none() || record.expires_at <= now => Standing::Expired,
            None if record.tries >= self.tries => Standing::TooManyTries,
            None => Standing::Open,
        }
    }

    fn wait_to_try(&self, record: &Record, now: DateTime<Utc>) -> Option<TimeDelta> {
        Allowance { most: self.wrong_a_day, within: MEMORY }.wait(&record.wrong_at, now)
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
    fn codes_are_four_digits_and_all_of_them_come() {
        let mut first_digits = std::collections::HashSet::new();
        for _ in 0..1_000 {
            let code = Otp::random(&mut OsRng);
            assert!(Otp::parse(code.as_str()).is_ok());
            first_digits.insert(code.as_str().as_bytes()[0]);
        }
        assert_eq!(first_digits.len(), 10);
        for (raw, complaint) in [("", "required"), ("123", "invalid"), ("12345", "invalid"), ("12a4", "invalid")] {
            assert_eq!(Otp::parse(raw).err(), Some(complaint));
        }
        assert_eq!(Otp::parse("١٢").err(), Some("invalid"), "four bytes, and no digits of ours");
        assert_eq!(Otp::parse(" 0042 ").ok().as_ref().map(Otp::as_str), Some("0042"));
    }

    /// However it is spread over codes and hours, a day is fifteen tries: 1 in 666 at the most.
    #[test]
    fn the_most_tenacious_guesser_gets_fifteen_tries_a_day() {
        let start = DateTime::<Utc>::UNIX_EPOCH;
        let mut record =
            Record { code_hash: None, expires_at: start, tries: 0, sent_at: Vec::new(), wrong_at: Vec::new() };
        let mut wrong = 0;
        for second in 0..24 * 3600 {
            let now = start + TimeDelta::seconds(second);
            if RULES.wait_to_send(&record, now).is_none() {
                record.sent_at.push(now);
                (record.code_hash, record.expires_at, record.tries) = (Some(vec![]), now + RULES.ttl, 0);
            }
            if RULES.judge(&record, now) == Standing::Open {
                record.tries += 1;
                record.wrong_at.push(now);
                wrong += 1;
            }
        }
        assert_eq!(wrong, 15);
        assert_eq!(record.sent_at.len(), 3, "and no code is sent that could not be tried");
    }
}
