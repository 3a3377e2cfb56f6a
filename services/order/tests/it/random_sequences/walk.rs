//! Takes the steps of a sequence through the API, and records the effect of each step in the model. After an
//! interrupted call, it repeats the call with the same key, or reads what the call has changed.

use chrono::{DateTime, TimeDelta, Utc};
use order::payment;
use proto::order::{Order, OrderStatus, PaymentStatus};
use testkit::database::eventually;
use tonic::{Code, Status};

use super::{
    books::{Books, Stage},
    compare,
    flaky_bank::Connection,
    fuse::{Fuse, Kind},
    steps::{Fault, FaultKind, Step},
};
use crate::{
    influencers::LEYLA,
    ordering::assert_all_settled,
    paying::GOOD_CARD,
    shop::{Shopper, TestShop},
};

/// One sequence in progress. In its methods, `at` is the index of an order in the books.
pub struct Walk<'a> {
    pub shop: &'a TestShop,
    pub books: &'a mut Books,
    pub done: &'a mut Done,
    pub buyers: [i64; 2],
    fuse: &'a Fuse,
    bank: &'a Connection,
    /// The index of this sequence's first order.
    first: usize,
    /// Whether a call that fails is repeated before the jobs run.
    is_retried_at_once: bool,
    /// Whether the bank was told to fail its next call, and this call has not been made.
    is_bank_failure_pending: bool,
}

/// How many steps of each kind were taken in all sequences.
#[derive(Debug, Default)]
pub struct Done {
    pub bought: usize,
    pub bought_with_bonuses: usize,
    pub paid_by_card: usize,
    pub not_paid: usize,
    pub cancelled: usize,
    pub delivered: usize,
    pub returned_undelivered: usize,
    pub refunded: usize,
    pub refused: usize,
    pub expired: usize,
    pub cashed_out: usize,
    pub not_cashed_out: usize,
    pub bank_failures: usize,
}

impl Done {
    pub fn has_each_kind_twice(&self) -> bool {
        let Self { bought, bought_with_bonuses, paid_by_card, not_paid, cancelled, delivered, .. } = self;
        let orders = [bought, bought_with_bonuses, paid_by_card, not_paid, cancelled, delivered];
        let rest = [&self.returned_undelivered, &self.refunded, &self.refused, &self.expired, &self.bank_failures];
        let cashouts = [&self.cashed_out, &self.not_cashed_out];
        orders.into_iter().chain(rest).chain(cashouts).all(|count| *count > 1)
    }
}

impl<'a> Walk<'a> {
    pub fn begin(
        shop: &'a TestShop,
        (fuse, bank): (&'a Fuse, &'a Connection),
        books: &'a mut Books,
        done: &'a mut Done,
        buyers: [i64; 2],
    ) -> Self {
        let first = books.orders.len();
        Self { shop, books, done, buyers, fuse, bank, first, is_retried_at_once: false, is_bank_failure_pending: false }
    }

    /// Takes a step, and then runs all jobs that are due. `fault` may interrupt a call of the step or one of the jobs.
    pub async fn take_step(&mut self, step: &Step, fault: Option<&Fault>) {
        self.is_retried_at_once = fault.is_none_or(|fault| fault.is_retried_at_once);
        match fault.map(|fault| fault.kind) {
            None => {}
            Some(FaultKind::ProcessStops(cut)) => self.fuse.arm(cut),
            Some(FaultKind::BankFails(broken)) => {
                self.bank.fail_next_call(broken);
                self.is_bank_failure_pending = true;
            }
            Some(FaultKind::StockFails(call, how)) => self.shop.stock.fail_calls(call, how),
        }
        match step {
            Step::Buy(basket, payment) => Box::pin(self.buy(basket, *payment)).await,
            Step::Cancel(which) => self.cancel_one(which).await,
            Step::Deliver(which) => self.deliver(which).await,
            Step::ReturnUndelivered(which) => self.return_undelivered(which).await,
            Step::Refund(which, claim) => self.refund(which, claim).await,
            Step::CashOut(percent, end) => self.cash_out(*percent, *end).await,
            Step::Wait(days) => self.wait(*days).await,
        }
        self.jobs().await;
        self.stop_all_faults();
        self.jobs().await;
    }

