//! Tests random sequences of what can happen to one card order: the bank's callbacks, polls of the bank, repeated
//! requests, double clicks, further attempts to pay, and cancellations, in any order and number. In the end there is
//! one order in the right state, with at most one charge.

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

/// The number of sequences; each has one order of one account.
const SEQUENCES: usize = 40;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Places the order again with the same key.
    RepeatRequest,
    /// Places the order twice at the same time, with the same key.
    DoubleClick,
    /// Pays on the bank page that was opened last.
    PayWithGoodCard,
    /// Tries to pay there with a card that the bank declines.
    PayWithoutFunds,
    /// Delivers one of the bank's callbacks, possibly again.
    Callback(Index),
    /// The shop asks the bank about the payment.
    Poll,
    /// The shopper comes back from the bank, and reads the order.
    ReturnFromBank,
    /// Opens another payment page. The number is part of the idempotency key, so two steps may be the same attempt.
    PayAgain(u8),
    Cancel,
    RunOrderJobs,
    /// Sends money back that the shop may not keep.
    ReturnMoney,
}

/// Generates steps. The number before `=>` is the weight of a kind: how often it is chosen in relation to the others.
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

/// A card order, and the state that its shopper has seen.
struct Sequence<'a> {
    shop: &'a TestShop,
    shopper: Shopper,
    /// The request that has placed the order.
    request: PlaceOrderRequest,
    /// The code of the order.
    code: String,
    /// The address of the payment page that was opened last.
    page: String,
    /// The number of callbacks before this sequence. Earlier callbacks belong to other sequences.
    first_callback: usize,
    is_cancelled: bool,
}

/// Changes of the state that the shopper has seen.
#[derive(Default)]
struct Changes {
    page: Option<String>,
    is_cancelled: bool,
}

impl<'a> Sequence<'a> {
    /// Places a card order of one unit of product 1.
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

    /// Takes one step. Two steps of a sequence may run at the same time.
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

    /// Returns the changes after a request to place or pay the order. A refusal must have a reason.
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

    /// Remembers what the shopper has seen.
    fn remember(&mut self, changes: Changes) {
        self.is_cancelled |= changes.is_cancelled;
        self.page = changes.page.unwrap_or_else(|| std::mem::take(&mut self.page));
    }

    /// Lets almost three hours pass without a step of the shopper. Callbacks arrive and jobs run.
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

    /// Asserts the state after all steps: the money of a cancelled order is returned, another paid order is sold with
    /// one charge, and every other order has expired.
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

/// Asserts that a refusal has a reason that the shopper can understand, and is no internal error.
fn assert_refusal(status: &Status) {
    assert_eq!(status.code(), Code::FailedPrecondition, "{status:?}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn any_sequence_ends_in_one_order_and_one_charge(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    shop.catalog.add_offer(1, 30_000, 900);
    let mut runner = TestRunner::deterministic();
    // Each element is a step, and possibly another that happens at the same time.
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
