//! Tests promo codes at checkout: what a code takes off, and why a code is refused.

use insta::assert_snapshot;
use proto::order::{CheckRequest, CheckedCart};
use sqlx::PgPool;

use crate::{
    scripted_auth::HOME,
    shop::{Shopper, TestShop, refused},
};

/// `columns` and `values` are those beyond the required ones.
pub async fn insert_promo(pool: &PgPool, code: &str, kind: &str, columns: &str, values: &str) {
    let comma = if columns.is_empty() { "" } else { ", " };
    let statement = format!(
        "insert into promo (code, folded, kind, is_for_reduced{comma}{columns})
         values ('{code}', lower('{code}'), '{kind}', true{comma}{values})"
    );
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(pool).await.expect("the code can be inserted");
}

async fn check(shopper: &Shopper, code: &str) -> CheckedCart {
    let delivery_slot = Some("baku-2026-09-22-10".to_owned());
    let promo_code = Some(code.to_owned());
    let request = CheckRequest { address_id: Some(HOME), delivery_slot, promo_code, ..CheckRequest::default() };
    shopper.check(request).await.expect("the cart can be checked")
}

/// Returns for example `NOVRUZ 400: 400 + 0 | 2000 − 400 + 300 = 1900`: the discount, and its shares by line; goods,
/// discount, delivery fee and total.
async fn check_text(shopper: &Shopper, code: &str) -> String {
    let checked = check(shopper, code).await;
    let problems = checked.problems.iter().map(|problem| {
        let reason = problem.reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
        let missing = problem.missing.map(|missing| format!(" {missing}")).unwrap_or_default();
        format!("{}{reason}{missing}", problem.code)
    });
    let problems: Vec<_> = problems.collect();
    let goods = checked.subtotal - checked.discount;
    let sum = format!("{goods} − {} + {} = {}", checked.promo_discount, checked.delivery_fee, checked.total);
    match checked.promo {
        Some(promo) => {
            let line_discounts: Vec<_> = checked.lines.iter().map(|line| line.promo_discount.to_string()).collect();
            format!("{} {}: {} | {sum}", promo.code, promo.discount, line_discounts.join(" + "))
        }
        None => format!("{} | {sum}", problems.join("; ")),
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_kind_of_code_has_its_discount(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_005, 9);
    shop.catalog.add_offer(2, 995, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    aygun.add((2, None), 1).await.unwrap();
    insert_promo(&pool, "SOVQAT15", "percent", "value", "15").await;
    insert_promo(&pool, "CAPPED15", "percent", "value, at_most", "15, 100").await;
    insert_promo(&pool, "FIVEOFF", "fixed", "value", "500").await;
    insert_promo(&pool, "TOOMUCH", "fixed", "value", "500000").await;
    insert_promo(&pool, "EVERYTHING", "percent", "value", "100").await;
    insert_promo(&pool, "FREEWAY", "free_delivery", "", "").await;
    assert_snapshot!(check_text(&aygun, "SOVQAT15").await, @"SOVQAT15 300: 151 + 149 | 2000 − 300 + 300 = 2000");
    assert_snapshot!(check_text(&aygun, "CAPPED15").await, @"CAPPED15 100: 50 + 50 | 2000 − 100 + 300 = 2200");
    assert_snapshot!(check_text(&aygun, "FIVEOFF").await, @"FIVEOFF 500: 251 + 249 | 2000 − 500 + 300 = 1800");
    // At least one qəpik of the goods has to be paid.
    assert_snapshot!(check_text(&aygun, "TOOMUCH").await, @"TOOMUCH 1999: 1004 + 995 | 2000 − 1999 + 300 = 301");
    assert_snapshot!(check_text(&aygun, "EVERYTHING").await, @"EVERYTHING 1999: 1004 + 995 | 2000 − 1999 + 300 = 301");
    assert_snapshot!(check_text(&aygun, "FREEWAY").await, @"FREEWAY 300: 0 + 0 | 2000 − 0 + 0 = 2000");
    assert_snapshot!(check_text(&aygun, "sovqat15 ").await, @"SOVQAT15 300: 151 + 149 | 2000 − 300 + 300 = 2000");
    // The Azerbaijani letter ı counts as i.
    assert_snapshot!(check_text(&aygun, "FıveOFF").await, @"FIVEOFF 500: 251 + 249 | 2000 − 500 + 300 = 1800");
    assert_snapshot!(check_text(&aygun, "NOSUCH").await, @"promo_not_found | 2000 − 0 + 300 = 2300");
    let short = CheckRequest { promo_code: Some("NOVRU".to_owned()), ..CheckRequest::default() };
    assert_eq!(refused(aygun.check(short).await), "validation_failed promoCode: too_short");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_code_reduces_only_goods_in_its_scope(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    for (product, store, categories) in [(1, 1, &[10, 1][..]), (2, 2, &[20, 2]), (3, 2, &[10, 1])] {
        shop.catalog.add_offer(product, 1_000, 9);
        shop.catalog.set_store_and_categories(product, store, categories);
    }
    // FULLPRICE and ONLYREDUCED do not apply to this product, because its price is reduced.
    shop.catalog.set_discounted_price(3, 800);
    let aygun = shop.shopper(1);
    for product in 1..=3 {
        aygun.add((product, None), 1).await.unwrap();
    }
    insert_promo(&pool, "FLOWERS", "percent", "value, category_ids", "10, '{1}'").await;
    insert_promo(&pool, "SECONDSTORE", "percent", "value, store_ids", "10, '{2}'").await;
    insert_promo(&pool, "BOTHOFTHEM", "percent", "value, store_ids, category_ids", "10, '{2}', '{1}'").await;
    insert_promo(&pool, "NOTHINGHERE", "percent", "value, category_ids", "10, '{99}'").await;
    insert_promo(&pool, "FULLPRICE", "percent", "value", "10").await;
    insert_promo(&pool, "ONLYREDUCED", "percent", "value, store_ids, category_ids", "10, '{2}', '{1}'").await;
    sqlx::query("update promo set is_for_reduced = false where code in ('FULLPRICE', 'ONLYREDUCED')")
        .execute(&pool)
        .await
        .unwrap();
    assert_snapshot!(check_text(&aygun, "FLOWERS").await, @"FLOWERS 180: 100 + 0 + 80 | 2800 − 180 + 300 = 2920");
    assert_snapshot!(check_text(&aygun, "SECONDSTORE").await, @"SECONDSTORE 180: 0 + 100 + 80 | 2800 − 180 + 300 = 2920");
    assert_snapshot!(check_text(&aygun, "BOTHOFTHEM").await, @"BOTHOFTHEM 80: 0 + 0 + 80 | 2800 − 80 + 300 = 3020");
    assert_snapshot!(check_text(&aygun, "NOTHINGHERE").await, @"promo_not_applicable nothing_in_scope | 2800 − 0 + 300 = 3100");
    assert_snapshot!(check_text(&aygun, "FULLPRICE").await, @"FULLPRICE 200: 100 + 100 + 0 | 2800 − 200 + 300 = 2900");
    assert_snapshot!(check_text(&aygun, "ONLYREDUCED").await, @"promo_not_applicable nothing_to_reduce | 2800 − 0 + 300 = 3100");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_refused_code_has_a_reason(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    insert_promo(&pool, "NEXTYEAR", "percent", "value, starts_at", "10, '2027-01-01'").await;
    insert_promo(&pool, "LASTYEAR", "percent", "value, ends_at", "10, '2026-01-01'").await;
    insert_promo(&pool, "ALLGONE", "percent", "value, total_limit, used", "10, 3, 3").await;
    insert_promo(&pool, "BIGONLY", "percent", "value, minimum", "10, 3000").await;
    insert_promo(&pool, "ONPAUSE", "percent", "value, paused_at", "10, '2026-01-01'").await;
    insert_promo(&pool, "FREEWAY", "free_delivery", "", "").await;
    assert_snapshot!(check_text(&aygun, "ONPAUSE").await, @"promo_not_applicable paused | 2000 − 0 + 300 = 2300");
    assert_snapshot!(check_text(&aygun, "NEXTYEAR").await, @"promo_not_applicable not_started | 2000 − 0 + 300 = 2300");
    assert_snapshot!(check_text(&aygun, "LASTYEAR").await, @"promo_not_applicable ended | 2000 − 0 + 300 = 2300");
    assert_snapshot!(check_text(&aygun, "ALLGONE").await, @"promo_not_applicable used_up | 2000 − 0 + 300 = 2300");
    assert_snapshot!(check_text(&aygun, "BIGONLY").await, @"promo_not_applicable below_minimum 1000 | 2000 − 0 + 300 = 2300");
    aygun.update((1, None), 5).await.unwrap();
    assert_snapshot!(check_text(&aygun, "FREEWAY").await, @"promo_not_applicable nothing_to_reduce | 5000 − 0 + 0 = 5000");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_code_never_ends_free_delivery(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 5_000, 9);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    insert_promo(&pool, "SOVQAT10", "percent", "value", "10").await;
    assert_snapshot!(check_text(&aygun, "SOVQAT10").await, @"SOVQAT10 500: 500 | 5000 − 500 + 0 = 4500");
    // After the discount, the order is below the minimum of 50.00 ₼ for instalments.
    let in_months = |months| CheckRequest {
        address_id: Some(HOME),
        delivery_slot: Some("baku-2026-09-22-10".to_owned()),
        promo_code: Some("SOVQAT10".to_owned()),
        payment_method: Some("installment".to_owned()),
        months: Some(months),
        bonus_amount: None,
    };
    let checked = aygun.check(in_months(6)).await.unwrap();
    assert_eq!(checked.problems[0].code, "installment_below_minimum");
    assert_eq!((checked.problems[0].missing, checked.quote.as_str()), (Some(500), ""));
    aygun.update((1, None), 2).await.unwrap();
    assert!(!aygun.check(in_months(6)).await.unwrap().quote.is_empty());
}
