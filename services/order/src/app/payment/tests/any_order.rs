//! Runs random sequences of events on orders. Afterwards at most one charge is kept, the order's state is right, and
//! the ledger is balanced.

use futures::future::join_all;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use sqlx::PgPool;

use super::{
    scripted_bank::{Failure, ScriptedBank},
    test_shop::{TOTAL, TestShop},
};
use crate::{app::payment, domain::checkout::Event};

const SEQUENCES: usize = 60;

#[derive(Debug, Clone, Copy)]
enum Step {
    Open,
    /// The index of the payment page, as in the next four steps.
    Pay(usize),
    PayWrongAmount(usize),
    Decline(usize),
    DeliverCallback(usize),
    ForgeCallback(usize),
    ReturnFromBank,
    Poll,
    TryAgain,
    Cancel,
    Expire,
    BankFails(Failure),
}

fn any_step() -> impl Strategy<Value = Step> {
    let page = 0_usize..3;
    // The numbers are weights.
    prop_oneof![
        3 => Just(Step::Open),
        4 => page.clone().prop_map(Step::Pay),
        1 => page.clone().prop_map(Step::PayWrongAmount),
        2 => page.clone().prop_map(Step::Decline),
        6 => page.clone().prop_map(Step::DeliverCallback),
        1 => page.prop_map(Step::ForgeCallback),
        3 => Just(Step::ReturnFromBank),
        3 => Just(Step::Poll),
        2 => Just(Step::TryAgain),
        1 => Just(Step::Cancel),
        1 => Just(Step::Expire),
        1 => prop_oneof![Just(Failure::Refused), Just(Failure::AnswerLost), Just(Failure::Unreachable)]
            .prop_map(Step::BankFails),
    ]
}

/// The same sequences on every run.
fn sequences(seed: u8) -> Vec<Vec<Step>> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sequence = prop::collection::vec(any_step(), 4..24);
    (0..SEQUENCES).map(|_| sequence.new_tree(&mut runner).unwrap().current()).collect()
}

/// Order codes are numbered from 0, ids from 1.
fn reference_prefix(order: i64) -> String {
    format!("SQ-{}/", order - 1)
}

async fn run_step(shop: &TestShop, order: i64, step: Step) {
    let page = |number: usize| {
        let prefix = reference_prefix(order);
        let books = shop.bank.books();
        let mut pages = books.payments.iter().filter(|(_, payment)| payment.reference.starts_with(&prefix));
        pages.nth(number).map(|(transaction, _)| transaction.clone())
    };
    match step {
        Step::Open => {
            let attempt = shop.state(order).await.attempt;
            shop.open_charge(order, attempt).await;
        }
        Step::Pay(number) => page(number).into_iter().for_each(|page| shop.bank.pay(&page, TOTAL)),
        Step::PayWrongAmount(number) => page(number).into_iter().for_each(|page| shop.bank.pay(&page, TOTAL + 1)),
        Step::Decline(number) => page(number).into_iter().for_each(|page| shop.bank.decline(&page)),
        Step::DeliverCallback(number) => {
            if let Some(page) = page(number) {
                shop.deliver_callback(&page).await;
            }
        }
        Step::ForgeCallback(number) => {
            if let Some(page) = page(number) {
                assert!(shop.receive_callback(&ScriptedBank::forged_callback(&page, TOTAL)).await.is_err());
            }
        }
        // Fails after a `BankFails` step.
        Step::ReturnFromBank => drop(payment::poll_order(&shop.app, order).await),
        Step::Poll => {
            shop.clock.advance(chrono::TimeDelta::minutes(2));
            payment::poll_due(&shop.app).await.unwrap();
            payment::send_due_returns(&shop.app).await.unwrap();
        }
        Step::TryAgain => drop(shop.try_again(order).await),
        Step::Cancel => shop.cancel(order).await,
        Step::Expire => drop(shop.apply(order, Event::Overdue).await),
        Step::BankFails(failure) => shop.bank.fail_next_call(failure),
    }
}

async fn finish(shop: &TestShop, order: i64) {
    shop.bank.books().failures.clear();
    let prefix = reference_prefix(order);
    let is_of_order = |reference: &str| reference.starts_with(&prefix);
    let books = shop.bank.books().payments.clone();
    let pages = books.into_iter().filter(|(_, payment)| is_of_order(&payment.reference)).map(|(page, _)| page);
    for page in pages {
        shop.deliver_callback(&page).await;
    }
    shop.apply(order, Event::Overdue).await;
    shop.run_all_jobs().await;
}

async fn assert_valid_end(shop: &TestShop, order: i64, sequence: &[Step]) {
    let state = shop.state(order).await;
    let payments = shop.payments(order).await;
    let kept: Vec<_> = payments.iter().filter(|payment| payment.paid > payment.returned).collect();
    let was_called_off = sequence.iter().any(|step| matches!(step, Step::Cancel | Step::Expire));
    let was_paid = payments.iter().any(|payment| payment.paid == TOTAL);
    match state.stage.as_str() {
        "accepted" => {
            assert_eq!((kept.len(), state.payment.as_str()), (1, "paid"), "{sequence:?} {payments:?}");
            let [payment] = kept.as_slice() else { return };
            assert_eq!((payment.paid, payment.returned), (TOTAL, 0), "{sequence:?}");
            assert!(payment.reference.ends_with(&format!("/{}", state.kept.unwrap())), "{sequence:?}");
        }
        "cancelled" | "expired" => {
            assert!(kept.is_empty(), "{sequence:?} {payments:?}");
            assert!(was_called_off || !was_paid, "{sequence:?} {payments:?}");
            let refunded = state.kept.map_or(("failed", 0), |_| ("refunded", TOTAL));
            assert_eq!((state.payment.as_str(), state.refunded), refunded, "{sequence:?}");
        }
        other => panic!("{other} is not a final stage: {sequence:?}"),
    }
}

async fn assert_books_add_up(shop: &TestShop) {
    let money_at_bank = shop.bank.held();
    assert_eq!((shop.account("bank").await, shop.account("order").await), (money_at_bank, -money_at_bank));
    let sum: i64 = sqlx::query_scalar("select coalesce(sum(amount), 0)::bigint from entry")
        .fetch_one(&shop.app.pool)
        .await
        .unwrap();
    assert_eq!(sum, 0);
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn sequential_steps_end_in_a_valid_state(pool: PgPool) {
    let shop = TestShop::new(pool);
    for sequence in sequences(1) {
        let order = shop.order().await;
        for step in &sequence {
            run_step(&shop, order, *step).await;
        }
        finish(&shop, order).await;
        assert_valid_end(&shop, order, &sequence).await;
    }
    assert_books_add_up(&shop).await;
}

#[sqlx::test(migrator = "crate::MIGRATOR")]
async fn concurrent_steps_end_in_a_valid_state(pool: PgPool) {
    let shop = TestShop::new(pool);
    for sequence in sequences(2) {
        let order = shop.order().await;
        run_step(&shop, order, Step::Open).await;
        join_all(sequence.iter().map(|step| run_step(&shop, order, *step))).await;
        finish(&shop, order).await;
        assert_valid_end(&shop, order, &sequence).await;
    }
    assert_books_add_up(&shop).await;
}
