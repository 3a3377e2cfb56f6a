//! Checks the new count of a cart line. A product with sizes can be added without a size, because a guest's basket may
//! lack it, but setting its count requires the size.

use kit::{Error, Result};

use super::cart::{Count, Line, LineKey, MAX_LINES, Offer};

pub fn add(lines: &[Line], key: LineKey, offer: Offer, more: Count) -> Result<Count> {
    let in_cart = lines.iter().find(|line| line.key == key).map_or(0, |line| line.count);
    check(lines, key, offer, in_cart.saturating_add(more.get()))
}

pub fn set(lines: &[Line], key: LineKey, offer: Offer, count: Count) -> Result<Count> {
    if offer.has_sizes && key.size.is_none() {
        return Err(Error::invalid("sizeId", "required"));
    }
    check(lines, key, offer, count.get())
}

fn check(lines: &[Line], key: LineKey, offer: Offer, wanted: i64) -> Result<Count> {
    if offer.available <= 0 {
        return Err(Error::conflict("out_of_stock"));
    }
    if wanted > offer.available {
        return Err(Error::conflict_with("not_enough_stock", vec![("available", offer.available.to_string())]));
    }
    let count = Count::parse(wanted).map_err(|code| Error::invalid("count", code))?;
    if lines.len() >= MAX_LINES && lines.iter().all(|line| line.key != key) {
        return Err(Error::conflict("cart_full"));
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CUP: LineKey = LineKey { product: 1, size: None };

    fn offer(available: i64) -> Offer {
        Offer { unit_price: 100, full_price: 100, available, has_sizes: false }
    }

    proptest! {
        // A line has at most 999 units.
        #[test]
        fn line_never_grows_beyond_stock_or_limit(held in 0_i64..=999, more in 1_i64..=999, available in 0_i64..2_000) {
            let lines: Vec<_> = (held > 0).then_some(Line { key: CUP, count: held, seen_price: 100, referral: None }).into_iter().collect();
            match add(&lines, CUP, offer(available), Count::parse(more).unwrap()) {
                Ok(count) => {
                    prop_assert_eq!(count.get(), held + more);
                    prop_assert!(count.get() <= available.min(999));
                }
                Err(_) => prop_assert!(held + more > available.min(999)),
            }
        }
    }

    #[test]
    fn full_cart_takes_more_units_of_its_lines_but_no_new_line() {
        let lines: Vec<_> = (1..=MAX_LINES as i64)
            .map(|product| Line { key: LineKey { product, size: None }, count: 1, seen_price: 100, referral: None })
            .collect();
        assert_eq!(add(&lines, CUP, offer(5), Count::ONE).unwrap().get(), 2);
        let new_key = LineKey { product: MAX_LINES as i64 + 1, size: None };
        assert_eq!(add(&lines, new_key, offer(5), Count::ONE).unwrap_err().to_string(), "cart_full");
    }
}
