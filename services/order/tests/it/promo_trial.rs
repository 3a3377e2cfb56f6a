//! Tests that operators can try a promo code with a made-up cart, with the same result as at checkout.

use chrono::TimeDelta;
use insta::assert_snapshot;
use proto::{
    json::to_timestamp,
    order::{
        CartProblem, CheckRequest, Promo, PromoIds, PromoKind, PromoRules, PromoTrial, TrialLine, TryPromoRequest,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    promo_desk::rules,
    scripted_auth::{HOME, HOME_CITY, HOME_DISTRICT},
    shop::{Shopper, TestShop, refused},
};

fn line(product: i64, count: i64) -> TrialLine {
    TrialLine { product_id: Some(product), size_id: None, count: Some(count) }
}

/// `lines` are products and counts.
fn cart(promo: &Promo, lines: &[(i64, i64)]) -> TryPromoRequest {
    let lines = lines.iter().map(|(product, count)| line(*product, *count)).collect();
    TryPromoRequest { id: promo.id, lines, ..TryPromoRequest::default() }
}

/// Adds a place with a known delivery fee.
fn to_baku(request: TryPromoRequest) -> TryPromoRequest {
    TryPromoRequest { city_id: Some(HOME_CITY), district_id: Some(HOME_DISTRICT), ..request }
}

impl Shopper {
    async fn try_promo(&self, request: TryPromoRequest) -> Result<PromoTrial, Status> {
        Ok(self.promos.clone().try_out(self.context.sign(request)).await?.into_inner())
    }
}

/// Returns for example `BAHAR27 300: 151 + 149 | 2000 − 300 + 300 = 2000`: the discount, and its shares by line; goods,
/// discount, delivery fee and total.
fn trial_text(trial: &PromoTrial) -> String {
    let delivery = trial.delivery_fee.map(|fee| format!(" + {fee}")).unwrap_or_default();
    let goods = trial.subtotal - trial.discount;
    let sum = format!("{goods} − {}{delivery} = {}", trial.promo_discount, trial.total);
    let discounts = trial.promo.iter().map(|promo| {
        let line_discounts: Vec<_> = trial.lines.iter().map(|line| line.promo_discount.to_string()).collect();
        format!("{} {}: {}", promo.code, promo.discount, line_discounts.join(" + "))
    });
    let words: Vec<_> = discounts.chain(trial.problems.iter().map(problem_text)).collect();
    format!("{} | {sum}", words.join("; "))
}

/// Returns for example `promo_not_applicable below_minimum 495`, where 495 is missing.
fn problem_text(problem: &CartProblem) -> String {
    let product = problem.product_id.map(|id| format!("{id}: ")).unwrap_or_default();
    let reason = problem.reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
    let missing = problem.missing.map(|missing| format!(" {missing}")).unwrap_or_default();
    format!("{product}{}{reason}{missing}", problem.code)
}

/// Product 1 costs 10.05 ₼. Product 2 costs 9.95 ₼, and belongs to store 5 and category 7.
async fn shop_with_goods(pool: &PgPool) -> TestShop {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_005, 9);
    shop.catalog.add_offer(2, 995, 9);
    shop.catalog.set_store_and_categories(2, 5, &[7]);
    shop
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_trial_returns_the_discount_of_each_line(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let desk = shop.any_operator();
    let for_all = desk.create_promo(PromoRules { value: Some(15), ..rules("HAMISINA") }).await.unwrap();
    let stores = Some(PromoIds { ids: vec![5] });
    let for_store_5 = desk.create_promo(PromoRules { store_ids: stores, ..rules("BIRMAGAZA") }).await.unwrap();
    let free_delivery = PromoRules { kind: PromoKind::FreeDelivery.into(), value: None, ..rules("PULSUZYOL") };
    let free_delivery = desk.create_promo(free_delivery).await.unwrap();
    let both_products = [(1, 1), (2, 1)];
    assert_snapshot!(trial_text(&desk.try_promo(cart(&for_all, &both_products)).await.unwrap()), @"HAMISINA 300: 151 + 149 | 2000 − 300 = 1700");
    assert_snapshot!(trial_text(&desk.try_promo(cart(&for_store_5, &both_products)).await.unwrap()), @"BIRMAGAZA 100: 0 + 100 | 2000 − 100 = 1900");
    assert_snapshot!(trial_text(&desk.try_promo(to_baku(cart(&free_delivery, &both_products))).await.unwrap()), @"PULSUZYOL 300: 0 + 0 | 2000 − 0 + 0 = 2000");
    // Nine units have free delivery already.
    assert_snapshot!(trial_text(&desk.try_promo(to_baku(cart(&free_delivery, &[(1, 9)]))).await.unwrap()), @"promo_not_applicable nothing_to_reduce | 9045 − 0 + 0 = 9045");
    let nowhere = TryPromoRequest { city_id: Some(999_999), ..cart(&for_all, &both_products) };
    assert_snapshot!(trial_text(&desk.try_promo(nowhere).await.unwrap()), @"HAMISINA 300: 151 + 149; address_outside_zones | 2000 − 300 = 1700");
    assert_eq!(shop.shopper(9).units().await.unwrap(), 0, "the operator's own cart is untouched");
    let uses: i64 = sqlx::query_scalar("select sum(used)::bigint from promo").fetch_one(&pool).await.unwrap();
    assert_eq!(uses, 0, "a trial is no use of the code");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_trial_returns_the_reason_for_a_refusal(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let desk = shop.any_operator();
    let tomorrow = shop.app.clock.now() + TimeDelta::days(1);
    let limits = PromoRules {
        minimum: Some(1_500),
        user_limit: Some(1),
        starts_at: Some(to_timestamp(tomorrow)),
        ..rules("BAHAR27")
    };
    let promo = desk.create_promo(limits).await.unwrap();
    let two_units = cart(&promo, &[(1, 2)]);
    assert_snapshot!(trial_text(&desk.try_promo(two_units.clone()).await.unwrap()), @"promo_not_applicable not_started | 2010 − 0 = 2010");
    let at_later_time = TryPromoRequest { at: Some(to_timestamp(tomorrow)), ..two_units.clone() };
    assert_snapshot!(trial_text(&desk.try_promo(at_later_time).await.unwrap()), @"BAHAR27 201: 201 | 2010 − 201 = 1809");
    shop.clock.advance(TimeDelta::days(1));
    let desk = shop.any_operator();
    assert_snapshot!(trial_text(&desk.try_promo(cart(&promo, &[(1, 1)])).await.unwrap()), @"promo_not_applicable below_minimum 495 | 1005 − 0 = 1005");
    // Nine of the 12 units are available.
    let short = cart(&promo, &[(1, 12), (3, 1)]);
    assert_snapshot!(trial_text(&desk.try_promo(short).await.unwrap()), @"BAHAR27 905: 905 + 0; 1: not_enough_stock; 3: product_not_found | 9045 − 905 = 8140");

    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    let code = aygun.order_with_promo("BAHAR27").await;
    let of_aygun = TryPromoRequest { order_code: Some(code.to_lowercase()), ..two_units.clone() };
    assert_snapshot!(trial_text(&desk.try_promo(of_aygun.clone()).await.unwrap()), @"promo_not_applicable used_by_you | 2010 − 0 = 2010");
    assert!(desk.try_promo(two_units.clone()).await.unwrap().promo.is_some(), "other shoppers may use the code");
    desk.pause_promo(promo.id).await.unwrap();
    assert_snapshot!(trial_text(&desk.try_promo(two_units).await.unwrap()), @"promo_not_applicable paused | 2010 − 0 = 2010");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_trial_agrees_with_checkout(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    aygun.add((1, None), 3).await.unwrap();
    aygun.add((2, None), 2).await.unwrap();
    let categories = Some(PromoIds { ids: vec![7] });
    for rules in [
        PromoRules { value: Some(33), at_most: Some(777), ..rules("FAIZLI27") },
        PromoRules { kind: PromoKind::Fixed.into(), value: Some(1_234), category_ids: categories, ..rules("SABIT27") },
        PromoRules { kind: PromoKind::FreeDelivery.into(), value: None, ..rules("PULSUZYOL") },
        PromoRules { minimum: Some(99_999), ..rules("BOYUK27") },
    ] {
        let promo = desk.create_promo(rules).await.unwrap();
        let request =
            CheckRequest { address_id: Some(HOME), promo_code: Some(promo.code.clone()), ..CheckRequest::default() };
        let checked = aygun.check(request).await.unwrap();
        let trial = desk.try_promo(to_baku(cart(&promo, &[(1, 3), (2, 2)]))).await.unwrap();
        let discounts = |lines: &[proto::order::CartItem]| {
            lines.iter().map(|line| (line.product_id, line.promo_discount)).collect::<Vec<_>>()
        };
        assert_eq!(discounts(&trial.lines), discounts(&checked.lines), "{}", promo.code);
        assert_eq!((trial.promo, trial.problems), (checked.promo, checked.problems), "{}", promo.code);
        assert_eq!((trial.total, trial.delivery_fee), (checked.total, Some(checked.delivery_fee)), "{}", promo.code);
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_invalid_cart_is_refused_by_line(pool: PgPool) {
    let shop = shop_with_goods(&pool).await;
    let (aygun, desk) = (shop.shopper(1), shop.any_operator());
    let promo = desk.create_promo(rules("BAHAR27")).await.unwrap();
    assert_eq!(refused(desk.try_promo(cart(&promo, &[])).await), "validation_failed lines: required");
    let many: Vec<_> = (1..=101).map(|product| (product, 1)).collect();
    assert_eq!(refused(desk.try_promo(cart(&promo, &many)).await), "validation_failed lines: too_many");
    let lines = vec![TrialLine::default(), line(-1, 0), line(1, 1), line(1, 1_000), line(1, 2)];
    assert_eq!(
        refused(desk.try_promo(TryPromoRequest { lines, ..cart(&promo, &[]) }).await),
        "validation_failed lines[0].productId: required lines[0].count: required lines[1].productId: invalid \
         lines[1].count: out_of_range lines[3].count: out_of_range lines[4].productId: duplicate"
    );
    let one_unit = cart(&promo, &[(1, 1)]);
    for code in ["SQ-2222-22", "nonsense"] {
        let request = TryPromoRequest { order_code: Some(code.to_owned()), ..one_unit.clone() };
        assert_eq!(refused(desk.try_promo(request).await), "validation_failed orderCode: order_not_found");
    }
    let request = TryPromoRequest { district_id: Some(5), ..one_unit.clone() };
    assert_eq!(refused(desk.try_promo(request).await), "validation_failed cityId: required");
    assert_eq!(refused(desk.try_promo(TryPromoRequest { id: 404, ..one_unit.clone() }).await), "promo_not_found");
    assert_eq!(refused(aygun.try_promo(one_unit).await), "forbidden");
}
