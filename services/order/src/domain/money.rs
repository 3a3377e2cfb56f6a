//! Arithmetic with amounts in qəpik (1/100 ₼). All rounding happens here.

/// Every price contains VAT.
const VAT_PERCENT: i64 = 18;

/// Returns `amount` × `part` ÷ `whole`. A half is rounded up.
pub fn share(amount: i64, part: i64, whole: i64) -> i64 {
    let (amount, part, whole) = (i128::from(amount), i128::from(part), i128::from(whole));
    ((2 * amount * part + whole) / (2 * whole)) as i64
}

pub fn vat(total: i64) -> i64 {
    share(total, VAT_PERCENT, 100 + VAT_PERCENT)
}

/// Divides `amount` in proportion to the weights, by the largest remainder method. No part exceeds its weight, unless
/// `amount` exceeds the sum of the weights. Of equal remainders, the first is rounded up.
pub fn split(amount: i64, weights: &[i64]) -> Vec<i64> {
    let whole: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    if whole == 0 {
        return vec![0; weights.len()];
    }
    // Divided by `whole`, this is the exact part.
    let exact = |weight: i64| i128::from(amount) * i128::from(weight);
    let mut parts: Vec<i64> = weights.iter().map(|weight| (exact(*weight) / whole) as i64).collect();
    let mut indexes_by_loss: Vec<usize> = (0..weights.len()).collect();
    indexes_by_loss.sort_by_key(|index| std::cmp::Reverse(exact(weights[*index]) % whole));
    let left = amount - parts.iter().sum::<i64>();
    for index in indexes_by_loss.into_iter().take(left as usize) {
        parts[index] += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn halves_are_rounded_up_and_vat_is_18_of_118() {
        assert_eq!([share(15, 10, 100), share(14, 10, 100), share(0, 10, 100)], [2, 1, 0]);
        assert_eq!([vat(11_800), vat(1_990), vat(0), vat(1), vat(4)], [1_800, 304, 0, 0, 1]);
        assert_eq!(share(i64::MAX, 100, 100), i64::MAX);
    }

    #[test]
    fn remainders_go_to_the_largest_fractions() {
        assert_eq!(split(100, &[1, 1, 1]), [34, 33, 33]);
        assert_eq!(split(10, &[199, 301, 500]), [2, 3, 5]);
        assert_eq!(split(7, &[5, 0, 2]), [5, 0, 2]);
        assert_eq!(split(0, &[5, 3]), [0, 0]);
        assert_eq!(split(0, &[0, 0]), [0, 0]);
        assert!(split(0, &[]).is_empty());
    }

    proptest! {
        #[test]
        fn parts_add_up_and_none_exceeds_its_amount(weights in prop::collection::vec(0_i64..1_000_000_000, 1..60), cut: prop::sample::Index) {
            let whole: i64 = weights.iter().sum();
            let amount = cut.index(whole as usize + 1) as i64;
            let parts = split(amount, &weights);
            prop_assert_eq!(parts.iter().sum::<i64>(), amount);
            for (part, weight) in parts.iter().zip(&weights) {
                prop_assert!((0..=*weight).contains(part));
                let off = i128::from(*part) * i128::from(whole) - i128::from(amount) * i128::from(*weight);
                prop_assert!(off.abs() < i128::from(whole).max(1), "each part is within one qəpik of its exact share");
            }
        }
    }
}
