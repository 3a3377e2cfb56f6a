//! Callbacks, polls, the browser's return from the bank, repeated requests, double clicks, further attempts to pay
//! and cancellations can arrive in any order and any number of times. In the end there is one order with one charge,
//! in the right state.

use chrono::TimeDelta;
use order::payment;
use proptest::{collection::vec, prelude::*, sample::Index, strategy::ValueTree as _, test_runner::TestRunner};
use proto::order::{PaymentMethod, PlaceOrderRequest, PlacedOrder};
use sqlx::PgPool;
use tonic::{Code, Status};

use crate::{
    ordering::{assert_all_settled, order_request},
    paying::{GOOD_CARD, NO_FUNDS},
    shop::{Shopper, TestCarts},
};

const STORIES: usize = 40;

#[derive(Debug, Clone, Copy)]
enum Act {
    /// Places the order again with the same key.
    Again,
    DoubleClick,
    /// Pays on the bank page that was opened last.
    PayWell,
    PayBadly,
    /// Delivers one of the bank's callbacks, possibly again.
    Callback(Index),
    Poll,
    BackFromTheBank,
    PayAgain(u8),
    Cancel,
    DueOrders,
    GiveBack,
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        1 => Just(Act::Again),
        1 => Just(Act::DoubleClick),
        3 => Just(Act::PayWell),
        2 => Just(Act::PayBadly),
        5 => any::<Index>().prop_map(Act::Callback),
        2 => Just(Act::Poll),
        1 => Just(Act::BackFromTheBank),
        2 => (0_u8..3).prop_map(Act::PayAgain),
        1 => Just(Act::Cancel),
        2 => Just(Act::DueOrders),
        1 => Just(Act::GiveBack),
    ]
}

/// A shopper who ordered one product by card, and the state the shopper has seen.
struct Story<'a> {
    shop: &'a TestCarts,
    shopper: Shopper,
    request: PlaceOrderRequest,
    code: String,
    page: String,
    /// Earlier callbacks belong to other stories.
    first_callback: usize,
    is_cancelled: bool,
}

/// The changes that an act makes to the shopper's state.
#[derive(Default)]
struct Changes {
    page: Option<String>,
    is_cancelled: bool,
}

impl<'a> Story<'a> {
    async fn begin(shop: &'a TestCarts, account: i64) -> Self {
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

    async fn act(&self, act: Act) -> Changes {
        match act {
            Act::Again => self.placed(self.shopper.place(self.request.clone()).await),
            Act::DoubleClick => {
                let click = || self.shopper.place(self.request.clone());
                let (first, second) = tokio::join!(click(), click());
                self.placed(first);
                self.placed(second)
            }
            Act::PayWell | Act::PayBadly => {
                let card = if matches!(act, Act::PayWell) { GOOD_CARD } else { NO_FUNDS };
                self.shop.bank.tries_to_pay(&self.page, card).await;
                Changes::default()
            }
            Act::Callback(which) => {
                let ours = self.shop.bank.received_callbacks().split_off(self.first_callback);
                if !ours.is_empty() {
                    let callback = which.get(&ours);
                    self.shop.receives_callback("epoint", callback).await.expect("the request succeeds");
                }
                Changes::default()
            }
            Act::Poll => {
                self.shop.clock.advance(TimeDelta::seconds(6));
                payment::ask_due(&self.shop.app).await.expect("the request succeeds");
                Changes::default()
            }
            Act::BackFromTheBank => {
                assert_eq!(self.shopper.order(&self.code).await.expect("the request succeeds").code, self.code);
                Changes::default()
            }
            Act::PayAgain(key) => {
                self.placed(self.shopper.pay(&self.code, PaymentMethod::Card, &format!("again {key}")).await)
            }
            Act::Cancel => {
                let cancelled = self.shopper.cancel(&self.code).await;
                cancelled.as_ref().err().into_iter().for_each(is_a_refusal);
                Changes { page: None, is_cancelled: cancelled.is_ok() }
            }
            Act::DueOrders => {
                self.shop.run_due_jobs().await;
                Changes::default()
            }
            Act::GiveBack => {
                payment::give_back_due(&self.shop.app).await.expect("the request succeeds");
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
                is_a_refusal(&refusal);
                Changes::default()
            }
        }
    }

    fn update(&mut self, changes: Changes) {
        self.is_cancelled |= changes.is_cancelled;
        self.page = changes.page.unwrap_or_else(|| std::mem::take(&mut self.page));
    }

    /// Runs only the jobs and the bank until all is done.
    async fn end(&self) {
        for minutes in [1, 2, 5, 15, 30, 60, 60] {
            for callback in self.shop.bank.received_callbacks().split_off(self.first_callback) {
                self.shop.receives_callback("epoint", &callback).await.expect("the request succeeds");
            }
            self.shop.clock.advance(TimeDelta::minutes(minutes));
            payment::ask_due(&self.shop.app).await.expect("the request succeeds");
            self.shop.run_due_jobs().await;
            payment::give_back_due(&self.shop.app).await.expect("the request succeeds");
        }
    }

    /// A cancelled order keeps no money, another paid order is sold with one charge, and every other order expires.
    async fn assert_ended_well(&self, account: i64, acts: &str) {
        let pool = &self.shop.app.pool;
        let orders: Vec<(String, String, i64)> =
            sqlx::query_as("select code, stage, total from purchase where account_id = $1")
                .bind(account)
                .fetch_all(pool)
                .await
                .expect("the request succeeds");
        let [(code, stage, total)] = orders.as_slice() else { panic!("{orders:?} after {acts}") };
        let books = self.shop.bank.books_of(code).await;
        let was_paid = books.iter().any(|(charged, _)| *charged > 0);
        let kept: Vec<_> =
            books.iter().map(|(charged, returned)| charged - returned).filter(|kept| *kept > 0).collect();
        let (expected, charges) = match (self.is_cancelled, was_paid) {
            (true, _) => ("cancelled", vec![]),
            (false, true) => ("sold", vec![*total]),
            (false, false) => ("expired", vec![]),
        };
        assert_eq!((&**stage, kept), (expected, charges), "{books:?} after {acts}");
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
        assert_eq!(ledger, books.iter().map(|(charged, returned)| charged - returned).sum::<i64>(), "after {acts}");
    }
}

/// The status names a reason and is no internal error.
fn is_a_refusal(status: &Status) {
    assert_eq!(status.code(), Code::FailedPrecondition, "{status:?}");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn any_sequence_ends_in_one_order_and_one_charge(pool: PgPool) {
    let shop = TestCarts::with_a_product(pool).await;
    shop.catalog.offers(1, 30_000, 900);
    let mut runner = TestRunner::deterministic();
    // The two acts of a pair happen at the same time.
    let stories = vec((any_act(), prop::option::weighted(0.3, any_act())), 1..14);
    for account in (1..).take(STORIES) {
        let acts = stories.new_tree(&mut runner).unwrap().current();
        let mut story = Story::begin(&shop, account).await;
        for (act, beside) in &acts {
            if let Some(beside) = beside {
                let (one, other) = tokio::join!(story.act(*act), story.act(*beside));
                story.update(one);
                story.update(other);
            } else {
                let changes = story.act(*act).await;
                story.update(changes);
            }
        }
        story.end().await;
        story.assert_ended_well(account, &format!("{acts:?}")).await;
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
