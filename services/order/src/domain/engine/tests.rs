//! Compares bills with a simple computation, which distributes a discount one qəpik at a time.

use proptest::prelude::*;

use super::*;
use crate::domain::promo::{Benefit, Promo, PromoRefusal, Rules, Scope};

/// Basis points.
const BONUS_RATE: i64 = 150;

#[derive(Debug, Clone)]
struct Good {
    count: i64,
    unit_price: i64,
    full_price: i64,
    store: i64,
    categories: Vec<i64>,
}

prop_compose! {
    fn any_good()(
        count in 1_i64..4, unit_price in 0_i64..120, off in prop_oneof![Just(0_i64), 1_i64..50],
        store in 1_i64..4, categories in prop::collection::vec(1_i64..6, 0..3),
    ) -> Good {
        Good { count, unit_price, full_price: unit_price + off, store, categories }
    }
}

prop_compose! {
    fn any_promo()(
        benefit in prop_oneof![
            (1_i64..=100, prop::option::of(1_i64..200)).prop_map(|(percent, at_most)| Benefit::Percent { percent, at_most }),
            (1_i64..500).prop_map(|amount| Benefit::Fixed { amount }),
            Just(Benefit::FreeDelivery),
        ],
        minimum in prop_oneof![Just(0_i64), 0_i64..600], is_for_reduced: bool,
        categories in prop::collection::vec(1_i64..6, 0..2), stores in prop::collection::vec(1_i64..4, 0..2),
    ) -> Promo {
        let scope = Scope { categories, stores };
        let rules = Rules {
            code: "SOVQAT10".to_owned(), benefit, minimum, is_for_reduced, scope,
            starts_at: None, ends_at: None, total_limit: None, user_limit: None,
        };
        Promo { id: 1, is_paused: false, rules }
    }
}

/// The index of a good is its product id.
fn items(goods: &[Good]) -> Vec<LineItem<'_>> {
    let mut items = Vec::with_capacity(goods.len());
    for (product, good) in (0..).zip(goods) {
        items.push(LineItem {
            bonus_rate: BONUS_RATE,
            key: LineKey { product, size: None },
            count: good.count,
            unit_price: good.unit_price,
            full_price: good.full_price,
            store: good.store,
            categories: &good.categories,
        });
    }
    items
}

/// Returns each line's discount and whether delivery is free, or the code of the refusal.
fn simple_reduction(Promo { rules, .. }: &Promo, goods: &[Good], fee: i64) -> Result<(Vec<i64>, bool), &'static str> {
    let goods_total: i64 = goods.iter().map(|good| good.unit_price * good.count).sum();
    if goods_total < rules.minimum {
        return Err("below_minimum");
    }
    if !goods.iter().any(|good| is_in_scope(rules, good)) {
        return Err("nothing_in_scope");
    }
    let reducible = |good: &Good| {
        let is_reduced = good.unit_price < good.full_price;
        let counts = is_in_scope(rules, good) && (rules.is_for_reduced || !is_reduced);
        if counts { good.unit_price * good.count } else { 0 }
    };
    let qepiks_of_line: Vec<i64> = goods.iter().map(reducible).collect();
    let off = simple_discount(rules.benefit, qepiks_of_line.iter().sum(), goods_total);
    let is_delivery_free = matches!(rules.benefit, Benefit::FreeDelivery);
    if off == 0 && (!is_delivery_free || fee == 0) {
        return Err("nothing_to_reduce");
    }
    Ok((simple_shares(off, &qepiks_of_line), is_delivery_free))
}

fn is_in_scope(rules: &Rules, good: &Good) -> bool {
    let of_category = rules.scope.categories.is_empty()
        || rules.scope.categories.iter().any(|wanted| good.categories.contains(wanted));
    let of_store = rules.scope.stores.is_empty() || rules.scope.stores.contains(&good.store);
    of_category && of_store
}

/// `base` is the price of the goods that the code reduces.
fn simple_discount(benefit: Benefit, base: i64, goods_total: i64) -> i64 {
    let mut off = match benefit {
        // The integer nearest to base × percent ÷ 100; of two equally near ones, the higher.
        Benefit::Percent { percent, .. } => {
            let distance = |candidate: i64| (candidate * 100 - base * percent).abs();
            (0..=base).rev().min_by_key(|candidate| distance(*candidate)).unwrap()
        }
        Benefit::Fixed { amount } => amount,
        Benefit::FreeDelivery => 0,
    };
    if let Benefit::Percent { at_most: Some(max), .. } = benefit {
        off = off.min(max);
    }
    // At least one qəpik is left to pay.
    while off > base || (off > 0 && goods_total - off < 1) {
        off -= 1;
    }
    off
}

