use chrono::TimeDelta;

use super::parse_span;
use crate::domain::{
    otp::Rules,
    throttle::{AttemptLimit, AttemptLimits},
};

#[derive(Debug, Clone, clap::Args)]
pub struct LimitConfig {
    /// Lifetime of a one-time code
    #[arg(long, env = "AUTH_CODE_TTL", value_parser = parse_span, default_value = "5m")]
    pub code_ttl: TimeDelta,
    /// Minimum time between two codes for one number
    #[arg(long, env = "AUTH_CODE_RESEND", value_parser = parse_span, default_value = "60s")]
    pub code_resend: TimeDelta,
    /// Wrong attempts allowed per code
    #[arg(long, env = "AUTH_CODE_TRIES", default_value_t = 5)]
    pub code_tries: i32,
    /// Codes sent to one number per hour
    #[arg(long, env = "AUTH_CODE_SENDS_AN_HOUR", default_value_t = 5)]
    pub code_sends_an_hour: usize,
    /// Codes sent to one number per day
    #[arg(long, env = "AUTH_CODE_SENDS_A_DAY", default_value_t = 10)]
    pub code_sends_a_day: usize,
    /// Wrong attempts per day at the codes of one number
    #[arg(long, env = "AUTH_CODE_WRONG_A_DAY", default_value_t = 15)]
    pub code_wrong_a_day: usize,
    /// Wrong passwords for one login without a wait; then a second, doubling each time
    #[arg(long, env = "AUTH_LOGIN_FREE", default_value_t = 10)]
    pub login_free: i32,
    /// Time after which one of them is forgiven
    #[arg(long, env = "AUTH_LOGIN_FORGIVES_EVERY", value_parser = parse_span, default_value = "15m")]
    pub login_forgives_every: TimeDelta,
    /// E-mails with a link to one address without a wait; then a minute, doubling each time
    #[arg(long, env = "AUTH_MAILBOX_FREE", default_value_t = 3)]
    pub mailbox_free: i32,
    /// Time after which one of them is forgiven
    #[arg(long, env = "AUTH_MAILBOX_FORGIVES_EVERY", value_parser = parse_span, default_value = "20m")]
    pub mailbox_forgives_every: TimeDelta,
    /// Attempts of one kind from one network without a wait. 100 when unset, 10000 in local mode
    #[arg(long, env = "AUTH_PLACE_FREE")]
    pub place_free: Option<i32>,
    /// Time after which one of them is forgiven
    #[arg(long, env = "AUTH_PLACE_FORGIVES_EVERY", value_parser = parse_span, default_value = "30s")]
    pub place_forgives_every: TimeDelta,
    /// Factor of all budgets per network and day. 1 when unset, 100 in local mode
    #[arg(long, env = "AUTH_NETWORK_BUDGET_FACTOR")]
    pub network_budget_factor: Option<u32>,
    /// Upper limit of any of these waiting times
    #[arg(long, env = "AUTH_LONGEST_WAIT", value_parser = parse_span, default_value = "15m")]
    pub longest_wait: TimeDelta,
}

impl LimitConfig {
    pub fn code_rules(&self) -> Rules {
        Rules {
            ttl: self.code_ttl,
            resend: self.code_resend,
            max_tries: self.code_tries,
            max_sends_an_hour: self.code_sends_an_hour,
            max_sends_a_day: self.code_sends_a_day,
            max_wrong_a_day: self.code_wrong_a_day,
        }
    }

    pub fn attempt_limits(&self, is_local: bool) -> AttemptLimits {
        // The flags call a network "place".
        let place_free = self.place_free.unwrap_or(if is_local { 10_000 } else { 100 });
        let limit = |name, free, first_wait, forgives_every| AttemptLimit {
            name,
            free,
            first_wait,
            forgives_every,
            max_wait: self.longest_wait,
        };
        let (second, minute) = (TimeDelta::seconds(1), TimeDelta::minutes(1));
        AttemptLimits {
            login: limit("login_attempts", self.login_free, second, self.login_forgives_every),
            network: limit("network_attempts", place_free, second, self.place_forgives_every),
            mailbox: limit("mailbox_attempts", self.mailbox_free, minute, self.mailbox_forgives_every),
            network_budget_factor: self.network_budget_factor.unwrap_or(if is_local { 100 } else { 1 }),
        }
    }
}
