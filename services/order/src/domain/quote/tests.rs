use proptest::prelude::*;

use super::*;
use crate::domain::{cart::MAX_LINES, engine::Bill};

const NOW: DateTime<Utc> = DateTime::from_timestamp(1_790_000_000, 0).unwrap();

const ACCOUNT: i64 = 7;

fn key() -> QuoteKey {
    QuoteKey::new("a secret that only these tests know").unwrap()
}

/// Each line is given as product, size, count and unit price.
fn cart(lines: impl IntoIterator<Item = (i64, Option<i64>, i64, i64)>) -> PricedCart {
    let mut cart = PricedCart { lines: Vec::new(), subtotal: 0, discount: 0, total: 0 };
    for (product, size, count, unit_price) in lines {
        let line_total = count * unit_price;
        let key = LineKey { product, size };
        cart.total += line_total;
        cart.lines.push(PricedLine {
            key,
            count,
            available: 999,
            unit_price,
            full_price: unit_price,
            orderable: count,
            line_total,
            previous_price: None,
            problem: None,
            referral: None,
        });
    }
    cart.subtotal = cart.total;
    cart
}

fn bill(total: i64, delivery_fee: i64) -> Bill {
    Bill { delivery_fee, total, ..Bill::default() }
}

fn terms<'a>(cart: &'a PricedCart, bill: &'a Bill) -> Terms<'a> {
    Terms { cart, bill, promo: None, zone: Some(1), slot: None, method: None }
}

fn quote(account: i64, cart: &PricedCart) -> Quote {
    Quote::of(account, &terms(cart, &bill(cart.total, 0)), NOW)
}

fn differences(quote: &Quote, cart: &PricedCart) -> Vec<Difference> {
    quote.differences(&terms(cart, &bill(cart.total, 0)))
}

prop_compose! {
    /// No two lines have the same product and size.
    fn any_cart()(
        lines in prop::collection::btree_map(
            (1_i64..200, prop::option::of(1_i64..4)), (1_i64..=999, 0_i64..10_000_000), 1..=MAX_LINES,
        ),
    ) -> PricedCart {
        cart(lines.into_iter().map(|((product, size), (count, price))| (product, size, count, price)))
    }
}

proptest! {
    #[test]
    fn an_unchanged_quote_holds_until_it_expires(cart in any_cart(), account in 1_i64.., age in 0_i64..1_200) {
        let token = key().sign(&quote(account, &cart)).unwrap();
        let verified = key().verify(&token, account, NOW + TimeDelta::seconds(age));
        if age < VALID_FOR.num_seconds() {
            prop_assert_eq!(differences(&verified.unwrap(), &cart), vec![]);
        } else {
            prop_assert_eq!(verified, Err(Untrusted::Expired));
        }
    }

    #[test]
    fn another_accounts_quote_is_refused(cart in any_cart(), account in 1_i64.., other in 1_i64..) {
        prop_assume!(account != other);
        let token = key().sign(&quote(account, &cart)).unwrap();
        prop_assert_eq!(key().verify(&token, other, NOW), Err(Untrusted::NotYours));
    }

    #[test]
    fn a_token_with_one_other_character_is_forged(cart in any_cart(), which: prop::sample::Index, character in "[A-Za-z0-9_-]") {
        let token = key().sign(&quote(ACCOUNT, &cart)).unwrap();
        let at = which.index(token.len());
        prop_assume!(token[at..=at] != character);
        let changed = format!("{}{character}{}", &token[..at], &token[at + 1..]);
        prop_assert_eq!(key().verify(&changed, ACCOUNT, NOW), Err(Untrusted::Forged));
    }

    #[test]
    fn any_change_of_a_line_is_named(
        before in any_cart(), which: prop::sample::Index, count in 1_i64..=999, unit_price in 0_i64..10_000_000,
    ) {
        let quoted = quote(ACCOUNT, &before);
        let at = which.index(before.lines.len());
        let old = before.lines[at];
        prop_assume!((old.count, old.unit_price) != (count, unit_price));
        let after = cart(before.lines.iter().enumerate().map(|(place, line)| {
            let (count, price) = if place == at { (count, unit_price) } else { (line.count, line.unit_price) };
            (line.key.product, line.key.size, count, price)
        }));
        let found = differences(&quoted, &after);
        let of_count = Difference::Count { key: old.key, before: old.count, after: count };
        let of_price = Difference::Price { key: old.key, before: old.unit_price, after: unit_price };
        let of_total = Difference::Total { before: before.total, after: after.total };
        prop_assert_eq!(found.contains(&of_count), old.count != count);
        prop_assert_eq!(found.contains(&of_price), old.unit_price != unit_price);
        prop_assert_eq!(found.contains(&of_total), before.total != after.total);
        let changes = [old.count != count, old.unit_price != unit_price, before.total != after.total];
        prop_assert_eq!(found.len(), changes.into_iter().filter(|is_changed| *is_changed).count());
    }

    #[test]
    fn an_added_or_removed_line_is_named(full in any_cart(), at: prop::sample::Index) {
        let mut smaller = full.clone();
        let line = smaller.lines.remove(at.index(full.lines.len()));
        smaller.total -= line.line_total;
        let removed = differences(&quote(ACCOUNT, &full), &smaller);
        let added = differences(&quote(ACCOUNT, &smaller), &full);
        prop_assert!(removed.contains(&Difference::Gone { key: line.key }), "{removed:?}");
        prop_assert!(added.contains(&Difference::New { key: line.key }), "{added:?}");
    }
}