    pub async fn assert_agrees(&self) {
        compare::agree(&self.shop.app.pool, self.books).await;
    }

    /// Compares the model with the figures that the shoppers, the blogger and the bank see.
    pub async fn assert_figures_agree(&self) {
        let now = self.now();
        for account in self.buyers {
            let account_page = self.shop.app_of(account).all_bonuses().await;
            assert_eq!(
                (account_page.balance, account_page.pending),
                self.books.bonuses_of(account, now),
                "bonuses of {account}"
            );
        }
        let earnings = self.shop.shopper(LEYLA).earnings().await;
        assert_eq!(earnings.balance + earnings.pending, self.books.owed_to_blogger());
        for order in &self.books.orders[self.first..] {
            let charges = self.shop.bank.books_of(&order.code).await;
            let held: i64 = charges.iter().map(|(charged, returned)| charged - returned).sum();
            let expected = if order.is_paid_by_card { order.total() - order.refunded } else { 0 };
            assert_eq!(held, expected, "money of {} at the bank", order.code);
        }
        assert_all_settled(self.shop).await;
    }

    /// Makes a call and returns its answer. If the call is interrupted, either repeats it immediately, or runs the jobs
    /// and returns `None`, because it is unknown whether the call had an effect.
    pub async fn attempt<T>(&mut self, call: impl AsyncFn() -> Result<T, Status>) -> Option<T> {
        match call().await {
            Ok(answer) => return Some(answer),
            Err(status) => assert_eq!(status.code(), Code::Unavailable, "{status:?}"),
        }
        self.stop_all_faults();
        if self.is_retried_at_once {
            match call().await {
                Ok(answer) => return Some(answer),
                // The database may not have rolled back the dropped call yet. Or the dropped call had its effect, and
                // only its answer was lost.
                Err(status) => assert!(
                    matches!(status.code(), Code::Unavailable | Code::Cancelled)
                        || status.message() == "cashout_decided",
                    "{status:?}"
                ),
            }
        }
        self.wait_for_idle_database().await;
        self.jobs().await;
        None
    }

    /// Runs a job, and returns `None` if it is interrupted. The next round of jobs completes its work.
    pub async fn job<T>(&self, job: impl Future<Output = kit::Result<T>>) -> Option<T> {
        let Some(outcome) = self.fuse.run(Kind::Job, job).await else {
            self.wait_for_idle_database().await;
            return None;
        };
        // The stock service is the only dependency that fails in these tests.
        outcome.map_err(|error| assert!(matches!(error, kit::Error::Unavailable(_)), "{error:?}")).ok()
    }

    /// Runs all jobs until no work is left.
    pub async fn jobs(&mut self) {
        let shop = self.shop;
        for _ in 0..30 {
            while self.job(order::run_order_jobs(&shop.app)).await.is_some_and(|count| count > 0) {}
            self.job(payment::send_due_returns(&shop.app)).await;
            self.job(order::restock_due(&shop.app)).await;
            while self.job(order::expire_due(&shop.app)).await.is_some_and(|count| count > 0) {}
            self.job(order::warn_due(&shop.app)).await;
            shop.stock.stop_failing();
            if self.pending_work().await == 0 {
                return;
            }
            shop.clock.advance(TimeDelta::seconds(61));
        }
        panic!("work is left after 30 rounds of jobs");
    }

    async fn pending_work(&self) -> i64 {
        sqlx::query_scalar(
            "select (select count(*) from purchase where errand is not null)
                    + (select count(*) from charge_return where state <> 'done')
                    + (select count(*) from refund where restock_at is not null)
                    + (select count(*) from purchase where stage = 'paying' and pay_until <= $1)
                    + (select count(*) from bonus_lot where rest > 0 and expires_at <= $1)",
        )
        .bind(self.now())
        .fetch_one(&self.shop.app.pool)
        .await
        .expect("the database answers")
    }

