//! Clicks on bloggers' links, and the bloggers' earnings from orders after a click.

use chrono::{DateTime, TimeDelta, Utc};

use super::{bonus::Rule, line_item::LineItem};

/// A click counts for this number of days.
pub const WINDOW_DAYS: i64 = 30;

/// In bytes.
const MAX_LENGTH: usize = 80;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The slug of a list.
    List(String),
    /// The blogger's code, as in `?ref=`.
    Code(String),
}

impl Link {
    /// Checks only the format. An unknown link is no error, because it is not the shopper's mistake.
    pub fn parse(raw: &str, link: fn(String) -> Self) -> Result<Self, &'static str> {
        match raw.trim() {
            "" => Err("required"),
            text if text.len() > MAX_LENGTH => Err("too_long"),
            text if text.bytes().all(is_link_byte) => Ok(link(text.to_owned())),
            _ => Err("invalid_characters"),
        }
    }
}

fn is_link_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

/// A click that the browser reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub link: Link,
    pub clicked_at: DateTime<Utc>,
}

/// A click on the link of a known blogger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Referral {
    pub account: i64,
    /// `None` for a link with the blogger's code.
    pub list: Option<i64>,
    pub clicked_at: DateTime<Utc>,
}

impl Referral {
    pub fn of_columns(account: Option<i64>, list: Option<i64>, clicked_at: Option<DateTime<Utc>>) -> Option<Self> {
        account.zip(clicked_at).map(|(account, clicked_at)| Self { account, list, clicked_at })
    }

    pub fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        is_fresh(self.clicked_at, now)
    }
}

/// Returns `None` if the click is too old. A time in the future comes from a fast clock.
pub fn clicked(reported_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let clicked_at = reported_at.min(now);
    is_fresh(clicked_at, now).then_some(clicked_at)
}

fn is_fresh(clicked_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - clicked_at <= TimeDelta::days(WINDOW_DAYS)
}

/// Why a line earns nothing: the order is presumably the blogger's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum NoEarningReason {
    OwnPurchase,
    OwnDevice,
    OwnAddress,
}

impl NoEarningReason {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Rules for categories or stores take precedence over the default, even if their rate is lower.
pub fn rate(rules: &[Rule], item: &LineItem<'_>, now: DateTime<Utc>) -> i64 {
    let applicable = rules.iter().filter(|rule| rule.is_open(now) && rule.scope.holds(item));
    let decisive = applicable.max_by_key(|rule| (rule.is_specific(), rule.basis_points));
    decisive.map_or(0, |rule| rule.basis_points)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferredLine {
    pub line_id: i64,
    /// The blogger's account in the ledger.
    pub holder: i64,
    /// The earnings if nothing is returned.
    pub promised: i64,
    /// The part of `promised` that was taken back.
    pub taken_back: i64,
    pub count: i64,
    pub returned: i64,
}

impl ReferredLine {
    /// Partial returns add up to exactly the promised amount.
    pub fn lost(&self) -> i64 {
        super::money::share(self.promised, self.returned, self.count)
    }
}

/// Crawlers run the shop's scripts, too.
pub fn is_bot(agent: &str) -> bool {
    const PROGRAMS: [&str; 12] = [
        "bot",
        "crawl",
        "spider",
        "slurp",
        "preview",
        "headless",
        "lighthouse",
        "curl",
        "wget",
        "python",
        "facebookexternalhit",
        "monitor",
    ];
    let agent = agent.to_ascii_lowercase();
    agent.is_empty() || PROGRAMS.iter().any(|program| agent.contains(program))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::{bonus::Title, cart::LineKey, promo::Scope};

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn rule(basis_points: i64, categories: &[i64]) -> Rule {
        let title = Title { az: String::new(), ru: String::new(), en: String::new() };
        let scope = Scope { categories: categories.to_vec(), stores: vec![] };
        Rule { basis_points, scope, starts_at: None, ends_at: None, title }
    }

    fn item(categories: &[i64]) -> LineItem<'_> {
        let key = LineKey { product: 1, size: None };
        LineItem { key, count: 1, unit_price: 1_000, full_price: 1_000, store: 1, categories, bonus_rate: 0 }
    }

    #[test]
    fn a_category_rate_precedes_the_default_even_when_lower() {
        let now = at("2026-12-01T00:00:00Z");
        let ended = Rule { ends_at: Some(now), ..rule(900, &[7]) };
        let rules = [rule(400, &[]), rule(100, &[7]), rule(200, &[7, 8]), ended];
        assert_eq!(rate(&rules, &item(&[3]), now), 400);
        assert_eq!(rate(&rules, &item(&[3, 7]), now), 200);
        assert_eq!(rate(&rules, &item(&[7]), at("2026-11-30T23:59:59Z")), 900);
        assert_eq!(rate(&[], &item(&[7]), now), 0);
    }

    #[test]
    fn a_click_counts_for_thirty_days_to_the_second() {
        let now = at("2026-12-31T12:00:00Z");
        let last = at("2026-12-01T12:00:00Z");
        assert_eq!(clicked(last, now), Some(last));
        assert_eq!(clicked(last - TimeDelta::seconds(1), now), None);
        assert_eq!(clicked(now + TimeDelta::days(400), now), Some(now), "a click from a clock that is ahead");
    }

    #[test]
    fn only_the_format_of_links_is_checked() {
        let list = |raw: &str| Link::parse(raw, Link::List);
        assert_eq!(list(" gul-ucun-b3kd9x "), Ok(Link::List("gul-ucun-b3kd9x".to_owned())));
        assert_eq!(list(" "), Err("required"));
        assert_eq!(list(&"a".repeat(81)), Err("too_long"));
        for wrong in ["Gul", "gül", "a/b", "a b", "<script>", "a\0"] {
            assert_eq!(list(wrong), Err("invalid_characters"), "{wrong}");
        }
    }

    #[test]
    fn bots_are_not_visitors() {
        for program in ["", "Googlebot/2.1", "facebookexternalhit/1.1", "curl/8.5", "HeadlessChrome/130"] {
            assert!(is_bot(program), "{program}");
        }
        assert!(!is_bot(
            "Mozilla/5.0 (Linux; Android 15; SM-A556B) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
        ));
    }

    proptest! {
        #[test]
        fn partial_returns_reverse_exactly_the_earnings(promised in 0_i64..1_000_000, count in 1_i64..200) {
            let lost = |returned| ReferredLine { line_id: 1, holder: 1, promised, taken_back: 0, count, returned }.lost();
            let steps: Vec<_> = (1..=count).map(|returned| lost(returned) - lost(returned - 1)).collect();
            prop_assert!(steps.iter().all(|step| *step >= 0));
            prop_assert_eq!(steps.iter().sum::<i64>(), promised);
        }
    }
}
