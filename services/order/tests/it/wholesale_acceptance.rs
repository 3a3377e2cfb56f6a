//! Tests that a wholesale quote is accepted once, in time, and only if the goods are in stock.

use chrono::TimeDelta;
use futures::future::join_all;
use insta::assert_snapshot;
use proto::{
    json::to_timestamp,
    order::{AcceptWholesaleRequest, PaymentMethod, QuoteWholesaleRequest, WholesaleOffer},
};
use sqlx::PgPool;

use crate::{
    scripted_stock::DEFAULT_COUNT,
    shop::{TestShop, refused},
    wholesale::{acceptance, offer, request_form, state},
};

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn one_of_four_concurrent_acceptances_succeeds(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    let keys = ["one", "two", "three", "four"];
    let outcomes =
        join_all(keys.map(|key| guest.accept_quote(acceptance(&requested, PaymentMethod::Transfer, key)))).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for outcome in outcomes.into_iter().filter(Result::is_err) {
        let refusal = refused(outcome);
        assert!(["order_in_progress", "wholesale_accepted"].contains(&&*refusal), "{refusal}");
    }
    assert_eq!(shop.order_count().await, 1);
    assert_eq!(
        refused(guest.accept_quote(acceptance(&requested, PaymentMethod::Card, "again")).await),
        "wholesale_accepted"
    );
    assert_eq!(refused(guest.decline_quote(&requested).await), "wholesale_accepted");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn acceptances_are_idempotent(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    let request = acceptance(&requested, PaymentMethod::Transfer, "once");
    let first = guest.accept_quote(request.clone()).await.unwrap();
    let second = guest.accept_quote(request).await.unwrap();
    assert_eq!(first.request.unwrap().order, second.request.unwrap().order);
    let with_other_method = acceptance(&requested, PaymentMethod::Card, "once");
    assert_eq!(refused(guest.accept_quote(with_other_method).await), "idempotency_key_reused");
    assert_eq!(shop.order_count().await, 1);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn late_and_outdated_acceptances_are_refused(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    // The second version has no delivery fee.
    shop.any_operator()
        .send_quote(QuoteWholesaleRequest { delivery_fee: Some(0), ..shop.terms(&requested.code) })
        .await
        .unwrap();
    let of_first_version = acceptance(&requested, PaymentMethod::Card, "old");
    assert_eq!(refused(guest.accept_quote(of_first_version.clone()).await), "wholesale_quote_changed");
    shop.send_emails().await;
    shop.clock.advance(TimeDelta::days(6));
    // The customer is reminded a day before the quote expires.
    assert_eq!(order::end_quotes_due(&shop.app).await.unwrap(), 1);
    shop.clock.advance(TimeDelta::days(1));
    // The job that expires quotes has not run yet.
    let too_late = AcceptWholesaleRequest { version: Some(2), ..of_first_version };
    assert_eq!(refused(guest.accept_quote(too_late.clone()).await), "wholesale_quote_expired");
    order::end_quotes_due(&shop.app).await.unwrap();
    assert_eq!(state(&guest.open_request(&requested).await.unwrap()), "expired");
    assert_eq!(refused(guest.accept_quote(too_late).await), "wholesale_quote_expired");
    assert_eq!((shop.order_count().await, shop.stock.reserve_calls()), (0, 0));
    let emails = shop.send_emails().await;
    let customer_emails: Vec<_> = emails.iter().filter(|email| email.starts_with("aygun@")).collect();
    assert_eq!(customer_emails.len(), 5, "received, quoted twice, reminded, expired: {emails:?}");
    // An expired request can get a new quote.
    shop.any_operator().send_quote(shop.terms(&requested.code)).await.unwrap();
    let of_third_version =
        AcceptWholesaleRequest { version: Some(3), ..acceptance(&requested, PaymentMethod::Card, "third") };
    assert!(guest.accept_quote(of_third_version).await.unwrap().payment.unwrap().redirect_url.is_some());
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_shortage_reopens_the_quote(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    // One unit less than in the quote.
    shop.stock.set_count(2, 49);
    let guest = shop.guest();
    let requested = shop.request_and_quote(&guest).await;
    let request = acceptance(&requested, PaymentMethod::Transfer, "short");
    assert_eq!(refused(guest.accept_quote(request.clone()).await), "not_enough_stock products=2");
    assert_eq!(state(&guest.open_request(&requested).await.unwrap()), "quoted");
    shop.stock.set_count(2, 50);
    let answer = guest.accept_quote(request).await.unwrap().request.unwrap();
    assert_eq!(state(&answer), "accepted");
    assert_eq!(shop.order_count().await, 1);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn customer_and_operator_can_cancel(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    let (guest, operator) = (shop.guest(), shop.any_operator());
    let requested = shop.request_and_quote(&guest).await;
    assert_eq!(state(&guest.decline_quote(&requested).await.unwrap()), "declined");
    // The second call changes nothing.
    assert_eq!(state(&guest.decline_quote(&requested).await.unwrap()), "declined");
    assert_eq!(refused(operator.cancel_wholesale(&requested.code).await), "wholesale_not_open");
    operator.send_quote(shop.terms(&requested.code)).await.unwrap();
    let request = AcceptWholesaleRequest { version: Some(2), ..acceptance(&requested, PaymentMethod::Transfer, "two") };
    guest.accept_quote(request).await.unwrap();
    assert_eq!(shop.stock.free(1), DEFAULT_COUNT - 200);
    assert_eq!(state(&operator.cancel_wholesale(&requested.code).await.unwrap()), "cancelled");
    shop.run_due_jobs().await;
    assert_eq!(shop.stock.free(1), DEFAULT_COUNT);
    assert_eq!(refused(guest.invoice(&requested).await), "wholesale_not_found");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn bad_quotes_name_their_fields(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    shop.catalog.add_size_offer(3, 31, 900, 50);
    let (guest, operator) = (shop.guest(), shop.any_operator());
    let requested = guest.request_wholesale(request_form("requested")).await.unwrap();
    let terms = shop.terms(&requested.code);
    let now = shop.clock.now();
    let requests = [
        QuoteWholesaleRequest { lines: vec![], ..terms.clone() },
        QuoteWholesaleRequest { valid_until: None, delivery_fee: None, ..terms.clone() },
        QuoteWholesaleRequest { valid_until: Some(to_timestamp(now)), ..terms.clone() },
        QuoteWholesaleRequest { valid_until: Some(to_timestamp(now + TimeDelta::days(91))), ..terms.clone() },
        QuoteWholesaleRequest { delivery_fee: Some(-1), ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![offer(1, 0, 0), offer(2, 100_000, -1)], ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![WholesaleOffer::default()], ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![offer(77, 1, 1)], ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![offer(3, 1, 1)], ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![offer(1, 99_999, 10_000_000)], ..terms.clone() },
        QuoteWholesaleRequest { lines: vec![offer(1, 1, 1), offer(1, 2, 1)], ..terms },
    ];
    let mut refusals = Vec::new();
    for request in requests {
        refusals.push(refused(operator.send_quote(request).await));
    }
    assert_snapshot!(refusals.join("\n"), @r"
    validation_failed lines: required
    validation_failed validUntil: required deliveryFee: required
    validation_failed validUntil: in_the_past
    validation_failed validUntil: out_of_range
    validation_failed deliveryFee: out_of_range
    validation_failed lines[0].count: out_of_range lines[0].unitPrice: out_of_range lines[1].count: out_of_range lines[1].unitPrice: out_of_range
    validation_failed lines[0].productId: required lines[0].count: required lines[0].unitPrice: required
    validation_failed lines[0].productId: unknown_value
    validation_failed lines[0].sizeId: required
    validation_failed lines: too_large
    validation_failed lines[1].productId: duplicate
    ");
    assert_eq!(state(&guest.open_request(&requested).await.unwrap()), "requested");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn emails_wait_while_the_notification_service_is_unavailable(pool: PgPool) {
    let shop = TestShop::for_wholesale(pool).await;
    shop.notification.set_unavailable(true);
    shop.guest().request_wholesale(request_form("requested")).await.unwrap();
    // The e-mails to the customer and to staff fail.
    assert_eq!(order::send_emails_due(&shop.app).await.unwrap(), 2);
    assert!(shop.notification.titles().is_empty());
    shop.notification.set_unavailable(false);
    assert_eq!(order::send_emails_due(&shop.app).await.unwrap(), 0, "a failed e-mail is due again after 30 seconds");
    shop.clock.advance(TimeDelta::seconds(31));
    assert_eq!(shop.send_emails().await.len(), 2);
}
