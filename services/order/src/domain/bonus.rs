//! Bonuses are earned by purchases and spent on later ones. One is worth one qəpik. A lot is the bonuses earned by one
//! order. They mature when its goods can no longer be returned.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike as _, Days, Months, NaiveDate, Utc};
use kit::Language;

use super::{baku, line_item::LineItem, promo::Scope};

/// Days to return goods after the day of delivery.
pub const RETURN_DAYS: u64 = 14;
/// Months from maturity to expiry.
pub const VALID_MONTHS: u32 = 12;
/// Days before expiry at which shoppers are warned.
pub const NOTICE_DAYS: u64 = 14;
/// Bonuses that expire within this number of days share one warning.
pub const WARNED_TOGETHER_DAYS: i32 = 7;
pub const BIRTHDAY_FACTOR: i64 = 2;
/// Days to spend bonuses that are given back after their expiry.
pub const GRACE_DAYS: u64 = 30;

/// A rate of bonuses for the shopper, or of money for the blogger who referred the shopper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub basis_points: i64,
    pub scope: Scope,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub title: Title,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    pub az: String,
    pub ru: String,
    pub en: String,
}

impl Title {
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::Az => &self.az,
            Language::Ru => &self.ru,
            Language::En => &self.en,
        }
    }
}

impl Rule {
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.starts_at.is_none_or(|starts| starts <= now) && self.ends_at.is_none_or(|ends| now < ends)
    }

    pub fn is_specific(&self) -> bool {
        !self.scope.categories.is_empty() || !self.scope.stores.is_empty()
    }
}

/// Returns the highest rate of the rules that apply, or 0.
pub fn rate(rules: &[Rule], item: &LineItem<'_>, now: DateTime<Utc>) -> i64 {
    let rules = rules.iter().filter(|rule| rule.is_open(now) && rule.scope.holds(item));
    rules.map(|rule| rule.basis_points).max().unwrap_or_default()
}

/// The result is rounded down.
pub fn earned(paid: i64, basis_points: i64) -> i64 {
    part_of(paid, basis_points)
}

fn part_of(amount: i64, basis_points: i64) -> i64 {
    (i128::from(amount) * i128::from(basis_points) / 10_000) as i64
}

/// Bonuses never exceed the amount paid.
pub fn doubled(earned: i64, paid: i64) -> i64 {
    earned.saturating_mul(BIRTHDAY_FACTOR).min(paid)
}

/// A birthday on 29 February is on 28 February in years without this day.
pub fn is_birthday(birth_date: NaiveDate, now: DateTime<Utc>) -> bool {
    let today = baku::local(now).date();
    birth_date.with_year(today.year()).or_else(|| NaiveDate::from_ymd_opt(today.year(), 2, 28)) == Some(today)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    pub matures_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub warn_at: DateTime<Utc>,
}

impl Term {
    /// All times are midnights in Baku.
    pub fn of_delivery(delivered_at: DateTime<Utc>) -> Self {
        let matures = baku::local(delivered_at).date() + Days::new(RETURN_DAYS + 1);
        let expires = matures + Months::new(VALID_MONTHS);
        Self {
            matures_at: baku::hour(matures, 0),
            expires_at: baku::hour(expires, 0),
            warn_at: baku::hour(expires - Days::new(NOTICE_DAYS), 0),
        }
    }
}

/// Returns the new expiry of bonuses that are given back after they had expired.
pub fn grace(now: DateTime<Utc>) -> DateTime<Utc> {
    baku::hour(baku::local(now).date() + Days::new(GRACE_DAYS + 1), 0)
}

/// `share` is the largest share of the price of the goods, in basis points.
pub fn spendable(goods: i64, share: i64, balance: i64) -> i64 {
    part_of(goods, share).min(balance)
}

/// What is left of a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LotRest {
    pub amount: i64,
    pub matures_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BonusBalances {
    /// Spendable now.
    pub balance: i64,
    /// Spendable later, by maturity.
    pub pending: BTreeMap<DateTime<Utc>, i64>,
    /// The part of `balance` that expires within `NOTICE_DAYS`, by expiry.
    pub expiring: BTreeMap<DateTime<Utc>, i64>,
}

