//! Merges a guest's basket (kept in the browser) into an account's cart at sign-in.

use serde::{Deserialize, Serialize};

use super::cart::{Count, Line, LineKey, MAX_COUNT, MAX_LINES, Offer};

/// More lines than a cart can hold: those that do not fit are `Gone` with `CartFull`.
pub const MAX_GUEST_LINES: usize = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuestLine {
    pub key: LineKey,
    pub count: Count,
    /// `None` means the current price.
    pub seen_price: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Added,
    /// Fewer units were added, possibly none if the cart had the line already.
    Shortened,
    /// The chosen size is no longer sold, so it was left out.
    Replaced,
    /// No unit was added, and the cart has no such line.
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    NotEnoughStock,
    CountLimit,
    SizeNotFound,
    ProductNotFound,
    OutOfStock,
    CartFull,
}

impl Reason {
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// Stored for repeated requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    pub product: i64,
    pub size: Option<i64>,
    /// Units in the basket.
    pub count: i64,
    /// Units added to the cart.
    pub added: i64,
    pub outcome: Outcome,
    pub reason: Option<Reason>,
}

pub struct Merge {
    /// One per line of the basket, in the same order.
    pub outcomes: Vec<Merged>,
    /// New or changed lines of the cart.
    pub changed: Vec<Line>,
}

pub fn merge(cart: &[Line], basket: &[GuestLine], offer_of: impl Fn(LineKey) -> Option<Offer>) -> Merge {
    let mut cart = cart.to_vec();
    let mut changed_keys: Vec<LineKey> = vec![];
    let mut outcomes = Vec::with_capacity(basket.len());
    for line in basket {
        let (added, outcome, reason) = match place(&mut cart, line, &offer_of) {
            Ok(Placed { key, added, reason }) => {
                changed_keys.push(key);
                let outcome = match reason {
                    None => Outcome::Added,
                    Some(Reason::SizeNotFound) => Outcome::Replaced,
                    Some(_) => Outcome::Shortened,
                };
                (added, outcome, reason)
            }
            Err(reason) => (0, Outcome::Gone, Some(reason)),
        };
        let LineKey { product, size } = line.key;
        outcomes.push(Merged { product, size, count: line.count.get(), added, outcome, reason });
    }
    cart.retain(|line| changed_keys.contains(&line.key));
    Merge { outcomes, changed: cart }
}

struct Placed {
    /// Without the size if it is no longer sold.
    key: LineKey,
    added: i64,
    /// Why the line was not added unchanged.
    reason: Option<Reason>,
}

/// Adds what fits into the cart.
fn place(
    cart: &mut Vec<Line>,
    guest: &GuestLine,
    offer_of: impl Fn(LineKey) -> Option<Offer>,
) -> Result<Placed, Reason> {
    let FoundOffer { key, offer, is_size_gone } = find_offer(guest.key, offer_of).ok_or(Reason::ProductNotFound)?;
    if offer.available <= 0 {
        return Err(Reason::OutOfStock);
    }
    let index = cart.iter().position(|line| line.key == key);
    if index.is_none() && cart.len() >= MAX_LINES {
        return Err(Reason::CartFull);
    }
    let wanted = guest.count.get();
    let in_cart = index.map_or(0, |index| cart[index].count);
    let free = offer.available.min(MAX_COUNT).saturating_sub(in_cart).max(0);
    let added = wanted.min(free);
    // The guest saw the price of the missing size.
    let price_seen_by_guest = if is_size_gone { None } else { guest.seen_price };
    let seen_price = price_seen_by_guest.unwrap_or(offer.unit_price);
    match index {
        Some(index) if added > 0 => {
            cart[index].count += added;
            cart[index].seen_price = seen_price;
        }
        Some(_) => {}
        None => cart.push(Line { key, count: added, seen_price, referral: None }),
    }
    let reason = if is_size_gone {
        Some(Reason::SizeNotFound)
    } else if added == wanted {
        None
    } else if offer.available > MAX_COUNT {
        Some(Reason::CountLimit)
    } else {
        Some(Reason::NotEnoughStock)
    };
    Ok(Placed { key, added, reason })
}

struct FoundOffer {
    key: LineKey,
    offer: Offer,
    is_size_gone: bool,
}

