//! The states of orders after reports of the bank.

use std::time::Duration;

use sqlx::PgPool;

use super::{
    scripted_bank::{Failure, ScriptedBank},
    test_shop::{TOTAL, TestShop},
};
use crate::{app::payment, domain::checkout::Event};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn payment_is_booked_once_when_it_is_reported_repeatedly(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let paid = shop.open_charge(order, 1).await.unwrap();
    shop.bank.pay(&paid, TOTAL);
    for _ in 0..3 {
        shop.deliver_callback(&paid).await;
        payment::poll_order(&shop.app, order).await.unwrap();
    }
    let state = shop.state(order).await;
    assert_eq!((state.stage.as_str(), state.payment.as_str(), state.kept), ("accepted", "paid", Some(1)));
    assert_eq!(shop.accounts().await, [("bank", TOTAL), ("order", -TOTAL)]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn concurrent_openings_get_the_same_page(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let pages = futures::future::join_all((0..8).map(|_| shop.open_charge(order, 1))).await;
    assert!(pages[0].is_some(), "{pages:?}");
    assert!(pages.iter().all(|page| *page == pages[0]), "{pages:?}");
    assert_eq!(shop.bank.page_requests(), 1);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_unsigned_callback_changes_nothing(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let transaction = shop.open_charge(order, 1).await.unwrap();
    let before = shop.state(order).await;
    assert_eq!(
        shop.receive_callback(&ScriptedBank::forged_callback(&transaction, TOTAL)).await.unwrap_err().to_string(),
        "forbidden"
    );
    assert_eq!(shop.receive_callback(b"<html>").await.unwrap_err().to_string(), "forbidden");
    let unknown = shop.bank.callback("te9999999999");
    assert_eq!(shop.receive_callback(&unknown).await.unwrap_err().to_string(), "payment_not_found");
    assert!(payment::handle_callback(&shop.app, "another bank", &unknown).await.is_err());
    assert_eq!((shop.state(order).await, shop.accounts().await), (before, vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_wrong_amount_is_returned_and_the_order_can_be_paid_again(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let wrong = shop.open_charge(order, 1).await.unwrap();
    shop.bank.pay(&wrong, TOTAL * 100);
    shop.deliver_callback(&wrong).await;
    let state = shop.state(order).await;
    assert_eq!((state.stage.as_str(), state.payment.as_str(), state.kept), ("paying", "failed", None));
    payment::send_due_returns(&shop.app).await.unwrap();
    assert_eq!((shop.bank.held(), shop.accounts().await), (0, vec![]));
    let right = shop.try_again(order).await.unwrap();
    shop.bank.pay(&right, TOTAL);
    shop.deliver_callback(&right).await;
    shop.deliver_callback(&wrong).await;
    assert_eq!(shop.state(order).await.kept, Some(2));
    assert_eq!((shop.bank.held(), shop.bank.refunds()), (TOTAL, 1));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn payment_of_a_cancelled_order_is_returned_once(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let transaction = shop.open_charge(order, 1).await.unwrap();
    shop.cancel(order).await;
    shop.bank.pay(&transaction, TOTAL);
    for _ in 0..3 {
        shop.deliver_callback(&transaction).await;
        payment::send_due_returns(&shop.app).await.unwrap();
    }
    assert_eq!((shop.bank.held(), shop.bank.refunds()), (0, 1));
    assert_eq!((shop.state(order).await.stage.as_str(), shop.accounts().await), ("cancelled", vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn one_of_two_paid_attempts_is_kept(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let first = shop.open_charge(order, 1).await.unwrap();
    let second = shop.try_again(order).await.unwrap();
    shop.bank.pay(&first, TOTAL);
    shop.bank.pay(&second, TOTAL);
    shop.deliver_callback(&second).await;
    shop.deliver_callback(&first).await;
    payment::send_due_returns(&shop.app).await.unwrap();
    let state = shop.state(order).await;
    assert_eq!((state.kept, state.refunded, shop.bank.held()), (Some(2), 0, TOTAL));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn payment_counts_when_the_bank_reported_a_failure_before(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let declined = shop.open_charge(order, 1).await.unwrap();
    shop.bank.decline(&declined);
    shop.deliver_callback(&declined).await;
    assert_eq!(shop.state(order).await.payment, "failed");
    shop.bank.books().payments.get_mut(&declined).unwrap().paid = TOTAL;
    shop.deliver_callback(&declined).await;
    assert_eq!(shop.state(order).await.kept, Some(1));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn attempt_fails_but_order_stays_payable_when_the_bank_opens_no_page(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    for (attempt, failure) in [(1, Failure::Refused), (2, Failure::Unreachable), (3, Failure::AnswerLost)] {
        shop.bank.fail_next_call(failure);
        let page = if attempt == 1 { shop.open_charge(order, 1).await } else { shop.try_again(order).await };
        let state = shop.state(order).await;
        assert_eq!((page, state.stage.as_str(), state.payment.as_str()), (None, "paying", "failed"), "{failure:?}");
    }
    let page = shop.try_again(order).await.unwrap();
    shop.bank.pay(&page, TOTAL);
    shop.deliver_callback(&page).await;
    assert_eq!(shop.state(order).await.kept, Some(4));
    // The charge whose answer was lost did exist.
    let lost = shop.bank.books().payments.keys().next().cloned().unwrap();
    shop.bank.pay(&lost, TOTAL);
    shop.deliver_callback(&lost).await;
    shop.run_all_jobs().await;
    assert_eq!(shop.bank.held(), TOTAL);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn poll_books_the_payment_when_the_callback_is_missing(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    let transaction = shop.open_charge(order, 1).await.unwrap();
    shop.bank.pay(&transaction, TOTAL);
    // Banks are asked five seconds after the page was shown.
    assert_eq!(payment::poll_due(&shop.app).await.unwrap(), 0);
    shop.clock.advance(chrono::TimeDelta::seconds(6));
    assert_eq!(payment::poll_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.state(order).await.stage, "accepted");
    shop.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(payment::poll_due(&shop.app).await.unwrap(), 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn attempt_fails_when_its_opening_was_interrupted(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    shop.interrupt_opening(order).await;
    assert_eq!(payment::poll_due(&shop.app).await.unwrap(), 1);
    assert_eq!(shop.state(order).await.payment, "failed");
    assert_eq!(shop.open_charge(order, 1).await, None);
    assert!(shop.try_again(order).await.is_some());
}

/// How long the gateway waits for a payment page (`TIMEOUT` of its order routes).
const GATEWAY_TIMEOUT: Duration = Duration::from_secs(9);

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn repeated_request_fails_before_the_gateway_times_out_when_the_opening_was_interrupted(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    shop.interrupt_opening(order).await;
    let opened = tokio::time::timeout(GATEWAY_TIMEOUT, payment::open(&shop.app, order, 1)).await;
    assert!(opened.expect("an answer before the gateway's timeout").is_err());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn no_payment_is_opened_for_a_finished_order_or_without_a_bank(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.order().await;
    // The order is at its first attempt.
    assert_eq!(shop.open_charge(order, 2).await, None);
    shop.apply(order, Event::Overdue).await;
    assert_eq!(shop.open_charge(order, 1).await, None);
    let mut cash_only = TestShop::new(shop.app.pool.clone());
    cash_only.app.banks = crate::bank::Banks::default();
    let order = cash_only.order().await;
    assert_eq!(cash_only.open_charge(order, 1).await, None);
    assert_eq!(cash_only.state(order).await.payment, "failed");
    assert!(shop.bank.books().payments.is_empty());
}
