//! Rate limits: one budget per client address and kind of request. Each process counts its own requests, and a
//! configured Valkey server those of all replicas.

mod valkey;

use std::{net::IpAddr, time::Duration};

use axum::http::Method;
use governor::{DefaultKeyedRateLimiter, RateLimiter, clock::Clock as _};
use kit::{client::network, config::Mode, worker::Worker};

use crate::{
    config::{Limits, Rate, ValkeyConfig},
    limits::valkey::{Quota, Valkey},
    problem::{Problem, ceil_seconds},
};

/// Suggestions have their own budget, because typing would use up the budget for pages.
const SUGGESTIONS: &str = "/api/v1/product/suggest";
/// Callbacks have their own budget, because banks send those of many customers from few addresses.
const CALLBACKS: &str = "/api/v1/payment/callback/";
/// Routes that check or send a secret, relative to the base of the API.
const SIGN_INS: [&str; 10] = [
    "/auth/signin",
    "/auth/signup",
    "/security/notice",
    "/security/notice/disown",
    "/user/delete",
    "/user/email/change",
    "/user/email/verify",
    "/user/email/verify/send",
    "/user/password/update",
    "/user/phone",
];
const SIGN_IN_PREFIXES: [&str; 3] = ["/auth/otp/", "/auth/passkey", "/auth/password/"];
/// Only the writes of these count, because every page of the back office reads the session.
const SIGN_IN_WRITES: [&str; 4] = ["/staff/passkeys", "/staff/second-factors", "/staff/session", "/user/passkeys"];
/// Counts as a read, because the back office renews its tokens without its user.
const STAFF_REFRESH: &str = "/staff/session/refresh";

pub struct Budgets {
    reads: Budget,
    suggestions: Budget,
    writes: Budget,
    sign_ins: Budget,
    callbacks: Budget,
    valkey: Option<Valkey>,
    exempts_loopback: bool,
}

struct Budget {
    /// Its name is the reason of a refusal, in the metric and in the log.
    quota: Quota,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
}

impl Budgets {
    /// Local mode does not limit the loopback address, from which tests call.
    pub fn new(limits: &Limits, valkey: &ValkeyConfig, mode: Mode) -> anyhow::Result<Self> {
        Ok(Self {
            reads: Budget::new("gateway_reads", limits.limit_reads),
            suggestions: Budget::new("gateway_suggestions", limits.limit_suggestions),
            writes: Budget::new("gateway_writes", limits.limit_writes),
            sign_ins: Budget::new("gateway_sign_ins", limits.limit_sign_ins),
            callbacks: Budget::new("gateway_callbacks", limits.limit_callbacks),
            valkey: Valkey::new(valkey, mode)?,
            exempts_loopback: mode == Mode::Local,
        })
    }

    /// Counts a request, or refuses it. Valkey counts only what this process allows, so a flood does not reach it.
    pub async fn spend(&self, client: IpAddr, method: &Method, path: &str) -> Result<(), Problem> {
        if self.exempts_loopback && client.is_loopback() {
            return Ok(());
        }
        let budget = self.budget_of(method, path);
        let client = network(client);
        budget.spend(client)?;
        let Some(valkey) = &self.valkey else { return Ok(()) };
        match valkey.spend(&budget.quota, client).await {
            Some(Err(wait)) => Err(budget.refuse(wait)),
            // Without an answer, the count of this process is enough.
            Some(Ok(())) | None => Ok(()),
        }
    }

    fn budget_of(&self, method: &Method, path: &str) -> &Budget {
        if is_sign_in(method, path) {
            &self.sign_ins
        } else if path == SUGGESTIONS {
            &self.suggestions
        } else if path.starts_with(CALLBACKS) {
            &self.callbacks
        } else if is_read(method) {
            &self.reads
        } else {
            &self.writes
        }
    }

    pub fn worker(&self) -> Option<Worker> {
        self.valkey.as_ref().map(Valkey::worker)
    }

    /// Forgets clients whose whole budget is available again.
    pub fn sweep(&self) {
        for budget in [&self.reads, &self.suggestions, &self.writes, &self.sign_ins, &self.callbacks] {
            budget.limiter.retain_recent();
            budget.limiter.shrink_to_fit();
        }
    }
}

impl Budget {
    fn new(name: &'static str, rate: Rate) -> Self {
        let interval = (rate.period / rate.count.get()).max(Duration::from_nanos(1));
        let limit = governor::Quota::with_period(interval).unwrap_or_else(|| governor::Quota::per_second(rate.count));
        let quota = Quota { name, interval, burst: rate.count.get() };
        Self { quota, limiter: RateLimiter::keyed(limit.allow_burst(rate.count)) }
    }

    fn spend(&self, client: IpAddr) -> Result<(), Problem> {
        self.limiter.check_key(&client).map_err(|wait| self.refuse(wait.wait_time_from(self.limiter.clock().now())))
    }

    fn refuse(&self, wait: Duration) -> Problem {
        kit::security::refused(self.quota.name);
        Problem::too_many(ceil_seconds(wait))
    }
}

