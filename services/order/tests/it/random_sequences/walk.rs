//! Takes the steps of a sequence through the API, and records their effects in the model (`books.rs`).

use chrono::{DateTime, TimeDelta, Utc};
use order::payment;
use proto::order::{Order, OrderStatus, PaymentStatus};
use testkit::database::eventually;
use tonic::{Code, Status};

use super::{
    books::{Books, Stage},
    compare,
    flaky_bank::Connection,
    interrupter::{Interrupter, Kind},
    steps::{Fault, FaultKind, Step},
};
use crate::{
    influencers::LEYLA,
    ordering::assert_all_settled,
    paying::GOOD_CARD,
    sandbox::BankPayment,
    shop::{Shopper, TestShop},
};

/// One sequence in progress. Methods refer to an order by its index in `books.orders`.
pub struct Walk<'a> {
    pub shop: &'a TestShop,
    pub books: &'a mut Books,
    pub step_counts: &'a mut StepCounts,
    pub buyers: [i64; 2],
    interrupter: &'a Interrupter,
    bank_connection: &'a Connection,
    first_order: usize,
    is_retried_at_once: bool,
    /// Whether the bank was told to fail its next call, which has not been made.
    is_bank_failure_pending: bool,
}

/// Steps of all sequences that had an effect.
#[derive(Debug, Default)]
pub struct StepCounts {
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

impl StepCounts {
    pub fn has_each_kind_twice(&self) -> bool {
        let counts = [
            self.bought,
            self.bought_with_bonuses,
            self.paid_by_card,
            self.not_paid,
            self.cancelled,
            self.delivered,
            self.returned_undelivered,
            self.refunded,
            self.refused,
            self.expired,
            self.cashed_out,
            self.not_cashed_out,
            self.bank_failures,
        ];
        counts.into_iter().all(|count| count > 1)
    }
}

impl<'a> Walk<'a> {
    pub fn begin(
        shop: &'a TestShop,
        interrupter: &'a Interrupter,
        bank_connection: &'a Connection,
        books: &'a mut Books,
        step_counts: &'a mut StepCounts,
        buyers: [i64; 2],
    ) -> Self {
        let first_order = books.orders.len();
        Self {
            shop,
            books,
            step_counts,
            buyers,
            interrupter,
            bank_connection,
            first_order,
            is_retried_at_once: false,
            is_bank_failure_pending: false,
        }
    }

    /// `fault` may interrupt a call of the step, or one of the jobs after it.
    pub async fn take_step(&mut self, step: &Step, fault: Option<&Fault>) {
        self.is_retried_at_once = fault.is_none_or(|fault| fault.is_retried_at_once);
        match fault.map(|fault| fault.kind) {
            None => {}
            Some(FaultKind::ProcessStops(interruption)) => self.interrupter.arm(interruption),
            Some(FaultKind::BankFails(lost_part)) => {
                self.bank_connection.fail_next_call(lost_part);
                self.is_bank_failure_pending = true;
            }
            Some(FaultKind::StockFails(call, failure)) => self.shop.stock.fail_calls(call, failure),
        }
        match step {
            Step::Buy(basket, payment) => Box::pin(self.buy(basket, *payment)).await,
            Step::Cancel(which) => self.cancel_one(which).await,
            Step::Deliver(which) => self.deliver(which).await,
            Step::ReturnUndelivered(which) => self.return_undelivered(which).await,
            Step::Refund(which, claim) => self.refund(which, claim).await,
            Step::CashOut { percent, end } => self.cash_out(*percent, *end).await,
            Step::Wait { days } => self.let_days_pass(*days).await,
        }
        self.run_all_jobs().await;
        // The fault may have hit no call and no job.
        self.stop_all_faults();
        self.run_all_jobs().await;
    }

    /// Compares the model with the database.
    pub async fn assert_agrees(&self) {
        compare::assert_agrees(&self.shop.app.pool, self.books).await;
    }

    /// Compares the model with what the shoppers, the blogger and the bank see.
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
        for order in &self.books.orders[self.first_order..] {
            let payments = self.shop.bank.payments_of(&order.code).await;
            let money_at_bank: i64 = payments.iter().map(BankPayment::kept).sum();
            let expected = if order.is_paid_by_card { order.total() - order.refunded } else { 0 };
            assert_eq!(money_at_bank, expected, "money of {} at the bank", order.code);
        }
        assert_all_settled(self.shop).await;
    }

    /// Repeats an interrupted call, or runs the jobs and returns `None`, because its effect is unknown.
    pub async fn attempt<T>(&mut self, call: impl AsyncFn() -> Result<T, Status>) -> Option<T> {
        match call().await {
            Ok(answer) => return Some(answer),
            Err(status) => assert_eq!(status.code(), Code::Unavailable, "{status:?}"),
        }
        self.stop_all_faults();
        if self.is_retried_at_once {
            match call().await {
                Ok(answer) => return Some(answer),
                // The first call may not be rolled back yet, or only its answer was lost.
                Err(status) => assert!(
                    matches!(status.code(), Code::Unavailable | Code::Cancelled)
                        || status.message() == "cashout_decided",
                    "{status:?}"
                ),
            }
        }
        self.wait_for_idle_database().await;
        self.run_all_jobs().await;
        None
    }

