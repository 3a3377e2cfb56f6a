//! Obstacles: reasons why a cart cannot be ordered now.

use super::{
    cart::LineKey,
    delivery::Unavailable,
    method::Method,
    price::{PricedCart, Problem},
    promo::{Code, PromoRefusal},
};

/// The shopper's choices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intent {
    /// One of the account's addresses.
    pub address: Option<i64>,
    /// `None` means the next free slot.
    pub delivery_slot: Option<String>,
    pub promo_code: Option<Code>,
    pub method: Option<Method>,
    pub bonuses: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    CartEmpty,
    Line {
        key: LineKey,
        problem: Problem,
        available: i64,
    },
    AddressRequired,
    AddressNotFound,
    AddressOutsideZones,
    /// The goods cost less than the zone requires.
    BelowMinimum {
        missing: i64,
    },
    Slot(Unavailable),
    /// The request names no slot, and all slots are full.
    NoSlotFree,
    PromoNotFound,
    PromoNotApplicable(PromoRefusal),
    /// The account with the customer's phone number is blocked.
    CustomerBlocked,
    BonusAppOnly,
    /// The amount exceeds the balance or the allowed share of the goods.
    BonusTooMuch {
        spendable: i64,
    },
    InstallmentBelowMinimum {
        missing: i64,
    },
}

impl Obstacle {
    pub fn code(self) -> &'static str {
        match self {
            Self::CartEmpty => "cart_empty",
            Self::Line { problem, .. } => problem.code(),
            Self::AddressRequired => "address_required",
            Self::AddressNotFound => "address_not_found",
            Self::AddressOutsideZones => "address_outside_zones",
            Self::BelowMinimum { .. } => "order_below_minimum",
            Self::Slot(unavailable) => unavailable.code(),
            Self::NoSlotFree => "delivery_slots_full",
            Self::PromoNotFound => "promo_not_found",
            Self::PromoNotApplicable(_) => "promo_not_applicable",
            Self::CustomerBlocked => "customer_blocked",
            Self::BonusAppOnly => "bonus_app_only",
            Self::BonusTooMuch { .. } => "bonus_too_much",
            Self::InstallmentBelowMinimum { .. } => "installment_below_minimum",
        }
    }

    pub fn reason(self) -> Option<&'static str> {
        if let Self::PromoNotApplicable(refusal) = self { Some(refusal.code()) } else { None }
    }

    pub fn missing(self) -> Option<i64> {
        match self {
            Self::BelowMinimum { missing } | Self::InstallmentBelowMinimum { missing } => Some(missing),
            Self::PromoNotApplicable(refusal) => refusal.missing(),
            _ => None,
        }
    }
}

/// Returns the obstacles that do not depend on the shopper's choices.
pub fn of_cart(cart: &PricedCart) -> impl Iterator<Item = Obstacle> {
    let lines = cart.lines.iter().filter_map(|line| {
        let problem = line.problem?;
        Some(Obstacle::Line { key: line.key, problem, available: line.available })
    });
    lines.chain(cart.lines.is_empty().then_some(Obstacle::CartEmpty))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_obstacle_has_a_declared_code() {
        let line = |problem| Obstacle::Line { key: LineKey { product: 1, size: None }, problem, available: 0 };
        let obstacles = [
            Obstacle::CartEmpty,
            line(Problem::ProductNotFound),
            line(Problem::SizeRequired),
            line(Problem::OutOfStock),
            line(Problem::NotEnoughStock),
            Obstacle::AddressRequired,
            Obstacle::AddressNotFound,
            Obstacle::AddressOutsideZones,
            Obstacle::BelowMinimum { missing: 1 },
            Obstacle::Slot(Unavailable::Unknown),
            Obstacle::Slot(Unavailable::Over),
            Obstacle::Slot(Unavailable::Closed),
            Obstacle::Slot(Unavailable::Full),
            Obstacle::NoSlotFree,
            Obstacle::PromoNotFound,
            Obstacle::PromoNotApplicable(PromoRefusal::Ended),
            Obstacle::CustomerBlocked,
            Obstacle::BonusAppOnly,
            Obstacle::BonusTooMuch { spendable: 1 },
            Obstacle::InstallmentBelowMinimum { missing: 1 },
        ];
        for obstacle in obstacles {
            assert!(kit::error::codes::is_problem(obstacle.code()), "{obstacle:?}: {}", obstacle.code());
        }
    }
}
