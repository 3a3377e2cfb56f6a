//! Prices a cart. Only units that can be ordered now cost anything.

use kit::{Error, Result};

use super::{
    cart::{Line, LineKey, Offer},
    referral::Referral,
};

/// Why a line cannot be ordered as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Problem {
    ProductNotFound,
    SizeRequired,
    OutOfStock,
    NotEnoughStock,
}

impl Problem {
    pub fn code(self) -> &'static str {
        self.into()
    }

    fn of(line: &Line, offer: Option<Offer>) -> Option<Self> {
        match offer {
            None => Some(Self::ProductNotFound),
            Some(offer) if offer.has_sizes && line.key.size.is_none() => Some(Self::SizeRequired),
            Some(offer) if offer.available <= 0 => Some(Self::OutOfStock),
            Some(offer) if offer.available < line.count => Some(Self::NotEnoughStock),
            Some(_) => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricedLine {
    pub key: LineKey,
    pub count: i64,
    /// Units in stock.
    pub available: i64,
    pub unit_price: i64,
    /// Before the discount.
    pub full_price: i64,
    /// Units that can be ordered now.
    pub orderable: i64,
    /// The price of the orderable units.
    pub line_total: i64,
    /// The price that the shopper saw, if it has changed.
    pub previous_price: Option<i64>,
    pub problem: Option<Problem>,
    pub referral: Option<Referral>,
}

/// Sums of the orderable units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedCart {
    pub lines: Vec<PricedLine>,
    /// At full prices.
    pub subtotal: i64,
    pub discount: i64,
    /// At current prices.
    pub total: i64,
}

/// `offer_of` returns `None` if the product is gone.
pub fn price(lines: &[Line], offer_of: impl Fn(LineKey) -> Option<Offer>) -> Result<PricedCart> {
    let mut cart = PricedCart { lines: Vec::with_capacity(lines.len()), subtotal: 0, discount: 0, total: 0 };
    for line in lines {
        let offer = offer_of(line.key);
        let problem = Problem::of(line, offer);
        let orderable = match problem {
            None => line.count,
            Some(Problem::NotEnoughStock) => offer.map_or(0, |offer| offer.available),
            Some(_) => 0,
        };
        let unit_price = offer.map_or(0, |offer| offer.unit_price);
        let full_price = offer.map_or(0, |offer| offer.full_price.max(offer.unit_price));
        let line_total = product(unit_price, orderable)?;
        cart.total = sum(cart.total, line_total)?;
        cart.subtotal = sum(cart.subtotal, product(full_price, orderable)?)?;
        cart.lines.push(PricedLine {
            key: line.key,
            count: line.count,
            available: offer.map_or(0, |offer| offer.available),
            unit_price,
            full_price,
            orderable,
            line_total,
            previous_price: (orderable > 0 && unit_price != line.seen_price).then_some(line.seen_price),
            problem,
            referral: line.referral,
        });
    }
    cart.discount = cart.subtotal - cart.total;
    Ok(cart)
}

fn product(price: i64, count: i64) -> Result<i64> {
    price.checked_mul(count).ok_or_else(overflow)
}

fn sum(first: i64, second: i64) -> Result<i64> {
    first.checked_add(second).ok_or_else(overflow)
}

fn overflow() -> Error {
    Error::internal(anyhow::anyhow!("the total of a cart exceeds the range of i64"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(product: i64, count: i64) -> Line {
        Line { key: LineKey { product, size: None }, count, seen_price: 100, referral: None }
    }

    prop_compose! {
        fn any_offer()(full in 0_i64..1_000_000, off in 0_i64..1_000_000, available in 0_i64..50, has_sizes: bool) -> Offer {
            Offer { unit_price: (full - off).max(0), full_price: full, available, has_sizes }
        }
    }

    proptest! {
        #[test]
        fn the_sums_add_up(offers in prop::collection::vec(prop::option::of(any_offer()), 0..100), count in 1_i64..60) {
            // The product's id is the index of its offer.
            let lines: Vec<_> = (0..offers.len()).map(|index| line(index as i64, count)).collect();
            let cart = price(&lines, |key| offers[key.product as usize]).unwrap();
            prop_assert_eq!(cart.total, cart.lines.iter().map(|line| line.line_total).sum::<i64>());
            prop_assert_eq!(cart.subtotal - cart.discount, cart.total);
            prop_assert!(cart.discount >= 0);
            for line in &cart.lines {
                prop_assert!(line.line_total <= line.unit_price * line.count.min(line.available));
                prop_assert_eq!(line.problem.is_none(), line.line_total == line.unit_price * line.count
                    && line.available >= line.count && !offers[line.key.product as usize].is_some_and(|o| o.has_sizes));
            }
        }
    }

    #[test]
    fn an_overflowing_price_is_an_error() {
        let expensive = Offer { unit_price: i64::MAX / 2, full_price: i64::MAX / 2, available: 9, has_sizes: false };
        assert!(price(&[line(1, 3)], |_| Some(expensive)).is_err());
        assert!(price(&[line(1, 1), line(2, 1), line(3, 1)], |_| Some(expensive)).is_err());
    }

    #[test]
    fn a_changed_price_is_returned_with_the_old_one() {
        let offer = |unit_price| Offer { unit_price, full_price: 120, available: 9, has_sizes: false };
        assert_eq!(price(&[line(1, 1)], |_| Some(offer(90))).unwrap().lines[0].previous_price, Some(100));
        assert_eq!(price(&[line(1, 1)], |_| Some(offer(100))).unwrap().lines[0].previous_price, None);
    }
}