impl BonusBalances {
    pub fn of(lots: &[LotRest], now: DateTime<Utc>) -> Self {
        let notice = now + Days::new(NOTICE_DAYS);
        let mut balances = Self::default();
        for LotRest { amount, matures_at, expires_at } in lots {
            if *matures_at > now {
                *balances.pending.entry(*matures_at).or_default() += amount;
                continue;
            }
            balances.balance += amount;
            if *expires_at <= notice {
                *balances.expiring.entry(*expires_at).or_default() += amount;
            }
        }
        balances
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spendable {
    pub lot: i64,
    pub rest: i64,
    pub expires_at: DateTime<Utc>,
}

/// The amount of a lot that an order has spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    pub lot: i64,
    pub amount: i64,
    pub given_back: i64,
    pub expires_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portion {
    pub lot: i64,
    pub amount: i64,
}

/// Spends the lots that expire first. If they hold less than `amount`, the error is their sum.
pub fn spend(mut lots: Vec<Spendable>, amount: i64) -> Result<Vec<Portion>, i64> {
    lots.sort_by_key(|spendable| (spendable.expires_at, spendable.lot));
    let available = lots.iter().map(|spendable| Portion { lot: spendable.lot, amount: spendable.rest });
    let (portions, missing) = allocate(available, amount);
    if missing == 0 { Ok(portions) } else { Err(amount - missing) }
}

/// Gives back to the lots that expire last, because a smaller order would not have used them.
pub fn give_back(mut uses: Vec<Use>, amount: i64) -> Vec<Portion> {
    uses.sort_by_key(|lot_use| std::cmp::Reverse((lot_use.expires_at, lot_use.lot)));
    let used = uses.iter().map(|lot_use| Portion { lot: lot_use.lot, amount: lot_use.amount - lot_use.given_back });
    let (portions, _) = allocate(used, amount);
    portions
}

/// Divides `amount` among lots, of which each can take its largest portion. Returns the portions and the rest.
fn allocate(largest: impl Iterator<Item = Portion>, amount: i64) -> (Vec<Portion>, i64) {
    let mut missing = amount;
    let mut portions = Vec::new();
    for Portion { lot, amount: max } in largest {
        let amount = max.min(missing);
        if amount > 0 {
            portions.push(Portion { lot, amount });
            missing -= amount;
        }
    }
    (portions, missing)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarningLine {
    /// The bonuses of all units.
    pub bonus: i64,
    pub count: i64,
    pub returned: i64,
}

/// Returns what returned units had earned. Partial returns add up to exactly the line's bonuses.
pub fn lost(lines: &[EarningLine]) -> i64 {
    lines.iter().map(|line| super::money::share(line.bonus, line.returned, line.count)).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::cart::LineKey;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn rule(basis_points: i64, categories: &[i64], stores: &[i64]) -> Rule {
        let title = Title { az: String::new(), ru: String::new(), en: String::new() };
        let scope = Scope { categories: categories.to_vec(), stores: stores.to_vec() };
        Rule { basis_points, scope, starts_at: None, ends_at: None, title }
    }

    #[test]
    fn bonuses_are_pending_until_maturity_and_listed_before_expiry() {
        let now = at("2026-11-26T10:00:00Z");
        let lot =
            |amount, matures_at, expires_at| LotRest { amount, matures_at: at(matures_at), expires_at: at(expires_at) };
        let (yesterday, tomorrow) = ("2026-11-25T20:00:00Z", "2026-11-27T20:00:00Z");
        let balances = BonusBalances::of(
            &[
                lot(5, yesterday, "2026-12-10T10:00:00Z"),
                lot(7, yesterday, "2026-12-10T10:00:01Z"),
                lot(11, tomorrow, "2027-11-27T20:00:00Z"),
                lot(13, tomorrow, "2026-12-01T20:00:00Z"),
                lot(17, "2026-11-26T10:00:00Z", "2026-12-10T10:00:00Z"),
            ],
            now,
        );
        assert_eq!(balances.balance, 5 + 7 + 17);
        assert_eq!(balances.pending, BTreeMap::from([(at(tomorrow), 11 + 13)]));
        assert_eq!(balances.expiring, BTreeMap::from([(at("2026-12-10T10:00:00Z"), 5 + 17)]));
        assert_eq!(BonusBalances::of(&[], now), BonusBalances::default());
    }

    #[test]
    fn lots_that_expire_first_are_spent_first_and_given_back_last() {
        let [may, june, july] = ["2027-05-01T00:00:00Z", "2027-06-01T00:00:00Z", "2027-07-01T00:00:00Z"].map(at);
        let lot = |lot, rest, expires_at| Spendable { lot, rest, expires_at };
        let lots = vec![lot(1, 50, july), lot(2, 30, may), lot(3, 20, june), lot(4, 20, june)];
        let portions = spend(lots.clone(), 75).unwrap();
        let taken: Vec<_> = portions.iter().map(|portion| (portion.lot, portion.amount)).collect();
        assert_eq!(taken, [(2, 30), (3, 20), (4, 20), (1, 5)]);
        assert_eq!(spend(lots.clone(), 121), Err(120));
        assert_eq!(spend(lots, 0), Ok(vec![]));

        let used = |lot, amount, given_back, expires_at| Use { lot, amount, given_back, expires_at };
        let uses = vec![used(2, 30, 0, may), used(3, 20, 0, june), used(4, 20, 15, june), used(1, 5, 5, july)];
        let given_back = |amount| {
            let portions = give_back(uses.clone(), amount).into_iter();
            portions.map(|portion| (portion.lot, portion.amount)).collect::<Vec<_>>()
        };
        assert_eq!(given_back(10), [(4, 5), (3, 5)]);
        assert_eq!(given_back(1_000), [(4, 5), (3, 20), (2, 30)]);
    }

    #[test]
    fn spendable_is_limited_by_the_share_of_the_goods_and_by_the_balance() {
        assert_eq!(
            [spendable(10_000, 3_000, 9_999), spendable(10_000, 3_000, 7), spendable(3, 3_000, 9)],
            [3_000, 7, 0]
        );
        // The maximum ends in 7, nine tenths of which are 6.
        assert_eq!([spendable(i64::MAX, 9_000, i64::MAX), spendable(0, 3_000, 5)], [i64::MAX / 10 * 9 + 6, 0]);
    }

    #[test]
    fn grace_period_ends_at_midnight_in_baku() {
        assert_eq!(grace(at("2026-11-25T19:59:00Z")), at("2026-12-25T20:00:00Z"));
        assert_eq!(grace(at("2026-11-25T20:00:00Z")), at("2026-12-26T20:00:00Z"));
    }

    fn item(store: i64, categories: &[i64]) -> LineItem<'_> {
        let key = LineKey { product: 1, size: None };
        LineItem { key, count: 1, unit_price: 1_000, full_price: 1_000, store, categories, bonus_rate: 0 }
    }

    #[test]
    fn highest_rate_of_the_rules_that_apply_counts() {
        let now = at("2026-12-01T00:00:00Z");
        let campaign = Rule { starts_at: Some(now), ends_at: Some(at("2026-12-02T00:00:00Z")), ..rule(900, &[], &[]) };
        let rules = [rule(100, &[], &[]), rule(300, &[7], &[]), rule(500, &[7], &[4]), campaign];
        let before = at("2026-11-30T23:59:59Z");
        assert_eq!(rate(&rules, &item(1, &[2]), before), 100);
        assert_eq!(rate(&rules, &item(1, &[2, 7]), before), 300);
        assert_eq!(rate(&rules, &item(4, &[7]), before), 500);
        assert_eq!(rate(&rules, &item(4, &[7]), now), 900);
        assert_eq!(rate(&rules, &item(4, &[7]), at("2026-12-02T00:00:00Z")), 500);
        assert_eq!(rate(&[], &item(4, &[7]), now), 0);
    }

    #[test]
    fn fractions_are_dropped_and_birthdays_never_earn_more_than_was_paid() {
        assert_eq!(
            [earned(999, 100), earned(10_000, 150), earned(0, 500), earned(i64::MAX, 10_000)],
            [9, 150, 0, i64::MAX]
        );
        assert_eq!([doubled(9, 999), doubled(600, 1_000), doubled(i64::MAX, i64::MAX)], [18, 1_000, i64::MAX]);
    }

    #[test]
    fn birthdays_are_days_in_baku() {
        let born = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert!(is_birthday(born("1990-05-07"), at("2026-05-06T20:00:00Z")));
        assert!(!is_birthday(born("1990-05-07"), at("2026-05-06T19:59:59Z")));
        assert!(!is_birthday(born("1990-05-07"), at("2026-05-07T20:00:00Z")));
        assert!(is_birthday(born("2000-02-29"), at("2027-02-28T10:00:00Z")));
        assert!(!is_birthday(born("2000-02-29"), at("2028-02-28T10:00:00Z")));
        assert!(is_birthday(born("2000-02-29"), at("2028-02-29T10:00:00Z")));
    }

    #[test]
    fn bonuses_mature_after_the_last_day_to_return_goods() {
        let term = Term::of_delivery(at("2026-11-25T19:59:00Z"));
        // 9 December is the last day to return.
        assert_eq!(term.matures_at, at("2026-12-09T20:00:00Z"));
        assert_eq!(term.expires_at, at("2027-12-09T20:00:00Z"));
        assert_eq!(term.warn_at, at("2027-11-25T20:00:00Z"));
    }

    proptest! {
        #[test]
        fn partial_returns_reverse_exactly_the_earnings(bonus in 0_i64..1_000_000, count in 1_i64..200) {
            let lost_after = |returned| lost(&[EarningLine { bonus, count, returned }]);
            let steps: Vec<_> = (1..=count).map(|returned| lost_after(returned) - lost_after(returned - 1)).collect();
            prop_assert!(steps.iter().all(|step| *step >= 0));
            prop_assert_eq!(steps.iter().sum::<i64>(), bonus);
        }
    }
}
