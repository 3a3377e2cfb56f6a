//! Tests that any sequence of callbacks, polls, repeated requests, payments and cancellations ends in one order with at
//! most one charge.

use chrono::TimeDelta;
use order::payment;
use proptest::{collection::vec, prelude::*, sample::Index, strategy::ValueTree as _, test_runner::TestRunner};
use proto::order::{PaymentMethod, PlaceOrderRequest, PlacedOrder};
use sqlx::PgPool;
use tonic::{Code, Status};

use crate::{
    ordering::{assert_all_settled, order_request},
    paying::{GOOD_CARD, NO_FUNDS},
    sandbox::BankPayment,
    shop::{Shopper, TestShop},
};

/// Each sequence has one order of one account.
const SEQUENCES: usize = 40;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Places the order again, with the same key.
    RepeatRequest,
    /// Places the order twice at once, with the same key.
    DoubleClick,
    /// The shopper pays on the page that was opened last.
    PayWithGoodCard,
    /// The shopper tries the same with a card that the bank declines.
    PayWithoutFunds,
    /// Delivers one of the bank's callbacks, possibly again.
    Callback(Index),
    /// The shop asks the bank about the payment.
    Poll,
    /// The shopper reads the order.
    ReturnFromBank,
    /// The number is part of the idempotency key, so two steps may be the same attempt.
    PayAgain(u8),
    Cancel,
    RunOrderJobs,
    ReturnMoney,
}

/// The numbers are relative frequencies.
fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::RepeatRequest),
        1 => Just(Step::DoubleClick),
        3 => Just(Step::PayWithGoodCard),
        2 => Just(Step::PayWithoutFunds),
        5 => any::<Index>().prop_map(Step::Callback),
        2 => Just(Step::Poll),
        1 => Just(Step::ReturnFromBank),
        2 => (0_u8..3).prop_map(Step::PayAgain),
        1 => Just(Step::Cancel),
        2 => Just(Step::RunOrderJobs),
        1 => Just(Step::ReturnMoney),
    ]
}

struct Sequence<'a> {
    shop: &'a TestShop,
    shopper: Shopper,
    request: PlaceOrderRequest,
    code: String,
    /// The payment page that was opened last.
    page: String,
    /// The number of earlier callbacks, which belong to other sequences.
    first_callback: usize,
    is_cancelled: bool,
}

/// What the shopper sees after a step.
#[derive(Default)]
struct Changes {
    page: Option<String>,
    is_cancelled: bool,
}

impl<'a> Sequence<'a> {
    async fn begin(shop: &'a TestShop, account: i64) -> Self {
        let shopper = shop.shopper(account);
        shopper.add((1, None), 1).await.expect("product 1 is for sale");
        let request = order_request(&shopper.quote().await, PaymentMethod::Card, "once only");
        let first_callback = shop.bank.received_callbacks().len();
        let PlacedOrder { order, payment, .. } = shopper.place(request.clone()).await.expect("the order is accepted");
        let code = order.expect("nothing has changed since the quote").code;
        let page = payment.and_then(|payment| payment.redirect_url).expect("the bank has opened a page");
        Self { shop, shopper, request, code, page, first_callback, is_cancelled: false }
    }

    /// Two steps may run at the same time.
    async fn take_step(&self, step: Step) -> Changes {
        match step {
            Step::RepeatRequest => self.changes_after(self.shopper.place(self.request.clone()).await),
            Step::DoubleClick => {
                let place = || self.shopper.place(self.request.clone());
                let (first, second) = tokio::join!(place(), place());
                self.changes_after(first);
                self.changes_after(second)
            }
            Step::PayWithGoodCard | Step::PayWithoutFunds => {
                let card = if matches!(step, Step::PayWithGoodCard) { GOOD_CARD } else { NO_FUNDS };
                self.shop.bank.try_to_pay(&self.page, card).await;
                Changes::default()
            }
            Step::Callback(which) => {
                let callbacks = self.shop.bank.received_callbacks().split_off(self.first_callback);
                if !callbacks.is_empty() {
                    let callback = which.get(&callbacks);
                    self.shop.receive_callback("epoint", callback).await.expect("the shop accepts the callback");
                }
                Changes::default()
            }
            Step::Poll => {
                self.shop.clock.advance(TimeDelta::seconds(6));
                payment::poll_due(&self.shop.app).await.expect("the poll runs");
                Changes::default()
            }
            Step::ReturnFromBank => {
                assert_eq!(self.shopper.order(&self.code).await.expect("the shopper sees the order").code, self.code);
                Changes::default()
            }
            Step::PayAgain(key) => {
                self.changes_after(self.shopper.pay(&self.code, PaymentMethod::Card, &format!("again {key}")).await)
            }
            Step::Cancel => {
                let cancelled = self.shopper.cancel(&self.code).await;
                if let Err(refusal) = &cancelled {
                    assert_refusal(refusal);
                }
                Changes { page: None, is_cancelled: cancelled.is_ok() }
            }
            Step::RunOrderJobs => {
                self.shop.run_due_jobs().await;
                Changes::default()
            }
            Step::ReturnMoney => {
                payment::send_due_returns(&self.shop.app).await.expect("the money is sent");
                Changes::default()
            }
        }
    }

