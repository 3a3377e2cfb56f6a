//! Rules for changing one value of many products at once.

use std::ops::RangeInclusive;

use super::publication::State;

pub const MAX_PRODUCTS: usize = 10_000;
/// Qəpik, as in the constraint `product_price_check`.
pub const PRICES: RangeInclusive<i64> = 1..=100_000_000_000;

// `web/admin/features/products/bulk.tsx` lists the codes that have a text.
const HAS_SIZES: &str = "product_has_sizes";
const FIELD_IN_USE: &str = "field_in_use";
const STORE_CLOSED: &str = "store_closed";
const IS_DRAFT: &str = "product_is_draft";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Also changes sizes and discounts.
    PricePercent(i64),
    /// In qəpik.
    Price(i64),
    Category(i64),
    State(State),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values {
    pub price: i64,
    pub discounted_price: Option<i64>,
    pub category_id: i64,
    pub state: State,
}

#[derive(Debug, Clone)]
pub struct Candidate {
    pub values: Values,
    /// The lowest and the highest, or empty without sizes.
    pub size_prices: Vec<i64>,
    pub store_is_open: bool,
    /// The product has a field that the new category lacks.
    pub has_foreign_field: bool,
}

impl Change {
    /// Fails with the code of a refusal.
    pub fn apply(self, product: &Candidate) -> Result<Values, &'static str> {
        let before = product.values;
        match self {
            Self::PricePercent(percent) => {
                let price = scaled(before.price, percent)?;
                for size_price in &product.size_prices {
                    scaled(*size_price, percent)?;
                }
                let discounted_price = before.discounted_price.map(|price| scaled(price, percent)).transpose()?;
                check_prices(Values { price, discounted_price, ..before })
            }
            Self::Price(_) if !product.size_prices.is_empty() => Err(HAS_SIZES),
            Self::Price(price) => check_prices(Values { price, ..before }),
            Self::Category(_) if product.has_foreign_field => Err(FIELD_IN_USE),
            Self::Category(category_id) => Ok(Values { category_id, ..before }),
            Self::State(State::Published) if !product.store_is_open => Err(STORE_CLOSED),
            Self::State(State::Withdrawn) if before.state == State::Draft => Err(IS_DRAFT),
            Self::State(state) => Ok(Values { state, ..before }),
        }
    }

    /// A small percentage of a low price may change nothing after rounding.
    pub fn affects_sizes(self, product: &Candidate) -> bool {
        let Self::PricePercent(percent) = self else { return false };
        product.size_prices.iter().any(|price| scaled(*price, percent) != Ok(*price))
    }
}

/// Rounds half up.
pub fn scaled(price: i64, percent: i64) -> Result<i64, &'static str> {
    let scaled = (price * (100 + percent) + 50) / 100;
    if PRICES.contains(&scaled) { Ok(scaled) } else { Err("out_of_range") }
}

fn check_prices(values: Values) -> Result<Values, &'static str> {
    if !PRICES.contains(&values.price) {
        return Err("out_of_range");
    }
    if values.discounted_price.is_some_and(|discounted| discounted >= values.price) {
        return Err("not_lower");
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(price: i64, discounted_price: Option<i64>) -> Candidate {
        Candidate {
            values: Values { price, discounted_price, category_id: 1, state: State::Draft },
            size_prices: vec![],
            store_is_open: false,
            has_foreign_field: false,
        }
    }

    #[test]
    fn price_percent_rounds_prices_and_refuses_those_out_of_range() {
        let after = |percent, price, discounted| {
            let values = Change::PricePercent(percent).apply(&product(price, discounted));
            values.map(|values| (values.price, values.discounted_price))
        };
        // 1,105.5 and 1,094.5 qəpik are rounded up.
        assert_eq!(after(10, 1_005, Some(995)), Ok((1_106, Some(1_095))));
        assert_eq!(after(-90, 100, None), Ok((10, None)));
        assert_eq!(after(-90, 1, None), Err("out_of_range"));
        // Both prices become 1 qəpik.
        assert_eq!(after(-90, 12, Some(11)), Err("not_lower"));
        assert_eq!(after(100, 60_000_000_000, None), Err("out_of_range"));
        assert_eq!(Change::Price(900).apply(&product(1_000, Some(950))), Err("not_lower"));
    }

    #[test]
    fn price_percent_checks_lowest_and_highest_size_price() {
        let sized = |lowest, highest| Candidate { size_prices: vec![lowest, highest], ..product(1_000, None) };
        let refusal = |percent, lowest, highest| Change::PricePercent(percent).apply(&sized(lowest, highest)).err();
        // 0.4 is rounded to 0, 0.5 to 1.
        assert_eq!(refusal(-90, 4, 1_000), Some("out_of_range"));
        assert_eq!(refusal(-90, 5, 1_000), None);
        assert_eq!(refusal(100, 5, 60_000_000_000), Some("out_of_range"));
        // 10.1 is rounded to 10.
        assert!(Change::PricePercent(1).affects_sizes(&sized(10, 900)));
        assert!(!Change::PricePercent(1).affects_sizes(&sized(10, 10)));
        assert!(!Change::Price(900).affects_sizes(&sized(10, 900)));
    }

    #[test]
    fn apply_returns_reason_when_product_cannot_be_changed() {
        let sized = Candidate { size_prices: vec![5, 5], ..product(1_000, None) };
        let foreign = Candidate { has_foreign_field: true, ..product(1_000, None) };
        assert_eq!(Change::Price(900).apply(&sized), Err("product_has_sizes"));
        assert_eq!(Change::Category(2).apply(&foreign), Err("field_in_use"));
        assert_eq!(Change::State(State::Published).apply(&product(1, None)), Err("store_closed"));
        assert_eq!(Change::State(State::Withdrawn).apply(&product(1, None)), Err("product_is_draft"));
    }
}
