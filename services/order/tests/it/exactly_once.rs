//! Tests that callbacks, polls, repeated requests, double clicks, further attempts to pay and cancellations can arrive
//! in any order and number. In the end there is one order with at most one charge, in the right state.

use chrono::TimeDelta;
use order::payment;
use proptest::{collection::vec, prelude::*, sample::Index, strategy::ValueTree as _, test_runner::TestRunner};
use proto::order::{PaymentMethod, PlaceOrderRequest, PlacedOrder};
use sqlx::PgPool;
use tonic::{Code, Status};

use crate::{
    ordering::{assert_all_settled, order_request},
    paying::{GOOD_CARD, NO_FUNDS},
    shop::{Shopper, TestShop},
};

const SEQUENCES: usize = 40;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Places the order again with the same key.
    RepeatRequest,
    DoubleClick,
    /// Pays on the bank page that was opened last.
    PayWithGoodCard,
    PayWithoutFunds,
    /// Delivers one of the bank's callbacks, possibly again.
    Callback(Index),
    Poll,
    ReturnFromBank,
    PayAgain(u8),
    Cancel,
    RunOrderJobs,
    ReturnMoney,
}

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
    request: PlaceOrderRequest,
    code: String,
    page: String,
    /// Earlier callbacks belong to other sequences.
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
    async fn begin(shop: &'a TestShop, account: i64) -> Self {
        let shopper = shop.shopper(account);
        shopper.add((1, None), 1).await.expect("the request succeeds");
        let request = order_request(&shopper.quote().await, PaymentMethod::Card, "once only");
        let first_callback = shop.bank.received_callbacks().len();
        let PlacedOrder { order, payment, .. } = shopper.place(request.clone()).await.expect("the request succeeds");
        let (code, page) = (
            order.expect("an order").code,
            payment.and_then(|payment| payment.redirect_url).expect("a page to pay on"),
        );
        Self { shop, shopper, request, code, page, first_callback, is_cancelled: false }
    }

    async fn run(&self, step: Step) -> Changes {
        match step {
            Step::RepeatRequest => self.placed(self.shopper.place(self.request.clone()).await),
            Step::DoubleClick => {
                let place = || self.shopper.place(self.request.clone());
                let (first, second) = tokio::join!(place(), place());
                self.placed(first);
                self.placed(second)
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
                    self.shop.receive_callback("epoint", callback).await.expect("the request succeeds");
                }
                Changes::default()
            }
            Step::Poll => {
                self.shop.clock.advance(TimeDelta::seconds(6));
                payment::poll_due(&self.shop.app).await.expect("the request succeeds");
                Changes::default()
            }
            Step::ReturnFromBank => {
                assert_eq!(self.shopper.order(&self.code).await.expect("the request succeeds").code, self.code);
                Changes::default()
            }
            Step::PayAgain(key) => {
                self.placed(self.shopper.pay(&self.code, PaymentMethod::Card, &format!("again {key}")).await)
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
                payment::send_due_returns(&self.shop.app).await.expect("the request succeeds");
                Changes::default()
            }
        }
    }

    fn placed(&self, placed: Result<PlacedOrder, Status>) -> Changes {
        match placed {
            Ok(placed) => {
                assert_eq!(placed.order.expect("an order").code, self.code, "the same request is the same order");
                Changes { page: placed.payment.and_then(|payment| payment.redirect_url), is_cancelled: false }
            }
            Err(refusal) => {
                assert_refusal(&refusal);
                Changes::default()
            }
        }
    }

    fn update(&mut self, changes: Changes) {
        self.is_cancelled |= changes.is_cancelled;
        self.page = changes.page.unwrap_or_else(|| std::mem::take(&mut self.page));
    }

    /// Runs only the jobs and the bank, over three hours.
    async fn end(&self) {
        for minutes in [1, 2, 5, 15, 30, 60, 60] {
            for callback in self.shop.bank.received_callbacks().split_off(self.first_callback) {
                self.shop.receive_callback("epoint", &callback).await.expect("the request succeeds");
            }
            self.shop.clock.advance(TimeDelta::minutes(minutes));
            payment::poll_due(&self.shop.app).await.expect("the request succeeds");
            self.shop.run_due_jobs().await;
            payment::send_due_returns(&self.shop.app).await.expect("the request succeeds");
        }
    }

    /// A cancelled order keeps no money, another paid order is sold with one charge, and every other order expires.
    async fn assert_ended_well(&self, account: i64, steps: &str) {
        let pool = &self.shop.app.pool;
        let orders: Vec<(String, String, i64)> =
            sqlx::query_as("select code, stage, total from purchase where account_id = $1")
                .bind(account)
                .fetch_all(pool)
                .await
                .expect("the request succeeds");
        let [(code, stage, total)] = orders.as_slice() else { panic!("{orders:?} after {steps}") };
        // The charged and the returned amount of each payment.
        let books = self.shop.bank.books_of(code).await;
        let was_paid = books.iter().any(|(charged, _)| *charged > 0);
        let kept: Vec<_> =
            books.iter().map(|(charged, returned)| charged - returned).filter(|kept| *kept > 0).collect();
        let (expected, charges) = match (self.is_cancelled, was_paid) {
            (true, _) => ("cancelled", vec![]),
            (false, true) => ("sold", vec![*total]),
            (false, false) => ("expired", vec![]),
        };
        assert_eq!((&**stage, kept), (expected, charges), "{books:?} after {steps}");
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
        .expect("the request succeeds");
        assert_eq!(ledger, books.iter().map(|(charged, returned)| charged - returned).sum::<i64>(), "after {steps}");
    }
}

/// The refusal has a reason and is no internal error.
fn assert_refusal(status: &Status) {
    assert_eq!(status.code(), Code::FailedPrecondition, "{status:?}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn any_sequence_ends_in_one_order_and_one_charge(pool: PgPool) {
    let shop = TestShop::with_a_product(pool).await;
    shop.catalog.add_offer(1, 30_000, 900);
    let mut runner = TestRunner::deterministic();
    // The two steps of a pair happen at the same time.
    let sequences = vec((any_step(), prop::option::weighted(0.3, any_step())), 1..14);
    for account in (1..).take(SEQUENCES) {
        let steps = sequences.new_tree(&mut runner).unwrap().current();
        let mut sequence = Sequence::begin(&shop, account).await;
        for (step, concurrent) in &steps {
            if let Some(concurrent) = concurrent {
                let (first, second) = tokio::join!(sequence.run(*step), sequence.run(*concurrent));
                sequence.update(first);
                sequence.update(second);
            } else {
                let changes = sequence.run(*step).await;
                sequence.update(changes);
            }
        }
        sequence.end().await;
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
