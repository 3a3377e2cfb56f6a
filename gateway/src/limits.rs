//! Rate limits per client. Each kind of request has its own budget: a client that guesses passwords can still load
//! pages, and one that scrapes pages can still sign in.

use std::{net::IpAddr, time::Duration};

use axum::http::Method;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock as _};
use kit::client::network;

use crate::{
    config::{Limits, Rate},
    problem::{Problem, ceil_seconds},
};

/// Has its own budget, because typing sends many requests and would use up the budget for pages.
const SUGGESTIONS: &str = "/api/v1/product/suggest";
/// Has its own budget, because banks send the callbacks of many customers from few addresses.
const CALLBACKS: &str = "/api/v1/payment/callback/";
const SIGN_INS: [&str; 7] = [
    "/auth/signin",
    "/auth/signup",
    "/user/delete",
    "/user/email/change",
    "/user/email/verify",
    "/user/email/verify/send",
    "/user/password/update",
];
const SIGN_IN_PREFIXES: [&str; 2] = ["/auth/otp/", "/auth/password/"];

pub struct Budgets {
    reads: Budget,
    suggestions: Budget,
    writes: Budget,
    sign_ins: Budget,
    callbacks: Budget,
    exempts_loopback: bool,
}

struct Budget {
    /// The reason of its refusals, in the metric and in the log.
    name: &'static str,
    limiter: DefaultKeyedRateLimiter<IpAddr>,
}

impl Budgets {
    /// In local mode, the loopback address is not limited: tests and load scripts run there.
    pub fn new(limits: &Limits, is_local: bool) -> Self {
        Self {
            reads: Budget::new("gateway_reads", limits.limit_reads),
            suggestions: Budget::new("gateway_suggestions", limits.limit_suggestions),
            writes: Budget::new("gateway_writes", limits.limit_writes),
            sign_ins: Budget::new("gateway_sign_ins", limits.limit_sign_ins),
            callbacks: Budget::new("gateway_callbacks", limits.limit_callbacks),
            exempts_loopback: is_local,
        }
    }

    /// Counts a request. Refuses it if the client has no budget left for this kind of request.
    pub fn spend(&self, client: IpAddr, method: &Method, path: &str) -> Result<(), Problem> {
        if self.exempts_loopback && client.is_loopback() {
            return Ok(());
        }
        let budget = match *method {
            _ if is_sign_in(path) => &self.sign_ins,
            _ if path == SUGGESTIONS => &self.suggestions,
            _ if path.starts_with(CALLBACKS) => &self.callbacks,
            Method::GET | Method::HEAD => &self.reads,
            _ => &self.writes,
        };
        budget.spend(network(client))
    }

    /// Removes clients whose budget is full again.
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
        let quota = Quota::with_period(interval).unwrap_or_else(|| Quota::per_second(rate.count));
        Self { name, limiter: RateLimiter::keyed(quota.allow_burst(rate.count)) }
    }

    fn spend(&self, client: IpAddr) -> Result<(), Problem> {
        self.limiter.check_key(&client).map_err(|wait| {
            kit::security::refused(self.name);
            let wait = wait.wait_time_from(self.limiter.clock().now());
            Problem::too_many(ceil_seconds(wait))
        })
    }
}

/// Recognises routes that check or send a password, a code or a mailed link: a client could guess it, or flood others
/// with messages.
fn is_sign_in(path: &str) -> bool {
    let Some(route) = path.strip_prefix("/api/v1") else { return false };
    SIGN_INS.contains(&route) || SIGN_IN_PREFIXES.iter().any(|prefix| route.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    fn budgets(is_local: bool) -> Budgets {
        let rate = |text: &str| text.parse().unwrap();
        let limits = Limits {
            limit_reads: rate("3/1h"),
            limit_suggestions: rate("4/1h"),
            limit_writes: rate("2/1h"),
            limit_sign_ins: rate("1/1h"),
            limit_callbacks: rate("5/1h"),
            trusted_proxies: 0,
        };
        Budgets::new(&limits, is_local)
    }

    #[test]
    fn each_kind_of_request_has_its_own_budget() {
        let budgets = budgets(false);
        let client = IpAddr::from([1, 2, 3, 4]);
        let is_allowed = |method: Method, path: &str| budgets.spend(client, &method, path).is_ok();
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
            budgets.spend(IpAddr::from([1, 2, 3, 5]), &Method::GET, "/").is_ok(),
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
        ] {
            let budgets = budgets(false);
            let client = IpAddr::from([1, 2, 3, 4]);
            budgets.spend(client, &Method::POST, "/api/v1/auth/signin").unwrap();
            assert!(budgets.spend(client, &method, path).is_err(), "{method} {path}");
        }
        for path in ["/api/v1/auth/countries", "/api/v1/auth/refresh"] {
            let budgets = budgets(false);
            let client = IpAddr::from([1, 2, 3, 4]);
            assert!((0..3).all(|_| budgets.spend(client, &Method::GET, path).is_ok()), "{path} is a read");
        }
    }

    #[test]
    fn a_refused_request_has_retry_after() {
        let budgets = budgets(false);
        let sign_in = || budgets.spend(IpAddr::from([1, 2, 3, 4]), &Method::POST, "/api/v1/auth/signin");
        sign_in().unwrap();
        let refusal = sign_in().unwrap_err();
        assert!((3500..=3600).contains(&refusal.retry_after.unwrap()), "{refusal:?}");
    }

    #[test]
    fn an_ipv6_network_shares_a_budget_and_loopback_is_exempt_in_local_mode() {
        let client = |last| IpAddr::from(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 0, 0, 0, last));
        let production = budgets(false);
        production.spend(client(1), &Method::POST, "/api/v1/auth/signin").unwrap();
        assert!(production.spend(client(2), &Method::POST, "/api/v1/auth/signin").is_err());
        let local = budgets(true);
        let loopback = IpAddr::from([127, 0, 0, 1]);
        assert!((0..100).all(|_| local.spend(loopback, &Method::POST, "/api/v1/auth/signin").is_ok()));
    }
}
