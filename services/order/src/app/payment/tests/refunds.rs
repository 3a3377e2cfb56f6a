//! Refunds in the ledger. `shop.accounts()` returns the balances that are not 0.

use chrono::TimeDelta;
use sqlx::PgPool;

use super::{
    scripted_bank::Failure,
    test_shop::{TOTAL, TestShop, VAT},
};
use crate::app::{
    order_ledger,
    payment::{self, ChargeDifference},
};

/// Returns the order's id and the bank's transaction id.
async fn paid_order(shop: &TestShop) -> (i64, String) {
    let order = shop.order().await;
    let transaction = shop.open_charge(order, 1).await.unwrap();
    shop.bank.pay(&transaction, TOTAL);
    shop.deliver_callback(&transaction).await;
    (order, transaction)
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn delivery_books_the_sale_and_its_vat(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    shop.deliver(order).await;
    assert_eq!(shop.accounts().await, [("bank", TOTAL), ("sales", VAT - TOTAL), ("vat", -VAT)]);
    let cash_order = shop.cash_order().await;
    shop.deliver(cash_order).await;
    let balances = [("bank", TOTAL), ("cash", TOTAL), ("sales", 2 * (VAT - TOTAL)), ("vat", -2 * VAT)];
    assert_eq!(shop.accounts().await, balances);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn partial_returns_add_up_to_the_amount_paid(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    shop.deliver(order).await;
    for (key, amount) in [("1", 3_333), ("2", 3_333), ("2", 3_333), ("3", TOTAL - 6_666)] {
        assert!(payment::return_money(&shop.app, order, key, amount).await.unwrap(), "{key}");
    }
    let refusal = payment::return_money(&shop.app, order, "4", 1).await.unwrap_err();
    assert_eq!(refusal.to_string(), "refund_too_large");
    assert_eq!((shop.bank.held(), shop.bank.refunds(), shop.accounts().await), (0, 3, vec![]));
    let state = shop.state(order).await;
    assert_eq!((state.payment.as_str(), state.refunded), ("refunded", TOTAL));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn concurrent_returns_do_not_exceed_the_amount_paid(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    let returns = (0..200).map(|number| {
        let shop = shop.clone();
        async move { payment::return_money(&shop.app, order, &number.to_string(), TOTAL / 10).await.is_ok() }
    });
    let accepted = futures::future::join_all(returns).await.into_iter().filter(|is_accepted| *is_accepted).count();
    shop.run_all_jobs().await;
    assert_eq!((accepted, shop.bank.held(), shop.bank.refunds()), (10, 0, 10));
    assert_eq!((shop.state(order).await.refunded, shop.accounts().await), (TOTAL, vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn delivery_books_only_money_that_was_not_returned_before(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    // Half of the total.
    payment::return_money(&shop.app, order, "1", 5_900).await.unwrap();
    shop.deliver(order).await;
    assert_eq!(shop.accounts().await, [("bank", 5_900), ("sales", -5_000), ("vat", -900)]);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn cash_refunds_never_exceed_the_cash_received(pool: PgPool) {
    let shop = TestShop::new(pool);
    let order = shop.cash_order().await;
    let pay_out = async |key: &str, amount: i64| {
        let mut tx = kit::db::begin(&shop.app.pool).await.unwrap();
        let total_paid_out = order_ledger::book_payout(&mut tx, order, key, amount, shop.clock.now()).await;
        tx.commit().await.unwrap();
        total_paid_out.map_err(|error| error.to_string())
    };
    assert_eq!(pay_out("1", 100).await, Err("not_paid_yet".to_owned()));
    shop.deliver(order).await;
    assert_eq!(pay_out("1", 1_800).await, Ok(1_800));
    assert_eq!(pay_out("1", 1_800).await, Ok(1_800));
    assert_eq!(pay_out("2", TOTAL).await, Err("refund_too_large".to_owned()));
    assert_eq!(pay_out("2", 10_000).await, Ok(TOTAL));
    assert_eq!(shop.accounts().await, vec![]);
    let by_card = payment::return_money(&shop.app, order, "3", 1).await.unwrap_err();
    assert_eq!(by_card.to_string(), "not_paid_by_card");
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn money_is_returned_once_when_the_answer_of_the_bank_is_lost(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    shop.bank.fail_next_call(Failure::AnswerLost);
    assert!(!payment::return_money(&shop.app, order, "1", 1_000).await.unwrap());
    assert!(
        !payment::return_money(&shop.app, order, "2", 2_000).await.unwrap(),
        "the returns are made one after the other"
    );
    shop.run_all_jobs().await;
    assert_eq!((shop.bank.refunds(), shop.bank.held()), (2, TOTAL - 3_000));
    assert_eq!(shop.state(order).await.refunded, 3_000);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn return_is_retried_while_the_bank_is_unavailable(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    for failure in [Failure::Unreachable, Failure::Refused, Failure::Unreachable] {
        shop.bank.fail_next_call(failure);
    }
    shop.cancel(order).await;
    shop.run_all_jobs().await;
    assert_eq!((shop.bank.refunds(), shop.bank.held()), (1, 0));
    assert_eq!((shop.state(order).await.payment.as_str(), shop.accounts().await), ("refunded", vec![]));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn return_stops_when_money_was_returned_at_the_bank_by_hand(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, transaction) = paid_order(&shop).await;
    shop.bank.fail_next_call(Failure::Unreachable);
    payment::return_money(&shop.app, order, "1", 1_000).await.unwrap();
    shop.bank.books().payments.get_mut(&transaction).unwrap().returned = 700;
    shop.run_all_jobs().await;
    assert_eq!((shop.bank.refunds(), shop.state(order).await.refunded), (0, 0));
    // `run_all_jobs` has advanced the clock by 80 hours.
    let day = shop.app.clock.now().date_naive() - TimeDelta::hours(80);
    let report = payment::reconcile(&shop.app, day).await.unwrap();
    let differing = ChargeDifference {
        reference: "SQ-0/1".to_owned(),
        ours: "paid",
        theirs: "returned",
        our_amount: TOTAL,
        their_amount: TOTAL - 700,
    };
    assert_eq!((report.differing, report.agreeing), (vec![differing], 0));
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn reconciliation_reports_no_difference_when_records_are_equal(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    payment::return_money(&shop.app, order, "1", 1_000).await.unwrap();
    let declined = shop.order().await;
    shop.bank.decline(&shop.open_charge(declined, 1).await.unwrap());
    let report = payment::reconcile(&shop.app, shop.clock.now().date_naive()).await.unwrap();
    assert_eq!((report.differing, report.agreeing, report.charged, report.refunded), (vec![], 2, TOTAL, 1_000));
    let another_day = shop.clock.now().date_naive() - TimeDelta::days(2);
    assert_eq!(payment::reconcile(&shop.app, another_day).await.unwrap().agreeing, 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn the_ledger_refuses_unbalanced_movements_and_changes(pool: PgPool) {
    let shop = TestShop::new(pool);
    let (order, _) = paid_order(&shop).await;
    let unbalanced = sqlx::query(
        "with moved as (
             insert into movement (kind, order_id, key, moved_at) values ('sale', $1, '', now()) returning movement_id
         )
         insert into entry (movement_id, account, amount) select movement_id, 'sales', -5 from moved",
    );
    let refused = unbalanced.bind(order).execute(&shop.app.pool).await.unwrap_err().to_string();
    assert!(refused.contains("does not balance"), "{refused}");
    for change in ["update entry set amount = amount * 2", "delete from entry", "delete from movement"] {
        let refused = sqlx::query(change).execute(&shop.app.pool).await.unwrap_err().to_string();
        assert!(refused.contains("only ever added to"), "{change}: {refused}");
    }
}