    fn stop_all_faults(&mut self) {
        self.done.bank_failures += usize::from(self.is_bank_failure_pending && !self.bank.is_broken());
        self.is_bank_failure_pending = false;
        self.bank.recover();
        self.shop.stock.stop_failing();
        self.fuse.disarm();
    }

    /// Waits until the transactions of a dropped future are rolled back.
    async fn wait_for_idle_database(&self) {
        let is_quiet = async || {
            sqlx::query_scalar::<_, bool>(
                "select not exists (
                     select from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
                 )",
            )
            .fetch_one(&self.shop.app.pool)
            .await
            .expect("activity can be read")
        };
        eventually("the end of all transactions", is_quiet).await;
    }

    /// Advances the clock to noon in Baku, so that the next steps do not cross midnight.
    async fn wait(&mut self, days: i64) {
        let day = self.now().date_naive() + TimeDelta::days(days);
        let until = day.and_hms_opt(8, 0, 0).expect("a time of the day").and_utc();
        self.shop.clock.advance(until - self.now());
        self.jobs().await;
        self.done.expired += self.books.expire(self.now());
    }

    pub async fn pay(&mut self, at: usize, page: Option<String>) {
        let page = match page {
            Some(page) => page,
            None => self.open_page(at).await,
        };
        self.shop.bank.pay(&page, GOOD_CARD).await;
        for _ in 0..8 {
            self.poll_bank().await;
            if self.order(at).await.payment_status() == PaymentStatus::Paid {
                self.books.orders[at].is_paid_by_card = true;
                self.done.paid_by_card += 1;
                return;
            }
        }
        panic!("no notification of the payment arrived");
    }

    pub async fn poll_bank(&mut self) {
        self.shop.clock.advance(TimeDelta::seconds(61));
        self.job(payment::poll_due(&self.shop.app)).await;
    }

    /// Moves an order to the status `target`, one status after another. Returns false if a move was interrupted and had
    /// no effect.
    pub async fn move_to(&mut self, at: usize, target: OrderStatus) -> bool {
        self.jobs().await;
        let code = self.books.orders[at].code.clone();
        loop {
            let next = next_status(self.order(at).await.status(), target);
            let operator = self.shop.any_operator();
            let is_moved = self.attempt(|| operator.move_order(&code, next, None)).await.is_some();
            if !is_moved && self.order(at).await.status() != next {
                return false;
            }
            if next == target {
                return true;
            }
        }
    }

    /// Returns the orders of this sequence that are in `stage`.
    pub fn orders_in(&self, stage: Stage) -> Vec<usize> {
        (self.first..self.books.orders.len()).filter(|at| self.books.orders[*at].stage == stage).collect()
    }

    pub async fn order(&self, at: usize) -> Order {
        let code = &self.books.orders[at].code;
        self.shop.any_operator().order_as_operator(code).await.expect("an order")
    }

    /// Returns the order's shopper with a new token.
    pub fn shopper(&self, at: usize) -> Shopper {
        self.shop.app_of(self.books.orders[at].account)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.shop.clock.now()
    }
}

/// Returns the status after `status` on the way to `target`.
fn next_status(status: OrderStatus, target: OrderStatus) -> OrderStatus {
    match status {
        OrderStatus::Waiting => OrderStatus::Confirmed,
        OrderStatus::Confirmed => OrderStatus::SearchingCourier,
        OrderStatus::SearchingCourier => OrderStatus::CourierAppointed,
        OrderStatus::CourierAppointed => OrderStatus::HandedToCourier,
        OrderStatus::HandedToCourier if target == OrderStatus::Delivered => OrderStatus::OnTheWay,
        OrderStatus::HandedToCourier | OrderStatus::OnTheWay => target,
        other => panic!("no status follows {other:?}"),
    }
}