/// Rounds each share down, then gives one qəpik at a time to the line that is furthest below its exact share.
fn simple_shares(off: i64, qepiks_of_line: &[i64]) -> Vec<i64> {
    let base: i64 = qepiks_of_line.iter().sum();
    let mut shares: Vec<i64> =
        qepiks_of_line.iter().map(|line| if base == 0 { 0 } else { off * line / base }).collect();
    while shares.iter().sum::<i64>() < off {
        let mut furthest_below = 0;
        for at in 0..shares.len() {
            let short_by = |at: usize| off * qepiks_of_line[at] - shares[at] * base;
            if short_by(at) > short_by(furthest_below) {
                furthest_below = at;
            }
        }
        shares[furthest_below] += 1;
    }
    shares
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_bill_equals_a_simple_calculation(
        goods in prop::collection::vec(any_good(), 1..7), promo in prop::option::of(any_promo()), fee in prop_oneof![Just(0_i64), 1_i64..900],
    ) {
        let items = items(&goods);
        let reduction = promo.as_ref().map(|promo| promo.reduce(&items, Some(fee)));
        let expected = promo.as_ref().map(|promo| simple_reduction(promo, &goods, fee));
        match (&reduction, &expected) {
            (Some(Ok(reduction)), Some(Ok((off, is_delivery_free)))) => {
                prop_assert_eq!((&reduction.by_item, reduction.is_delivery_free), (off, *is_delivery_free));
            }
            (Some(Err(why)), Some(Err(code))) => prop_assert_eq!(&why.code(), code),
            (None, None) => {}
            differing => prop_assert!(false, "{:?}", differing),
        }
        let reduction = reduction.and_then(Result::ok);
        let bill = bill(&items, reduction.as_ref(), fee).unwrap();

        let (mut full_total, mut current_total, mut off) = (0, 0, 0);
        for (line, good) in bill.lines.iter().zip(&goods) {
            for _ in 0..good.count {
                full_total += good.full_price;
                current_total += good.unit_price;
            }
            off += line.promo_discount;
            prop_assert!((0..=line.line_total).contains(&line.promo_discount));
        }
        let delivery_fee = if reduction.is_some_and(|reduction| reduction.is_delivery_free) { 0 } else { fee };
        let expected = (full_total, full_total - current_total, off);
        prop_assert_eq!((bill.subtotal, bill.discount, bill.promo_discount), expected);
        prop_assert_eq!((bill.delivery_fee, bill.total), (delivery_fee, current_total - off + delivery_fee));
        prop_assert!(current_total == 0 || bill.total > 0, "a cart with a price has a total above zero");
        prop_assert!((bill.vat * 118 - bill.total * 18).abs() * 2 <= 118, "18/118 of the total, to the nearest qəpik");
    }

    #[test]
    fn bonuses_pay_for_goods_and_only_money_earns(
        goods in prop::collection::vec(any_good(), 1..7), promo in prop::option::of(any_promo()), fee in 0_i64..900, part: prop::sample::Index,
    ) {
        let items = items(&goods);
        let reduction = promo.and_then(|promo| promo.reduce(&items, Some(fee)).ok());
        let without = bill(&items, reduction.as_ref(), fee).unwrap();
        let amount = part.index(without.goods() as usize + 1) as i64;
        let with = without.clone().with_bonuses(amount);
        prop_assert_eq!((with.bonus_spent, with.total), (amount, without.total - amount));
        prop_assert_eq!((with.vat, with.delivery_fee, with.goods()), (without.vat, without.delivery_fee, without.goods()));
        prop_assert_eq!(with.lines.iter().map(|line| line.bonus_spent).sum::<i64>(), amount);
        for (with, without) in with.lines.iter().zip(&without.lines) {
            prop_assert!((0..=without.paid()).contains(&with.bonus_spent));
            prop_assert_eq!(with.paid(), without.paid() - with.bonus_spent);
            prop_assert_eq!(with.bonus, bonus::earned(with.paid(), BONUS_RATE));
        }
        prop_assert_eq!(without.clone().with_bonuses(0), without);
    }

    #[test]
    fn promo_code_always_reduces_the_total(
        goods in prop::collection::vec(any_good(), 1..7), promo in any_promo(), fee in 0_i64..900,
    ) {
        let items = items(&goods);
        let without = bill(&items, None, fee).unwrap();
        if let Ok(reduction) = promo.reduce(&items, Some(fee)) {
            let with = bill(&items, Some(&reduction), fee).unwrap();
            prop_assert!(with.total < without.total);
        }
    }
}

#[test]
fn promo_code_reports_the_amount_missing_to_its_minimum() {
    let goods = [Good { count: 2, unit_price: 1_000, full_price: 1_000, store: 1, categories: vec![] }];
    let rules = Rules {
        code: "SOVQAT10".to_owned(),
        benefit: Benefit::Fixed { amount: 500 },
        minimum: 3_000,
        is_for_reduced: true,
        scope: Scope::default(),
        starts_at: None,
        ends_at: None,
        total_limit: None,
        user_limit: None,
    };
    let promo = Promo { id: 1, is_paused: false, rules };
    assert_eq!(promo.reduce(&items(&goods), None), Err(PromoRefusal::BelowMinimum { missing: 1_000 }));
}

#[test]
fn an_overflowing_bill_is_an_error() {
    let goods = [Good { count: 1, unit_price: i64::MAX, full_price: i64::MAX, store: 1, categories: vec![] }];
    assert!(bill(&items(&goods), None, 1).is_err());
}
