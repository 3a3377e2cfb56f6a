//! Interest-free instalment plans on product pages. The bank decides about each payment.

const MONTHS: [i32; 5] = [3, 6, 12, 18, 24];
/// Banks offer no instalments below 50.00 ₼.
const MIN_PRICE: i64 = 5_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub months: i32,
    /// Qəpik, rounded up. The last payment is the remainder.
    pub monthly: i64,
}

/// `price` is in qəpik.
pub fn plans(price: i64) -> Vec<Plan> {
    if price < MIN_PRICE {
        return Vec::new();
    }
    MONTHS
        .into_iter()
        .map(|months| Plan { months, monthly: (price + i64::from(months) - 1) / i64::from(months) })
        .collect()
}

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