    fn changes_after(&self, placed: Result<PlacedOrder, Status>) -> Changes {
        match placed {
            Ok(placed) => {
                assert_eq!(
                    placed.order.expect("the order exists").code,
                    self.code,
                    "the same request is the same order"
                );
                Changes { page: placed.payment.and_then(|payment| payment.redirect_url), is_cancelled: false }
            }
            Err(refusal) => {
                assert_refusal(&refusal);
                Changes::default()
            }
        }
    }

    fn remember(&mut self, changes: Changes) {
        self.is_cancelled |= changes.is_cancelled;
        if let Some(page) = changes.page {
            self.page = page;
        }
    }

    /// Lets almost three hours pass, in which callbacks arrive and jobs run.
    async fn run_jobs_for_hours(&self) {
        for minutes in [1, 2, 5, 15, 30, 60, 60] {
            for callback in self.shop.bank.received_callbacks().split_off(self.first_callback) {
                self.shop.receive_callback("epoint", &callback).await.expect("the shop accepts the callback");
            }
            self.shop.clock.advance(TimeDelta::minutes(minutes));
            payment::poll_due(&self.shop.app).await.expect("the poll runs");
            self.shop.run_due_jobs().await;
            payment::send_due_returns(&self.shop.app).await.expect("the money is sent");
        }
    }

    async fn assert_ended_well(&self, account: i64, steps: &str) {
        let pool = &self.shop.app.pool;
        let orders: Vec<(String, String, i64)> =
            sqlx::query_as("select code, stage, total from purchase where account_id = $1")
                .bind(account)
                .fetch_all(pool)
                .await
                .expect("the orders can be read");
        let [(code, stage, total)] = orders.as_slice() else { panic!("{orders:?} after {steps}") };
        let payments = self.shop.bank.payments_of(code).await;
        let was_paid = payments.iter().any(|payment| payment.charged > 0);
        let kept_amounts: Vec<_> = payments.iter().map(BankPayment::kept).filter(|kept| *kept > 0).collect();
        let (expected_stage, expected_amounts) = match (self.is_cancelled, was_paid) {
            (true, _) => ("cancelled", vec![]),
            (false, true) => ("sold", vec![*total]),
            (false, false) => ("expired", vec![]),
        };
        assert_eq!((&**stage, kept_amounts), (expected_stage, expected_amounts), "{payments:?} after {steps}");
        let ledger: i64 = sqlx::query_scalar(
            "select coalesce(sum(amount), 0)::bigint
             from entry
             join movement using (movement_id)
             join purchase using (order_id)
             where code = $1 and account = 'bank'",
        )
        .bind(code)
        .fetch_one(pool)
        .await
        .expect("the ledger can be read");
        assert_eq!(ledger, payments.iter().map(BankPayment::kept).sum::<i64>(), "after {steps}");
    }
}

fn assert_refusal(status: &Status) {
    assert_eq!(status.code(), Code::FailedPrecondition, "{status:?}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn any_sequence_ends_in_one_order_and_one_charge(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    shop.catalog.add_offer(1, 30_000, 900);
    let mut runner = TestRunner::deterministic();
    // A step, and possibly another at the same time.
    let sequences = vec((any_step(), prop::option::weighted(0.3, any_step())), 1..14);
    for account in (1..).take(SEQUENCES) {
        let steps = sequences.new_tree(&mut runner).unwrap().current();
        let mut sequence = Sequence::begin(&shop, account).await;
        for (step, concurrent) in &steps {
            if let Some(concurrent) = concurrent {
                let (first, second) = tokio::join!(sequence.take_step(*step), sequence.take_step(*concurrent));
                sequence.remember(first);
                sequence.remember(second);
            } else {
                let changes = sequence.take_step(*step).await;
                sequence.remember(changes);
            }
        }
        sequence.run_jobs_for_hours().await;
        sequence.assert_ended_well(account, &format!("{steps:?}")).await;
    }
    assert_all_settled(&shop).await;
    let unbalanced: i64 = sqlx::query_scalar(
        "select count(*) from (select from entry group by movement_id having sum(amount) <> 0) as unbalanced",
    )
    .fetch_one(&shop.app.pool)
    .await
    .unwrap();
    assert_eq!(unbalanced, 0, "every movement balances");
}