    /// Returns `None` if the job is interrupted.
    pub async fn run_job<T>(&self, job: impl Future<Output = kit::Result<T>>) -> Option<T> {
        let Some(outcome) = self.interrupter.run(Kind::Job, job).await else {
            self.wait_for_idle_database().await;
            return None;
        };
        // The stock service is the only dependency that fails in these tests.
        outcome.map_err(|error| assert!(matches!(error, kit::Error::Unavailable(_)), "{error:?}")).ok()
    }

    pub async fn run_all_jobs(&mut self) {
        const MAX_ROUNDS: usize = 30;
        let shop = self.shop;
        for _ in 0..MAX_ROUNDS {
            while self.run_job(order::run_order_jobs(&shop.app)).await.is_some_and(|count| count > 0) {}
            self.run_job(payment::send_due_returns(&shop.app)).await;
            self.run_job(order::restock_due(&shop.app)).await;
            while self.run_job(order::expire_due(&shop.app)).await.is_some_and(|count| count > 0) {}
            self.run_job(order::warn_due(&shop.app)).await;
            shop.stock.stop_failing();
            if self.pending_work().await == 0 {
                return;
            }
            // A failed or interrupted job is due again after a minute.
            shop.clock.advance(TimeDelta::seconds(61));
        }
        panic!("work is left after {MAX_ROUNDS} rounds of jobs");
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
        .expect("the pending work can be counted")
    }

    /// Counts a failure of the bank if it has happened.
    fn stop_all_faults(&mut self) {
        self.step_counts.bank_failures +=
            usize::from(self.is_bank_failure_pending && !self.bank_connection.will_fail());
        self.is_bank_failure_pending = false;
        self.bank_connection.recover();
        self.shop.stock.stop_failing();
        self.interrupter.disarm();
    }

    /// Waits, because dropped transactions are rolled back in the background.
    async fn wait_for_idle_database(&self) {
        let is_idle = async || {
            sqlx::query_scalar::<_, bool>(
                "select not exists (
                     select from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
                 )",
            )
            .fetch_one(&self.shop.app.pool)
            .await
            .expect("the open transactions can be read")
        };
        eventually("the end of all transactions", is_idle).await;
    }

    /// Advances the clock to noon in Baku (08:00 UTC), so that the next steps do not cross midnight.
    async fn let_days_pass(&mut self, days: i64) {
        let day = self.now().date_naive() + TimeDelta::days(days);
        let until = day.and_hms_opt(8, 0, 0).expect("08:00 is a time of the day").and_utc();
        self.shop.clock.advance(until - self.now());
        self.run_all_jobs().await;
        self.step_counts.expired += self.books.expire(self.now());
    }

    /// Opens a page if there is none.
    pub async fn pay(&mut self, order_index: usize, page: Option<String>) {
        let page = match page {
            Some(page) => page,
            None => self.open_page(order_index).await,
        };
        self.shop.bank.pay(&page, GOOD_CARD).await;
        // A poll may be interrupted, or its answer lost.
        for _ in 0..8 {
            self.poll_bank().await;
            if self.order(order_index).await.payment_status() == PaymentStatus::Paid {
                self.books.orders[order_index].is_paid_by_card = true;
                self.step_counts.paid_by_card += 1;
                return;
            }
        }
        panic!("the shop does not know of the payment after eight polls");
    }

    pub async fn poll_bank(&mut self) {
        self.shop.clock.advance(TimeDelta::seconds(61));
        self.run_job(payment::poll_due(&self.shop.app)).await;
    }

    /// Returns false if a move was interrupted without effect.
    pub async fn move_to(&mut self, order_index: usize, target: OrderStatus) -> bool {
        self.run_all_jobs().await;
        let code = self.books.orders[order_index].code.clone();
        loop {
            let next = next_status(self.order(order_index).await.status(), target);
            let operator = self.shop.any_operator();
            let is_moved = self.attempt(|| operator.move_order(&code, next, None)).await.is_some();
            if !is_moved && self.order(order_index).await.status() != next {
                return false;
            }
            if next == target {
                return true;
            }
        }
    }

    pub fn orders_in(&self, stage: Stage) -> Vec<usize> {
        (self.first_order..self.books.orders.len())
            .filter(|order_index| self.books.orders[*order_index].stage == stage)
            .collect()
    }

    pub async fn order(&self, order_index: usize) -> Order {
        let code = &self.books.orders[order_index].code;
        self.shop.any_operator().order_as_operator(code).await.expect("an operator sees the order")
    }

    /// Signs in again, because the last token may have expired.
    pub fn shopper(&self, order_index: usize) -> Shopper {
        self.shop.app_of(self.books.orders[order_index].account)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.shop.clock.now()
    }
}

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
