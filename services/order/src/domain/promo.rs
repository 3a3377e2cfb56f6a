//! Promo codes: what one takes off, and why it does not.
//!
//! Limits are looked at here so that a shopper is told in time; they are kept where a code is taken, in the database.

mod code;

use chrono::{DateTime, Utc};

pub use self::code::Code;
use super::{engine::Ware, money};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promo {
    pub id: i64,
    /// As the shop writes it.
    pub code: String,
    pub gift: Gift,
    /// What the goods must be worth.
    pub minimum: i64,
    /// Whether it also reduces what is reduced already.
    pub is_for_reduced: bool,
    pub scope: Scope,
    pub starts_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    pub total_limit: Option<i64>,
    pub user_limit: Option<i64>,
}

/// What a code gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gift {
    Percent { percent: i64, at_most: Option<i64> },
    Fixed { amount: i64 },
    FreeDelivery,
}

/// Any of these categories with all below them, of any of these stores; empty is everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    pub categories: Vec<i64>,
    pub stores: Vec<i64>,
}

/// How often it was used so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    pub by_all: i64,
    pub by_you: i64,
}

/// Why a code does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    NotStarted,
    Ended,
    UsedUp,
    UsedByYou,
    BelowMinimum {
        missing: i64,
    },
    /// It is for other goods.
    NothingInScope,
    /// What it is for is reduced already, or is brought for nothing already.
    NothingToReduce,
}

/// A code that takes something off an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    pub promo_id: i64,
    pub code: String,
    pub kind: &'static str,
    /// What it takes off, the delivery included.
    pub discount: i64,
}

/// What a code takes off the wares, one by one, and whether it pays the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    pub of_wares: Vec<i64>,
    pub is_way_free: bool,
}

impl Promo {
    /// At `fee` for the way, where it is known already.
    pub fn reduce(&self, wares: &[Ware<'_>], fee: Option<i64>) -> Result<Reduction, Why> {
        let worth: i64 = wares.iter().map(Ware::total).sum();
        if worth < self.minimum {
            return Err(Why::BelowMinimum { missing: self.minimum - worth });
        }
        let in_scope = |ware: &&Ware<'_>| self.scope.holds(ware);
        if !wares.iter().any(|ware| in_scope(&ware)) {
            return Err(Why::NothingInScope);
        }
        let base_of = |ware: &Ware<'_>| if self.scope.holds(ware) && self.may_reduce(ware) { ware.total() } else { 0 };
        let bases: Vec<i64> = wares.iter().map(base_of).collect();
        let discount = self.gift.off(bases.iter().sum(), worth);
        let is_way_free = self.gift == Gift::FreeDelivery;
        if discount == 0 && !(is_way_free && fee != Some(0)) {
            return Err(Why::NothingToReduce);
        }
        Ok(Reduction { of_wares: money::split(discount, &bases), is_way_free })
    }

    /// Whether its time and its limits let it be used once more.
    pub fn is_open(&self, used: Used, now: DateTime<Utc>) -> Result<(), Why> {
        if self.starts_at.is_some_and(|starts| now < starts) {
            Err(Why::NotStarted)
        } else if self.ends_at.is_some_and(|ends| now >= ends) {
            Err(Why::Ended)
        } else if self.total_limit.is_some_and(|limit| used.by_all >= limit) {
            Err(Why::UsedUp)
        } else if self.user_limit.is_some_and(|limit| used.by_you >= limit) {
            Err(Why::UsedByYou)
        } else {
            Ok(())
        }
    }

    fn may_reduce(&self, ware: &Ware<'_>) -> bool {
        self.is_for_reduced || ware.unit_price >= ware.full_price
    }
}

impl Scope {
    pub fn holds(&self, ware: &Ware<'_>) -> bool {
        let of_category = self.categories.is_empty() || ware.categories.iter().any(|id| self.categories.contains(id));
        of_category && (self.stores.is_empty() || self.stores.contains(&ware.store))
    }
}

impl Gift {
    pub fn kind(self) -> &'static str {
        match self {
            Self::Percent { .. } => "percent",
            Self::Fixed { .. } => "fixed",
            Self::FreeDelivery => "free_delivery",
        }
    }

    /// Off goods of which `base` may be reduced and that are worth `worth` in all: never more than the base, and a qəpik
    /// stays to be paid, for what costs nothing no bank can charge.
    fn off(self, base: i64, worth: i64) -> i64 {
        let wanted = match self {
            Self::Percent { percent, at_most } => {
                let share = money::share(base, percent, 100);
                at_most.map_or(share, |most| share.min(most))
            }
            Self::Fixed { amount } => amount,
            Self::FreeDelivery => 0,
        };
        wanted.min(base).min(worth - 1).max(0)
    }
}

impl Why {
    pub fn code(self) -> &'static str {
        match self {
            Self::NotStarted => "not_started",
            Self::Ended => "ended",
            Self::UsedUp => "used_up",
            Self::UsedByYou => "used_by_you",
            Self::BelowMinimum { .. } => "below_minimum",
            Self::NothingInScope => "nothing_in_scope",
            Self::NothingToReduce => "nothing_to_reduce",
        }
    }

    pub fn missing(self) -> Option<i64> {
        if let Self::BelowMinimum { missing } = self { Some(missing) } else { None }
    }
}

#[cfg(test)]
mod tests;
