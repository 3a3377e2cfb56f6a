//! Plans to pay in monthly instalments.

use super::method::{MIN_INSTALLMENT_TOTAL, MONTHS};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub months: i32,
    /// The amount of every month but the last, rounded up.
    pub monthly: i64,
    pub last: i64,
    pub total: i64,
}

/// Returns the instalment plans, none if the total is too low.
pub fn plans(total: i64) -> Vec<Plan> {
    if total < MIN_INSTALLMENT_TOTAL {
        return Vec::new();
    }
    MONTHS.iter().map(|months| plan(total, *months)).collect()
}

fn plan(total: i64, months: i32) -> Plan {
    let count = i64::from(months);
    let monthly = total / count + i64::from(total % count != 0);
    Plan { months, monthly, last: total - monthly * (count - 1), total }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn instalments_add_up_and_the_last_one_is_hardly_lower(total in MIN_INSTALLMENT_TOTAL..1_000_000_000) {
            for plan in plans(total) {
                prop_assert_eq!(plan.monthly * i64::from(plan.months - 1) + plan.last, total);
                prop_assert!(plan.last <= plan.monthly && plan.last > 0);
                prop_assert!(plan.monthly - plan.last < i64::from(plan.months));
            }
        }
    }

    #[test]
    fn plans_equal_those_of_product_pages() {
        let months: Vec<_> = plans(10_000).iter().map(|plan| (plan.months, plan.monthly, plan.last)).collect();
        assert_eq!(months, [(3, 3_334, 3_332), (6, 1_667, 1_665), (12, 834, 826), (18, 556, 548), (24, 417, 409)]);
        assert_eq!(plans(MIN_INSTALLMENT_TOTAL - 1), []);
    }
}
