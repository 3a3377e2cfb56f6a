//! How often things may be tried. What concerns one number or one account is the same everywhere; what concerns a place is
//! generous in local mode, where everybody comes from one.

use chrono::TimeDelta;

use super::parse_span;
use crate::domain::{
    otp::Rules,
    throttle::{Patience, Patiences},
};

#[derive(Debug, Clone, clap::Args)]
pub struct LimitConfig {
    /// How long a one-time code is good
    #[arg(long, env = "AUTH_CODE_TTL", value_parser = parse_span, default_value = "5m")]
    pub code_ttl: TimeDelta,
    /// How long until another code may be asked for
    #[arg(long, env = "AUTH_CODE_RESEND", value_parser = parse_span, default_value = "60s")]
    pub code_resend: TimeDelta,
    /// Wrong tries at one code
    #[arg(long, env = "AUTH_CODE_TRIES", default_value_t = 5)]
    pub code_tries: i32,
    /// Codes sent to one number in any hour
    #[arg(long, env = "AUTH_CODE_SENDS_AN_HOUR", default_value_t = 5)]
    pub code_sends_an_hour: usize,
    /// Codes sent to one number in any day
    #[arg(long, env = "AUTH_CODE_SENDS_A_DAY", default_value_t = 10)]
    pub code_sends_a_day: usize,
    /// Wrong tries at the codes of one number in any day
    #[arg(long, env = "AUTH_CODE_WRONG_A_DAY", default_value_t = 15)]
    pub code_wrong_a_day: usize,
    /// Wrong passwords for one login before the next has to wait: a second, then twice as long each time
    #[arg(long, env = "AUTH_LOGIN_FREE", default_value_t = 10)]
    pub login_free: i32,
    /// How long it takes until one of them is forgiven
    #[arg(long, env = "AUTH_LOGIN_FORGIVES_EVERY", value_parser = parse_span, default_value = "15m")]
    pub login_forgives_every: TimeDelta,
    /// Mails with a link to one address before the next has to wait: a minute, then twice as long each time
    #[arg(long, env = "AUTH_MAILBOX_FREE", default_value_t = 3)]
    pub mailbox_free: i32,
    /// How long it takes until one of them is forgiven
    #[arg(long, env = "AUTH_MAILBOX_FORGIVES_EVERY", value_parser = parse_span, default_value = "20m")]
    pub mailbox_forgives_every: TimeDelta,
    /// Attempts of one kind from one address before the next has to wait; many people may share one. 100, and 10000 in local
    /// mode, when unset
    #[arg(long, env = "AUTH_PLACE_FREE")]
    pub place_free: Option<i32>,
    /// How long it takes until one of them is forgiven
    #[arg(long, env = "AUTH_PLACE_FORGIVES_EVERY", value_parser = parse_span, default_value = "30s")]
    pub place_forgives_every: TimeDelta,
    /// The longest that anybody has to wait
    #[arg(long, env = "AUTH_LONGEST_WAIT", value_parser = parse_span, default_value = "15m")]
    pub longest_wait: TimeDelta,
}

impl LimitConfig {
    pub fn code_rules(&self) -> Rules {
        Rules {
            ttl: self.code_ttl,
            resend: self.code_resend,
            tries: self.code_tries,
            sends_an_hour: self.code_sends_an_hour,
            sends_a_day: self.code_sends_a_day,
            wrong_a_day: self.code_wrong_a_day,
        }
    }

    pub fn patiences(&self, is_local: bool) -> Patiences {
        let place_free = self.place_free.unwrap_or(if is_local { 10_000 } else { 100 });
        let patience =
            |free, first, forgives_every| Patience { free, first, forgives_every, longest: self.longest_wait };
        let (second, minute) = (TimeDelta::seconds(1), TimeDelta::minutes(1));
        Patiences {
            login: patience(self.login_free, second, self.login_forgives_every),
            place: patience(place_free, second, self.place_forgives_every),
            mailbox: patience(self.mailbox_free, minute, self.mailbox_forgives_every),
        }
    }
}
