//! Promo codes. Limits are checked here to tell the shopper early, and enforced by the database.

mod code;
mod draft;

use chrono::{DateTime, Utc};

pub use self::{
    code::{Code, fold},
    draft::{Draft, Kind},
};
use super::{line_item::LineItem, money};

/// The field is fixed once orders use the promo code.
const FIXED: &str = "fixed_once_used";
/// More orders use the promo code than the new limit allows.
const BELOW_USED: &str = "below_used";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promo {
    pub id: i64,
    pub is_paused: bool,
    pub rules: Rules,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// As displayed.
    pub code: String,
    pub benefit: Benefit,
    /// The minimum price of the goods.
    pub minimum: i64,
    /// Whether it applies to discounted goods, too.
    pub is_for_reduced: bool,
    pub scope: Scope,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub total_limit: Option<i64>,
    pub user_limit: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Benefit {
    /// Limited to `at_most` qəpik.
    Percent {
        percent: i64,
        at_most: Option<i64>,
    },
    /// In qəpik.
    Fixed {
        amount: i64,
    },
    FreeDelivery,
}

/// Goods in any of these categories or their subcategories, and of any of these stores. Empty lists match all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    pub categories: Vec<i64>,
    pub stores: Vec<i64>,
}

/// Numbers of orders that use the promo code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UseCounts {
    pub by_all: i64,
    pub by_shopper: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    Scheduled,
    Active,
    Paused,
    Ended,
    UsedUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromoRefusal {
    NotStarted,
    Ended,
    Paused,
    UsedUp,
    UsedByYou,
    BelowMinimum {
        missing: i64,
    },
    NothingInScope,
    /// The goods are discounted or delivered for free already.
    NothingToReduce,
    /// The order is taken on the phone for a customer without an account.
    NeedsAccount,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    pub promo_id: i64,
    pub code: String,
    pub kind: &'static str,
    /// Includes free delivery.
    pub discount: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    /// One amount per item, in the same order.
    pub by_item: Vec<i64>,
    pub is_delivery_free: bool,
}

impl Promo {
    /// `fee` is the delivery fee, if known.
    pub fn reduce(&self, items: &[LineItem<'_>], fee: Option<i64>) -> Result<Reduction, PromoRefusal> {
        let Rules { minimum, scope, benefit, .. } = &self.rules;
        let goods_total: i64 = items.iter().map(LineItem::total).sum();
        if goods_total < *minimum {
            return Err(PromoRefusal::BelowMinimum { missing: minimum - goods_total });
        }
        if !items.iter().any(|item| scope.holds(item)) {
            return Err(PromoRefusal::NothingInScope);
        }
        let base_of = |item: &LineItem<'_>| if scope.holds(item) && self.can_reduce(item) { item.total() } else { 0 };
        let bases: Vec<i64> = items.iter().map(base_of).collect();
        let discount = benefit.off(bases.iter().sum(), goods_total);
        let is_delivery_free = *benefit == Benefit::FreeDelivery;
        if discount == 0 && !(is_delivery_free && fee != Some(0)) {
            return Err(PromoRefusal::NothingToReduce);
        }
        Ok(Reduction { by_item: money::split(discount, &bases), is_delivery_free })
    }

    /// The order of the checks matches `promo_status` in the database.
    pub fn status(&self, used: i64, now: DateTime<Utc>) -> Status {
        let Rules { starts_at, ends_at, total_limit, .. } = self.rules;
        if ends_at.is_some_and(|ends| now >= ends) {
            Status::Ended
        } else if self.is_paused {
            Status::Paused
        } else if total_limit.is_some_and(|limit| used >= limit) {
            Status::UsedUp
        } else if starts_at.is_some_and(|starts| now < starts) {
            Status::Scheduled
        } else {
            Status::Active
        }
    }

    pub fn is_open(&self, used: UseCounts, now: DateTime<Utc>) -> Result<(), PromoRefusal> {
        match self.status(used.by_all, now) {
            Status::Ended => Err(PromoRefusal::Ended),
            Status::Paused => Err(PromoRefusal::Paused),
            Status::UsedUp => Err(PromoRefusal::UsedUp),
            Status::Scheduled => Err(PromoRefusal::NotStarted),
            Status::Active if self.rules.user_limit.is_some_and(|limit| used.by_shopper >= limit) => {
                Err(PromoRefusal::UsedByYou)
            }
            Status::Active => Ok(()),
        }
    }

    fn can_reduce(&self, item: &LineItem<'_>) -> bool {
        self.rules.is_for_reduced || item.unit_price >= item.full_price
    }
}

impl Rules {
    /// Returns forbidden changes as pairs of field and error code. Orders that use the code contain it and its
    /// discount, so both stay. The database enforces the same (`promo_fixed`, `promo_used_check`).
    pub fn check_change(&self, wanted: &Self, used: i64) -> Result<(), Vec<(&'static str, &'static str)>> {
        let is_used = used > 0;
        let mut errors = Vec::new();
        if is_used && Code::parse(&self.code) != Code::parse(&wanted.code) {
            errors.push(("code", FIXED));
        }
        if is_used && self.benefit.kind() != wanted.benefit.kind() {
            errors.push(("kind", FIXED));
        }
        if is_used && self.benefit.value() != wanted.benefit.value() {
            errors.push(("value", FIXED));
        }
        if wanted.total_limit.is_some_and(|limit| limit < used) {
            errors.push(("totalLimit", BELOW_USED));
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

impl Scope {
    pub fn holds(&self, item: &LineItem<'_>) -> bool {
        let of_category = self.categories.is_empty() || item.categories.iter().any(|id| self.categories.contains(id));
        of_category && (self.stores.is_empty() || self.stores.contains(&item.store))
    }
}

impl Status {
    pub const ALL: [Self; 5] = [Self::Scheduled, Self::Active, Self::Paused, Self::Ended, Self::UsedUp];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }
}

impl Benefit {
    /// Returns per cent or qəpik.
    pub fn value(self) -> Option<i64> {
        match self {
            Self::Percent { percent, .. } => Some(percent),
            Self::Fixed { amount } => Some(amount),
            Self::FreeDelivery => None,
        }
    }

    pub fn at_most(self) -> Option<i64> {
        if let Self::Percent { at_most, .. } = self { at_most } else { None }
    }

    pub fn kind(self) -> &'static str {
        match self {
            Self::Percent { .. } => "percent",
            Self::Fixed { .. } => "fixed",
            Self::FreeDelivery => "free_delivery",
        }
    }

    /// `base` is the price of the goods that the code reduces. One qəpik is left to pay, since no bank can charge
    /// nothing.
    fn off(self, base: i64, goods_total: i64) -> i64 {
        let wanted = match self {
            Self::Percent { percent, at_most } => {
                let share = money::share(base, percent, 100);
                at_most.map_or(share, |max| share.min(max))
            }
            Self::Fixed { amount } => amount,
            Self::FreeDelivery => 0,
        };
        wanted.min(base).min(goods_total - 1).max(0)
    }
}

impl PromoRefusal {
    pub fn code(self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::Ended => "ended",
            Self::Paused => "paused",
            Self::UsedUp => "used_up",
            Self::UsedByYou => "used_by_you",
            Self::BelowMinimum { .. } => "below_minimum",
            Self::NothingInScope => "nothing_in_scope",
            Self::NothingToReduce => "nothing_to_reduce",
            Self::NeedsAccount => "needs_account",
        }
    }

    pub fn missing(self) -> Option<i64> {
        if let Self::BelowMinimum { missing } = self { Some(missing) } else { None }
    }
}

#[cfg(test)]
mod tests;
