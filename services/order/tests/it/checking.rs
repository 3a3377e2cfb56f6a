//! Tests the check of a cart, which returns all problems, or a quote: a signed price for one account and ten minutes.

use chrono::TimeDelta;
use insta::assert_snapshot;
use order::domain::quote::{QuoteKey, Untrusted};
use proto::order::{CheckRequest, CheckedCart};
use sqlx::PgPool;

use crate::shop::{SECRET, TestShop, refused};

fn with_address() -> CheckRequest {
    CheckRequest { address_id: Some(1), ..CheckRequest::default() }
}

/// Returns for example `out_of_stock of 2, 0 left` for product 2.
fn problems(checked: &CheckedCart) -> String {
    let words = checked.problems.iter().map(|problem| match (problem.product_id, problem.available) {
        (Some(product), Some(left)) => format!("{} of {product}, {left} left", problem.code),
        _ => problem.code.clone(),
    });
    words.collect::<Vec<_>>().join("; ")
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_problem_is_returned(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    // Product 1 is withdrawn, 2 is sold out, 3 has too few units, 4 is available, and 5 needs a size.
    for product in 1..=4 {
        shop.catalog.add_offer(product, 100, 5);
        aygun.add((product, None), 4).await.unwrap();
    }
    shop.catalog.add_size_offer(5, 7, 100, 5);
    aygun.add_one(5).await.unwrap();
    shop.catalog.withdraw(1);
    shop.catalog.add_offer(2, 100, 0);
    shop.catalog.add_offer(3, 100, 3);
    let request = CheckRequest {
        promo_code: Some("NOVRUZ".to_owned()),
        delivery_slot: Some("baku-2026-12-01-11".to_owned()),
        payment_method: Some("installment".to_owned()),
        months: Some(12),
        ..with_address()
    };
    let checked = aygun.check(request).await.unwrap();
    assert_snapshot!(problems(&checked), @"product_not_found of 1, 0 left; out_of_stock of 2, 0 left; not_enough_stock of 3, 3 left; size_required of 5, 5 left; delivery_slot_not_found; promo_not_found; installment_below_minimum");
    // Three units of product 3, four of product 4, and 3.00 ₼ for delivery.
    assert_eq!((checked.quote.as_str(), checked.total, checked.lines.len()), ("", 300 + 400 + 300, 5));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_empty_cart_cannot_be_ordered(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let checked = shop.shopper(1).check(CheckRequest::default()).await.unwrap();
    assert_snapshot!(problems(&checked), @"cart_empty; address_required");
    assert_eq!(checked.quote, "");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_quote_is_valid_for_its_shopper_for_ten_minutes(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_990, 5);
    shop.catalog.set_discounted_price(1, 1_490);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    let checked = aygun.check(with_address()).await.unwrap();
    assert_eq!(problems(&checked), "");
    // Two units at 14.90 ₼ instead of 19.90 ₼, and 3.00 ₼ for delivery.
    assert_eq!((checked.subtotal, checked.discount, checked.total), (3_980, 1_000, 3_280));

    let key = QuoteKey::new(SECRET).unwrap();
    assert!(key.verify(&checked.quote, 1, shop.clock.now()).is_ok());
    assert_eq!(key.verify(&checked.quote, 2, shop.clock.now()), Err(Untrusted::NotYours));
    shop.clock.advance(TimeDelta::minutes(10) - TimeDelta::seconds(1));
    assert!(key.verify(&checked.quote, 1, shop.clock.now()).is_ok());
    shop.clock.advance(TimeDelta::seconds(1));
    assert_eq!(key.verify(&checked.quote, 1, shop.clock.now()), Err(Untrusted::Expired));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_invalid_form_is_refused_with_every_field(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let aygun = shop.shopper(1);
    let invalid = CheckRequest {
        address_id: Some(-1),
        delivery_slot: Some("s".repeat(65)),
        promo_code: Some("NOV\0RUZ".to_owned()),
        payment_method: Some("barter".to_owned()),
        months: Some(7),
        bonus_amount: Some(-1),
    };
    assert_snapshot!(
        refused(aygun.check(invalid).await),
        @"validation_failed addressId: invalid deliverySlot: too_long promoCode: invalid_characters paymentMethod: unknown_value months: unknown_value bonusAmount: out_of_range"
    );
    let without_months = CheckRequest { payment_method: Some("installment".to_owned()), ..CheckRequest::default() };
    assert_snapshot!(refused(aygun.check(without_months).await), @"validation_failed months: required");
    let without_choices =
        CheckRequest { promo_code: Some("  ".to_owned()), delivery_slot: Some(String::new()), ..with_address() };
    assert_snapshot!(problems(&aygun.check(without_choices).await.unwrap()), @"cart_empty");
}
