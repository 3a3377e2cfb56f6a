//! When discounts apply, and what they make of prices.

use chrono::{DateTime, Utc};

/// A bound that is `None` is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Period {
    pub from: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
}

impl Period {
    /// `from` is inclusive, `until` exclusive.
    pub fn applies(self, now: DateTime<Utc>) -> bool {
        self.from.is_none_or(|from| from <= now) && self.until.is_none_or(|until| now < until)
    }

    pub fn next_change(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        [self.from, self.until].into_iter().flatten().filter(|change| *change > now).min()
    }
}

/// Reduces the price of a size in the ratio of the product's prices, rounded half up, and at least 1 qəpik.
pub fn of_size(size_price: i64, price: i64, price_now: i64) -> i64 {
    if price == price_now {
        return size_price;
    }
    let (size, price, now) = (i128::from(size_price), i128::from(price), i128::from(price_now));
    // `size * now / price` plus one half, rounded down.
    i64::try_from((2 * size * now + price) / (2 * price)).unwrap_or(size_price).max(1)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn period_includes_its_start_and_excludes_its_end() {
        let from = DateTime::<Utc>::from_timestamp(1_790_000_000, 0).unwrap();
        let until = from + TimeDelta::hours(1);
        let period = Period { from: Some(from), until: Some(until) };
        let moment = TimeDelta::seconds(1);
        for (now, expected) in [(from - moment, false), (from, true), (until - moment, true), (until, false)] {
            assert_eq!(period.applies(now), expected, "{now}");
        }
        assert_eq!(period.next_change(from - moment), Some(from));
        assert_eq!(period.next_change(from), Some(until));
        assert_eq!(period.next_change(until), None);
        assert!(Period::default().applies(from));
    }

    #[test]
    fn sizes_are_discounted_in_the_same_ratio() {
        assert_eq!(of_size(7000, 4500, 3900), 6067, "7000 × 3900 / 4500 is 6066.67");
        assert_eq!(of_size(3, 2, 1), 2, "halves are rounded up");
        assert_eq!(of_size(7000, 4500, 4500), 7000);
        assert_eq!(of_size(1, 100_000_000_000, 1), 1, "the minimum price is 1");
    }

    proptest! {
        #[test]
        fn discount_never_raises_a_price(
            size in 1..=100_000_000_000_i64,
            (price, now) in (2..=100_000_000_000_i64).prop_flat_map(|price| (Just(price), 1..price)),
        ) {
            let discounted = of_size(size, price, now);
            prop_assert!((1..=size).contains(&discounted));
            prop_assert_eq!(of_size(price, price, now), now);
        }
    }
}
