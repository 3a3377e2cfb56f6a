//! The bank's answers, and their effects on orders.

use sqlx::PgPool;

use super::{
    scripted_bank::{ScriptedBank, Trouble},
    till::{TOTAL, Till},
};
use crate::{app::payment, domain::checkout::Event};

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_payment_is_booked_once_however_often_it_is_reported(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let paid = till.opens(order, 1).await.unwrap();
    till.bank.pays(&paid, TOTAL);
    for _ in 0..3 {
        till.is_called(&paid).await;
        payment::ask(&till.app, order).await.unwrap();
    }
    let stand = till.stand(order).await;
    assert_eq!((stand.stage.as_str(), stand.payment.as_str(), stand.kept), ("accepted", "paid", Some(1)));
    assert_eq!(till.accounts().await, [("bank", TOTAL), ("order", -TOTAL)]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn concurrent_openings_get_the_same_page(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let pages = futures::future::join_all((0..8).map(|_| till.opens(order, 1))).await;
    assert!(pages.iter().all(|page| page.is_some() && *page == pages[0]), "{pages:?}");
    assert_eq!(till.bank.asked_to_create(), 1);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_unsigned_callback_changes_nothing(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let transaction = till.opens(order, 1).await.unwrap();
    let before = till.stand(order).await;
    assert_eq!(till.hears(&ScriptedBank::lie(&transaction, TOTAL)).await.unwrap_err().to_string(), "forbidden");
    assert_eq!(till.hears(b"<html>").await.unwrap_err().to_string(), "forbidden");
    let stranger = till.bank.callback("te9999999999");
    assert_eq!(till.hears(&stranger).await.unwrap_err().to_string(), "payment_not_found");
    assert!(payment::handle_callback(&till.app, "another bank", &stranger).await.is_err());
    assert_eq!((till.stand(order).await, till.accounts().await), (before, vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_wrong_amount_is_returned_and_the_order_can_be_paid_again(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let wrong = till.opens(order, 1).await.unwrap();
    till.bank.pays(&wrong, TOTAL * 100);
    till.is_called(&wrong).await;
    let stand = till.stand(order).await;
    assert_eq!((stand.stage.as_str(), stand.payment.as_str(), stand.kept), ("paying", "failed", None));
    payment::give_back_due(&till.app).await.unwrap();
    assert_eq!((till.bank.held(), till.accounts().await), (0, vec![]));
    let right = till.tries_again(order).await.unwrap();
    till.bank.pays(&right, TOTAL);
    till.is_called(&right).await;
    till.is_called(&wrong).await;
    assert_eq!(till.stand(order).await.kept, Some(2));
    assert_eq!((till.bank.held(), till.bank.refunds()), (TOTAL, 1));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn paying_a_cancelled_order_is_returned_once(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let transaction = till.opens(order, 1).await.unwrap();
    till.cancels(order).await;
    till.bank.pays(&transaction, TOTAL);
    for _ in 0..3 {
        till.is_called(&transaction).await;
        payment::give_back_due(&till.app).await.unwrap();
    }
    assert_eq!((till.bank.held(), till.bank.refunds()), (0, 1));
    assert_eq!((till.stand(order).await.stage.as_str(), till.accounts().await), ("cancelled", vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn one_of_two_paid_attempts_is_kept(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let first = till.opens(order, 1).await.unwrap();
    let second = till.tries_again(order).await.unwrap();
    till.bank.pays(&first, TOTAL);
    till.bank.pays(&second, TOTAL);
    till.is_called(&second).await;
    till.is_called(&first).await;
    payment::give_back_due(&till.app).await.unwrap();
    let stand = till.stand(order).await;
    assert_eq!((stand.kept, stand.refunded, till.bank.held()), (Some(2), 0, TOTAL));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_payment_after_a_failure_counts(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let declined = till.opens(order, 1).await.unwrap();
    till.bank.declines(&declined);
    till.is_called(&declined).await;
    assert_eq!(till.stand(order).await.payment, "failed");
    till.bank.books().payments.get_mut(&declined).unwrap().paid = TOTAL;
    till.is_called(&declined).await;
    assert_eq!(till.stand(order).await.kept, Some(1));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn without_a_payment_page_the_attempt_fails_and_the_order_stays(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    for (attempt, trouble) in [(1, Trouble::Refuses), (2, Trouble::IsAway), (3, Trouble::LosesAnswer)] {
        till.bank.next(trouble);
        let page = if attempt == 1 { till.opens(order, 1).await } else { till.tries_again(order).await };
        let stand = till.stand(order).await;
        assert_eq!((page, stand.stage.as_str(), stand.payment.as_str()), (None, "paying", "failed"), "{trouble:?}");
    }
    let page = till.tries_again(order).await.unwrap();
    till.bank.pays(&page, TOTAL);
    till.is_called(&page).await;
    assert_eq!(till.stand(order).await.kept, Some(4));
    // The charge whose answer was lost did exist.
    let lost = till.bank.books().payments.keys().next().cloned().unwrap();
    till.bank.pays(&lost, TOTAL);
    till.is_called(&lost).await;
    till.comes_to_rest().await;
    assert_eq!(till.bank.held(), TOTAL);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn a_missing_callback_is_replaced_by_a_poll(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    let transaction = till.opens(order, 1).await.unwrap();
    till.bank.pays(&transaction, TOTAL);
    assert_eq!(payment::ask_due(&till.app).await.unwrap(), 0);
    till.clock.advance(chrono::TimeDelta::seconds(6));
    assert_eq!(payment::ask_due(&till.app).await.unwrap(), 1);
    assert_eq!(till.stand(order).await.stage, "accepted");
    till.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(payment::ask_due(&till.app).await.unwrap(), 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn an_interrupted_opening_counts_as_failed(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    sqlx::query(
        "insert into charge (order_id, attempt, reference, provider, amount, state, opened_at, ask_at)
         values ($1, 1, 'SQ-0/1', 'epoint', $2, 'opening', $3, $3)",
    )
    .bind(order)
    .bind(TOTAL)
    .bind(till.clock.now())
    .execute(&till.app.pool)
    .await
    .unwrap();
    assert_eq!(payment::ask_due(&till.app).await.unwrap(), 1);
    assert_eq!(till.stand(order).await.payment, "failed");
    assert_eq!(till.opens(order, 1).await, None);
    assert!(till.tries_again(order).await.is_some());
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn no_payment_is_opened_for_a_finished_order_or_without_a_bank(pool: PgPool) {
    let till = Till::open(pool);
    let order = till.order().await;
    assert_eq!(till.opens(order, 2).await, None);
    till.happens(order, Event::Overdue).await;
    assert_eq!(till.opens(order, 1).await, None);
    let mut cash_only = Till::open(till.app.pool.clone());
    cash_only.app.banks = crate::bank::Banks::default();
    let order = cash_only.order().await;
    assert_eq!(cash_only.opens(order, 1).await, None);
    assert_eq!(cash_only.stand(order).await.payment, "failed");
    assert!(till.bank.books().payments.is_empty());
}