#[test]
fn another_secret_is_another_key_and_garbage_is_refused() {
    let cart = cart([(1, None, 1, 100)]);
    let token = key().sign(&quote(ACCOUNT, &cart)).unwrap();
    let other_key = QuoteKey::new("a secret of these tests only, with enough characters").unwrap();
    assert_eq!(other_key.verify(&token, ACCOUNT, NOW), Err(Untrusted::Forged));
    // An empty text, base64 of `{}`, no base64, and a megabyte.
    for garbage in ["", "e30", "not base64!", &"A".repeat(1_000_000)] {
        assert_eq!(key().verify(garbage, ACCOUNT, NOW), Err(Untrusted::Forged));
    }
    assert!(QuoteKey::new("too short").is_none());
}

#[test]
fn the_longest_quote_fits() {
    let longest = (0..MAX_LINES as i64).map(|at| QuotedLine {
        product: i64::MAX - at,
        size: Some(i64::MAX),
        count: 999,
        unit_price: i64::MAX,
    });
    let quote = Quote {
        account: i64::MAX,
        expires_at: i64::MAX,
        total: i64::MAX,
        lines: longest.collect(),
        fee: i64::MAX,
        zone: Some(i64::MAX),
        slot: Some("s".repeat(64)),
        promo: Some((i64::MAX, i64::MAX)),
        bonuses: i64::MAX,
        method: Some(("installment".to_owned(), Some(24))),
    };
    assert_eq!(key().verify(&key().sign(&quote).unwrap(), i64::MAX, NOW), Ok(quote));
}

#[test]
fn a_changed_fee_is_reported_with_the_total() {
    let cart = cart([(1, None, 2, 100)]);
    let quote = Quote::of(ACCOUNT, &terms(&cart, &bill(700, 500)), NOW);
    let found = quote.differences(&terms(&cart, &bill(900, 700)));
    assert_eq!(
        found,
        [Difference::Delivery { before: 500, after: 700 }, Difference::Total { before: 700, after: 900 }]
    );
}

#[test]
fn a_smaller_discount_is_reported() {
    let cart = cart([(1, None, 2, 1_000)]);
    let promo = |promo_id, discount| Applied { promo_id, code: "NOVRUZ".to_owned(), kind: "fixed", discount };
    let (quoted, smaller, other) = (promo(1, 200), promo(1, 150), promo(2, 200));
    let with = |promo, bill| Terms { promo, ..terms(&cart, bill) };
    let [full_bill, reduced_bill] = [bill(2_000, 0), bill(1_800, 0)];
    let quote = Quote::of(ACCOUNT, &with(Some(&quoted), &reduced_bill), NOW);
    assert_eq!(quote.differences(&with(Some(&quoted), &reduced_bill)), []);
    let smaller_discount = [Difference::Promo { before: 200, after: 150 }];
    assert_eq!(quote.differences(&with(Some(&smaller), &reduced_bill)), smaller_discount);
    let other_code = [Difference::Promo { before: 200, after: 200 }];
    assert_eq!(quote.differences(&with(Some(&other), &reduced_bill)), other_code);
    let no_code = [Difference::Promo { before: 200, after: 0 }, Difference::Total { before: 1_800, after: 2_000 }];
    assert_eq!(quote.differences(&with(None, &full_bill)), no_code);
}

#[test]
fn a_changed_bonus_amount_is_reported() {
    let cart = cart([(1, None, 2, 1_000)]);
    let [all, less, none] =
        [300, 200, 0].map(|spent| Bill { bonus_spent: spent, total: 2_000 - spent, ..Bill::default() });
    let quote = Quote::of(ACCOUNT, &terms(&cart, &all), NOW);
    assert_eq!(quote.differences(&terms(&cart, &all)), []);
    for (after, bill) in [(200, &less), (0, &none)] {
        let expected =
            [Difference::Bonus { before: 300, after }, Difference::Total { before: 1_700, after: 2_000 - after }];
        assert_eq!(quote.differences(&terms(&cart, bill)), expected);
    }
}

#[test]
fn only_chosen_options_are_binding() {
    let (cart, bill) = (cart([(1, None, 1, 100)]), bill(400, 300));
    let unchosen = terms(&cart, &bill);
    let chosen = Terms { slot: Some("baku-2026-12-01-10"), method: Some(Method::Card), ..unchosen };
    assert_eq!(Quote::of(ACCOUNT, &unchosen, NOW).differences(&chosen), []);
    let quote = Quote::of(ACCOUNT, &chosen, NOW);
    assert_eq!(quote.differences(&chosen), []);
    let moved = [Difference::Delivery { before: 300, after: 300 }];
    assert_eq!(quote.differences(&Terms { slot: Some("baku-2026-12-01-12"), ..chosen }), moved);
    assert_eq!(quote.differences(&Terms { slot: None, ..chosen }), moved);
    assert_eq!(quote.differences(&Terms { zone: Some(2), ..chosen }), moved);
    assert_eq!(quote.differences(&Terms { method: Some(Method::Cash), ..chosen }), [Difference::Payment]);
    let plan = |months| Terms { method: Some(Method::Installment { months }), ..unchosen };
    assert_eq!(Quote::of(ACCOUNT, &plan(6), NOW).differences(&plan(12)), [Difference::Payment]);
}
