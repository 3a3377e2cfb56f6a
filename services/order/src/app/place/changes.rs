//! Lists what has changed between the shopper's quote and the current cart.

use kit::{Error, Result};

use crate::{
    app::check::Assessment,
    domain::{
        cart::LineKey,
        check::{Intent, Obstacle},
        order::Shortage,
        price::Problem,
        quote::{Difference, Quote},
    },
};

/// `before` and `after` are amounts in qəpik or counts, depending on the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub code: &'static str,
    /// `None` for a change of the whole order.
    pub key: Option<LineKey>,
    pub before: Option<i64>,
    pub after: Option<i64>,
}

impl Change {
    pub fn short(shortage: Shortage) -> Self {
        let key = LineKey { product: shortage.product_id, size: shortage.size_id };
        Self { code: "stock", key: Some(key), before: Some(shortage.wanted), after: Some(shortage.available) }
    }

    pub fn promo(before: i64) -> Self {
        Self { code: "promo", key: None, before: Some(before), after: Some(0) }
    }

    pub fn bonus(before: i64, after: i64) -> Self {
        Self { code: "bonus", key: None, before: Some(before), after: Some(after) }
    }

    pub fn delivery(fee: i64) -> Self {
        Self { code: "delivery", key: None, before: Some(fee), after: None }
    }
}

/// Obstacles are changes, too, because a quote is given only without them.
pub fn changes_of(assessment: &Assessment, quote: &Quote, intent: &Intent) -> Result<Vec<Change>> {
    let is_gone = |key: LineKey| assessment.view.offers.of(key).is_none();
    let differences = quote.differences(&assessment.terms(intent)).into_iter();
    // A removed product has no price.
    let differences =
        differences.filter(|difference| !matches!(difference, Difference::Price { key, .. } if is_gone(*key)));
    let mut changes: Vec<_> = differences.map(of_difference).collect();
    for obstacle in &assessment.obstacles {
        let is_reported = |code: &str| changes.iter().any(|change| change.code == code);
        match *obstacle {
            Obstacle::Line { key, problem: Problem::OutOfStock | Problem::NotEnoughStock, available } => {
                let wanted = assessment.view.cart.lines.iter().find(|line| line.key == key).map(|line| line.count);
                changes.push(Change { code: "stock", key: Some(key), before: wanted, after: Some(available) });
            }
            Obstacle::Line { key, .. } => {
                changes.push(Change { code: "gone", key: Some(key), before: None, after: None });
            }
            Obstacle::PromoNotFound | Obstacle::PromoNotApplicable(_) if !is_reported("promo") => {
                changes.push(Change { code: "promo", key: None, before: None, after: Some(0) });
            }
            Obstacle::BonusTooMuch { spendable } if !is_reported("bonus") => {
                changes.push(Change { code: "bonus", key: None, before: Some(intent.bonuses), after: Some(spendable) });
            }
            Obstacle::Slot(_) | Obstacle::NoSlotFree if !is_reported("delivery") => {
                changes.push(Change { code: "delivery", key: None, before: None, after: None });
            }
            _ => {}
        }
    }
    match assessment.obstacles.first() {
        // For example an address of another account.
        Some(obstacle) if changes.is_empty() => Err(Error::conflict(obstacle.code())),
        _ => Ok(changes),
    }
}

fn of_difference(difference: Difference) -> Change {
    let code = difference.code();
    let (key, before, after) = match difference {
        Difference::Gone { key } | Difference::New { key } => (Some(key), None, None),
        Difference::Count { key, before, after } | Difference::Price { key, before, after } => {
            (Some(key), Some(before), Some(after))
        }
        Difference::Promo { before, after }
        | Difference::Bonus { before, after }
        | Difference::Delivery { before, after }
        | Difference::Total { before, after } => (None, Some(before), Some(after)),
        Difference::Payment => (None, None, None),
    };
    Change { code, key, before, after }
}