/// Finds the offer of the product without its size if the size is no longer sold.
fn find_offer(key: LineKey, offer_of: impl Fn(LineKey) -> Option<Offer>) -> Option<FoundOffer> {
    if let Some(offer) = offer_of(key) {
        return Some(FoundOffer { key, offer, is_size_gone: false });
    }
    // Without a size, this key was looked up already.
    key.size?;
    let key = LineKey { size: None, ..key };
    Some(FoundOffer { key, offer: offer_of(key)?, is_size_gone: true })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VASE: LineKey = LineKey { product: 1, size: None };
    const ROSES_15: LineKey = LineKey { product: 2, size: Some(15) };

    fn offer(available: i64) -> Offer {
        Offer { unit_price: 1_000, full_price: 1_000, available, has_sizes: false }
    }

    fn guest(key: LineKey, count: i64) -> GuestLine {
        GuestLine { key, count: Count::parse(count).unwrap(), seen_price: Some(900) }
    }

    fn line(key: LineKey, count: i64) -> Line {
        Line { key, count, seen_price: 800, referral: None }
    }

    /// Outcome, added units, and reason.
    type LineResult = (Outcome, i64, Option<Reason>);

    /// `offers` has the units in stock.
    fn results(cart: &[Line], basket: &[GuestLine], offers: &[(LineKey, i64)]) -> (Vec<LineResult>, Vec<Line>) {
        let offer_of = |key| offers.iter().find(|(offered, _)| *offered == key).map(|(_, available)| offer(*available));
        let Merge { outcomes, changed } = merge(cart, basket, offer_of);
        (outcomes.into_iter().map(|merged| (merged.outcome, merged.added, merged.reason)).collect(), changed)
    }

    #[test]
    fn counts_of_the_same_line_are_added() {
        let (outcomes, changed) = results(&[line(VASE, 2)], &[guest(VASE, 3)], &[(VASE, 9)]);
        assert_eq!(outcomes, [(Outcome::Added, 3, None)]);
        assert_eq!(changed, [Line { count: 5, seen_price: 900, ..line(VASE, 0) }]);
    }

    #[test]
    fn size_is_kept_if_it_is_sold_and_dropped_otherwise() {
        let basket = [guest(ROSES_15, 2)];
        let (outcomes, changed) = results(&[], &basket, &[(ROSES_15, 9)]);
        assert_eq!((outcomes[0].0, changed[0].key), (Outcome::Added, ROSES_15));

        let sizeless = LineKey { size: None, ..ROSES_15 };
        let (outcomes, changed) = results(&[], &basket, &[(sizeless, 9)]);
        assert_eq!(outcomes, [(Outcome::Replaced, 2, Some(Reason::SizeNotFound))]);
        assert_eq!(changed, [Line { seen_price: 1_000, ..line(sizeless, 2) }], "the seen price belongs to the size");
    }

    #[test]
    fn available_units_are_added_and_missing_ones_get_a_reason() {
        let (bowl, cup) = (LineKey { product: 3, size: None }, LineKey { product: 4, size: None });
        let basket = [guest(VASE, 3), guest(bowl, 1), guest(cup, 1)];
        let (outcomes, changed) = results(&[], &basket, &[(VASE, 2), (bowl, 0)]);
        let expected = [
            (Outcome::Shortened, 2, Some(Reason::NotEnoughStock)),
            (Outcome::Gone, 0, Some(Reason::OutOfStock)),
            (Outcome::Gone, 0, Some(Reason::ProductNotFound)),
        ];
        assert_eq!(outcomes, expected);
        assert_eq!(changed.len(), 1);
    }

    #[test]
    fn cart_with_the_whole_stock_keeps_its_count() {
        let (outcomes, changed) = results(&[line(VASE, 2)], &[guest(VASE, 1)], &[(VASE, 2)]);
        assert_eq!(outcomes, [(Outcome::Shortened, 0, Some(Reason::NotEnoughStock))]);
        assert_eq!(changed, [line(VASE, 2)]);
    }

    #[test]
    fn cart_is_filled_up_to_its_limits() {
        let products = 1..=MAX_GUEST_LINES as i64;
        let basket: Vec<_> = products.map(|product| guest(LineKey { product, size: None }, 1)).collect();
        let Merge { outcomes, changed } = merge(&[], &basket, |_| Some(offer(5)));
        assert_eq!(changed.len(), MAX_LINES);
        assert!(outcomes[..MAX_LINES].iter().all(|merged| merged.outcome == Outcome::Added));
        assert!(outcomes[MAX_LINES..].iter().all(|merged| merged.reason == Some(Reason::CartFull)));

        let (outcomes, _) = results(&[line(VASE, 998)], &[guest(VASE, 5)], &[(VASE, 5_000)]);
        assert_eq!(outcomes, [(Outcome::Shortened, 1, Some(Reason::CountLimit))]);
    }

    prop_compose! {
        fn any_key()(product in 1_i64..6, size in prop::option::of(1_i64..3)) -> LineKey {
            LineKey { product, size }
        }
    }

    proptest! {
        #[test]
        fn units_of_cart_and_basket_add_up(
            held in prop::collection::btree_map(any_key(), 1_i64..=999, 0..8),
            basket in prop::collection::vec((any_key(), 1_i64..=999), 0..12),
            offers in prop::collection::btree_map(any_key(), 0_i64..2_000, 0..12),
        ) {
            let cart: Vec<_> = held.iter().map(|(key, count)| line(*key, *count)).collect();
            let basket: Vec<_> = basket.into_iter().map(|(key, count)| guest(key, count)).collect();
            let merged = merge(&cart, &basket, |key| offers.get(&key).map(|available| offer(*available)));
            prop_assert_eq!(merged.outcomes.len(), basket.len());
            let units = |lines: &[Line]| lines.iter().map(|line| line.count).sum::<i64>();
            let untouched: Vec<_> =
                cart.iter().filter(|line| merged.changed.iter().all(|other| other.key != line.key)).copied().collect();
            let added: i64 = merged.outcomes.iter().map(|line| line.added).sum();
            prop_assert_eq!(units(&untouched) + units(&merged.changed), units(&cart) + added);
            for line in &merged.outcomes {
                prop_assert_eq!(line.reason.is_none(), line.outcome == Outcome::Added);
                prop_assert!(line.added <= line.count);
                if line.outcome == Outcome::Gone { prop_assert_eq!(line.added, 0); }
            }
            for line in &merged.changed {
                let before = held.get(&line.key).copied().unwrap_or_default();
                let available = offers.get(&line.key).copied().unwrap_or_default();
                prop_assert!(line.count > 0);
                prop_assert!(line.count <= available.min(MAX_COUNT).max(before));
            }
        }
    }
}
