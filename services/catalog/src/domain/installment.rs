//! Interest-free instalment plans that product pages show. They are an estimate: the bank decides about each payment.

/// Durations that shoppers can choose.
const MONTHS: [i32; 5] = [3, 6, 12, 18, 24];
/// Minimum price in qəpik. Banks offer no instalments below 50.00 ₼.
const MIN_PRICE: i64 = 5_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub months: i32,
    /// Monthly payment in qəpik, rounded up. The last one is the remainder.
    pub monthly: i64,
}

/// Returns the plans for a price in qəpik, shortest first, or none if the price is too low.
pub fn plans(price: i64) -> Vec<Plan> {
    if price < MIN_PRICE {
        return Vec::new();
    }
    MONTHS
        .into_iter()
        .map(|months| Plan { months, monthly: (price + i64::from(months) - 1) / i64::from(months) })
        .collect()
}

/// Returns the monthly payment of the longest plan, in qəpik.
pub fn lowest_monthly(price: i64) -> Option<i64> {
    plans(price).last().map(|plan| plan.monthly)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payments_are_rounded_up_and_low_prices_have_no_plans() {
        assert!(plans(4_999).is_empty());
        assert!(lowest_monthly(4_999).is_none());
        assert_eq!(lowest_monthly(10_000), Some(417));
        let monthly: Vec<_> = plans(10_000).iter().map(|plan| (plan.months, plan.monthly)).collect();
        assert_eq!(monthly, [(3, 3_334), (6, 1_667), (12, 834), (18, 556), (24, 417)]);
        assert_eq!(plans(6_000)[0].monthly, 2_000, "exact amounts are not rounded");
    }
}