/// Whether the route checks or sends a secret. A client could guess the secret, or flood others with messages.
fn is_sign_in(method: &Method, path: &str) -> bool {
    let Some(route) = path.strip_prefix("/api/v1") else { return false };
    let begins_with = |prefixes: &[&str]| prefixes.iter().any(|prefix| route.starts_with(prefix));
    let is_write = !is_read(method) && route != STAFF_REFRESH;
    SIGN_INS.contains(&route) || begins_with(&SIGN_IN_PREFIXES) || (is_write && begins_with(&SIGN_IN_WRITES))
}

fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use clap::Parser as _;
    use futures::FutureExt as _;

    use super::*;
    use crate::config::Config;

    fn budgets(mode: Mode) -> Budgets {
        let rate = |text: &str| text.parse().unwrap();
        let limits = Limits {
            limit_reads: rate("3/1h"),
            limit_suggestions: rate("4/1h"),
            limit_writes: rate("2/1h"),
            limit_sign_ins: rate("1/1h"),
            limit_callbacks: rate("5/1h"),
            trusted_proxies: 0,
        };
        let valkey = Config::parse_from(["gateway"]).valkey;
        Budgets::new(&limits, &valkey, mode).unwrap()
    }

    fn spend(budgets: &Budgets, client: IpAddr, method: &Method, path: &str) -> Result<(), Problem> {
        budgets.spend(client, method, path).now_or_never().unwrap()
    }

    #[test]
    fn each_kind_of_request_has_its_own_budget() {
        let budgets = budgets(Mode::Production);
        let client = IpAddr::from([1, 2, 3, 4]);
        let is_allowed = |method: Method, path: &str| spend(&budgets, client, &method, path).is_ok();
        assert_eq!([(); 2].map(|()| is_allowed(Method::POST, "/api/v1/auth/signin")), [true, false]);
        assert_eq!([(); 3].map(|()| is_allowed(Method::POST, "/api/v1/cart/add")), [true, true, false]);
        assert_eq!([(); 4].map(|()| is_allowed(Method::GET, "/api/v1/store/all")), [true, true, true, false]);
        let suggest = || is_allowed(Method::GET, "/api/v1/product/suggest");
        assert_eq!([(); 5].map(|()| suggest()), [true, true, true, true, false]);
        assert_eq!(
            [(); 6].map(|()| is_allowed(Method::POST, "/api/v1/payment/callback/epoint")).map(u8::from),
            [1, 1, 1, 1, 1, 0]
        );
        assert!(
            spend(&budgets, IpAddr::from([1, 2, 3, 5]), &Method::GET, "/").is_ok(),
            "another client has its own budget"
        );
    }

    #[test]
    fn all_routes_with_secrets_share_one_budget() {
        for (method, path) in [
            (Method::POST, "/api/v1/auth/otp/send"),
            (Method::POST, "/api/v1/auth/otp/verify"),
            (Method::POST, "/api/v1/auth/signup"),
            (Method::POST, "/api/v1/auth/password/forget"),
            (Method::GET, "/api/v1/auth/password/forget/verify"),
            (Method::HEAD, "/api/v1/auth/password/forget/verify"),
            (Method::POST, "/api/v1/auth/password/reset"),
            (Method::POST, "/api/v1/user/password/update"),
            (Method::POST, "/api/v1/user/delete"),
            (Method::POST, "/api/v1/user/phone"),
            (Method::POST, "/api/v1/auth/passkey"),
            (Method::POST, "/api/v1/auth/passkey/challenge"),
            (Method::POST, "/api/v1/user/passkeys/challenge"),
            (Method::POST, "/api/v1/security/notice"),
            (Method::POST, "/api/v1/staff/session"),
            (Method::POST, "/api/v1/staff/session/open"),
            (Method::POST, "/api/v1/staff/session/step-up"),
            (Method::POST, "/api/v1/staff/second-factors/totp/confirm"),
        ] {
            let budgets = budgets(Mode::Production);
            let client = IpAddr::from([1, 2, 3, 4]);
            spend(&budgets, client, &Method::POST, "/api/v1/auth/signin").unwrap();
            assert!(spend(&budgets, client, &method, path).is_err(), "{method} {path}");
        }
        for path in ["/api/v1/auth/countries", "/api/v1/auth/refresh", "/api/v1/staff/session"] {
            let budgets = budgets(Mode::Production);
            let client = IpAddr::from([1, 2, 3, 4]);
            assert!((0..3).all(|_| spend(&budgets, client, &Method::GET, path).is_ok()), "{path} is a read");
        }
    }

    #[test]
    fn refusal_says_when_to_retry() {
        let budgets = budgets(Mode::Production);
        let sign_in = || spend(&budgets, IpAddr::from([1, 2, 3, 4]), &Method::POST, "/api/v1/auth/signin");
        sign_in().unwrap();
        let refusal = sign_in().unwrap_err();
        assert!((3500..=3600).contains(&refusal.retry_after.unwrap()), "{refusal:?}");
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_budget_and_loopback_is_exempt_in_local_mode() {
        let client = |last| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last));
        let production = budgets(Mode::Production);
        spend(&production, client(1), &Method::POST, "/api/v1/auth/signin").unwrap();
        assert!(spend(&production, client(2), &Method::POST, "/api/v1/auth/signin").is_err());
        let local = budgets(Mode::Local);
        let loopback = IpAddr::from([127, 0, 0, 1]);
        assert!((0..100).all(|_| spend(&local, loopback, &Method::POST, "/api/v1/auth/signin").is_ok()));
    }
}
