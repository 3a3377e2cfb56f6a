//! Tests that no cash-out is paid twice and no money is lost when the bank misbehaves or a process stops. `accounts()`
//! returns the sums owed to bloggers, sent to the bank, paid by the bank, and paid too much.

use std::{
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::TimeDelta;
use order::payment;
use proto::{json::to_name, order::CashoutResolution};
use sqlx::PgPool;
use testkit::database::eventually;
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    auditor::tamper,
    cashouts::{BARRED_CARD, CARD, WRONG_CARD, accounts},
    influencers::LEYLA,
    shop::{TestShop, refused},
};

impl TestShop {
    /// Leyla has earned 90.00 ₼, and a cash-out of 50.00 ₼ is approved. At the next payouts, the bank misbehaves:
    ///
    /// - `lost`: pays, but its answer is lost.
    /// - `silent`: neither pays nor answers.
    /// - `wrong_amount`: pays too much.
    /// - `misstated`: pays, and answers with a wrong amount.
    /// - `late`: pays later.
    /// - `drop`: sends no callback.
    async fn with_approved_cashout(pool: &PgPool, card: &str, misbehaviour: &[&str]) -> (Self, String) {
        let shop = Self::with_earnings(pool, 3).await;
        let cashout =
            shop.shopper(LEYLA).request_cashout(5_000, card, "first").await.expect("the earnings have matured");
        shop.cashier().approve_cashout(&cashout.code).await.expect("the request is open");
        shop.bank.spoil_next_payouts(misbehaviour).await;
        (shop, cashout.code)
    }

    /// An hour is longer than the pause between two tries.
    async fn advance_hours(&self, hours: usize) {
        for _ in 0..hours {
            self.clock.advance(TimeDelta::minutes(61));
            self.send_payouts().await;
        }
    }

    /// Waits for `count` callbacks, and forwards all that have arrived.
    async fn forward_callbacks(&self, count: usize) {
        for body in self.bank.callbacks(count).await {
            payment::handle_callback(&self.app, "epoint", &body).await.expect("the bank has signed the callback");
        }
    }

    /// Returns for example `available 4000: paid 5000`.
    async fn cashouts_text(&self) -> String {
        self.shopper(LEYLA).cashouts_text().await
    }

    /// Returns for example `success 50.00`.
    async fn payouts_text(&self) -> Vec<String> {
        let mut payouts: Vec<_> = self.bank.payouts().await.into_iter().map(|(_, payout)| payout).collect();
        payouts.sort_unstable();
        payouts
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_declined_card_gives_the_money_back(pool: PgPool) {
    let (shop, code) = TestShop::with_approved_cashout(&pool, BARRED_CARD, &[]).await;
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 9000: failed 5000");
    assert_eq!(accounts(&pool).await, [9_000, 0, 0, 0]);
    let ended = shop.cashier().desk_cashouts(Some(false)).await.unwrap().cashouts.remove(0);
    // 119 is the bank's code of the refusal.
    assert_eq!((ended.failure.as_deref(), ended.cashout.unwrap().code), (Some("119"), code));
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn an_answer_that_was_lost_after_the_payment_pays_once(pool: PgPool) {
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &["lost"]).await;
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: sent 5000");
    // The shop cannot tell whether the refused reference was paid.
    shop.advance_hours(2).await;
    assert_eq!(shop.cashouts_text().await, "available 4000: sent 5000");
    shop.forward_callbacks(1).await;
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(shop.payouts_text().await, ["success 50.00"]);
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_000, 0]);
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_silent_bank_is_called_again_and_pays_once(pool: PgPool) {
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &["silent", "silent"]).await;
    shop.send_payouts().await;
    shop.advance_hours(1).await;
    assert_eq!(
        (shop.cashouts_text().await.as_str(), shop.payouts_text().await.len()),
        ("available 4000: sent 5000", 0)
    );
    shop.advance_hours(1).await;
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(shop.payouts_text().await, ["success 50.00"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn without_the_banks_answer_an_operator_decides(pool: PgPool) {
    let (shop, code) = TestShop::with_approved_cashout(&pool, CARD, &["lost"]).await;
    shop.send_payouts().await;
    let cashier = shop.cashier();
    assert_eq!(refused(cashier.resolve_cashout(&code, CashoutResolution::NotPaid, None).await), "cashout_not_stuck");
    shop.advance_hours(12).await;
    let cashier = shop.cashier();
    let stuck = cashier.desk_cashouts(Some(true)).await.unwrap().cashouts.remove(0);
    assert_eq!((stuck.is_stuck, stuck.failure.as_deref(), stuck.tries), (true, Some("refused_again"), 12));
    assert_eq!(shop.send_payouts().await, 0, "a stuck cash-out is not sent again automatically");
    for (resolution, amount, expected) in [
        (CashoutResolution::Unspecified, None, "resolution: required"),
        (CashoutResolution::Paid, None, "paidAmount: required"),
        (CashoutResolution::Paid, Some(0), "paidAmount: out_of_range"),
        (CashoutResolution::Paid, Some(i64::MAX), "paidAmount: out_of_range"),
        (CashoutResolution::NotPaid, Some(1), "paidAmount: must_be_empty"),
    ] {
        let outcome = cashier.resolve_cashout(&code, resolution, amount).await;
        assert_eq!(refused(outcome), format!("validation_failed {expected}"));
    }
    cashier.resolve_cashout(&code, CashoutResolution::AskAgain, None).await.unwrap();
    assert_eq!(shop.send_payouts().await, 1);
    // The bank's statement shows that it paid.
    cashier.resolve_cashout(&code, CashoutResolution::Paid, Some(5_000)).await.unwrap();
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_000, 0]);
    assert_eq!(refused(cashier.resolve_cashout(&code, CashoutResolution::NotPaid, None).await), "cashout_not_stuck");
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_different_amount_is_booked_as_paid(pool: PgPool) {
    let (shop, code) = TestShop::with_approved_cashout(&pool, CARD, &["wrong_amount"]).await;
    shop.send_payouts().await;
    // After three seconds, the status of the payout is read.
    shop.clock.advance(TimeDelta::seconds(3));
    shop.send_payouts().await;
    let stuck = shop.cashier().desk_cashouts(Some(true)).await.unwrap().cashouts.remove(0);
    assert_eq!((stuck.is_stuck, stuck.failure.as_deref()), (true, Some("paid_5100")));
    shop.cashier().resolve_cashout(&code, CashoutResolution::Paid, Some(5_100)).await.unwrap();
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_100, 100]);
    let overview = shop.shopper(LEYLA).cashout_overview().await.unwrap();
    assert_eq!(overview.cashouts[0].paid_amount, Some(5_100));
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_smaller_payout_leaves_the_rest_in_the_balance(pool: PgPool) {
    let (shop, code) = TestShop::with_approved_cashout(&pool, CARD, &["lost", "drop"]).await;
    shop.send_payouts().await;
    shop.advance_hours(12).await;
    shop.cashier().resolve_cashout(&code, CashoutResolution::Paid, Some(3_500)).await.unwrap();
    assert_eq!(accounts(&pool).await, [5_500, 0, 3_500, 0]);
    assert_eq!(shop.cashouts_text().await, "available 5500: paid 5000");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_wrong_answer_is_checked_at_the_bank(pool: PgPool) {
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &["misstated"]).await;
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: sent 5000");
    // After three seconds, the status of the payout is read.
    shop.clock.advance(TimeDelta::seconds(3));
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_000, 0]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn late_and_repeated_callbacks_book_once(pool: PgPool) {
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &["late"]).await;
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: sent 5000");
    shop.forward_callbacks(1).await;
    shop.forward_callbacks(1).await;
    shop.send_payouts().await;
    shop.forward_callbacks(1).await;
    assert_eq!(shop.send_payouts().await, 0);
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(accounts(&pool).await, [4_000, 0, 5_000, 0]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_process_that_dies_at_any_moment_pays_once(pool: PgPool) {
    // The process stops before it calls the bank.
    let (shop, code) = TestShop::with_approved_cashout(&pool, CARD, &[]).await;
    sqlx::query("update cashout set state = 'sent', provider = 'epoint', tries = 1").execute(&pool).await.unwrap();
    shop.send_payouts().await;
    assert_eq!(shop.cashouts_text().await, "available 4000: paid 5000");
    assert_eq!(shop.bank.payouts().await, [(code, "success 50.00".to_owned())]);

    // The process stops after the bank has paid, before its answer arrives.
    let second = shop.shopper(LEYLA).request_cashout(3_000, CARD, "second").await.unwrap();
    shop.cashier().approve_cashout(&second.code).await.unwrap();
    {
        let job = order::cashout::send_due(&shop.app);
        tokio::pin!(job);
        let has_paid = async || shop.bank.payouts().await.len() == 2;
        tokio::select! {
            biased;
            () = eventually("the second payout", has_paid) => {}
            outcome = &mut job => drop(outcome.expect("the job runs")),
        }
    }
    shop.forward_callbacks(2).await;
    shop.advance_hours(2).await;
    assert_eq!(shop.cashouts_text().await, "available 1000: paid 3000, paid 5000");
    assert_eq!(shop.payouts_text().await, ["success 30.00", "success 50.00"], "each payout is made once");
    assert_eq!(accounts(&pool).await, [1_000, 0, 8_000, 0]);
    assert_eq!(shop.cashier().run_audit(&shop).await, []);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn many_workers_send_each_cashout_once(pool: PgPool) {
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &[]).await;
    let sent_by_worker = futures::future::join_all((0..8).map(|_| shop.send_payouts())).await;
    assert_eq!(sent_by_worker.into_iter().sum::<usize>(), 1);
    assert_eq!(shop.payouts_text().await, ["success 50.00"]);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_auditor_finds_a_payout_that_differs(pool: PgPool) {
    let (shop, code) = TestShop::with_approved_cashout(&pool, CARD, &[]).await;
    shop.send_payouts().await;
    tamper(&pool, &["update cashout set paid_amount = 4900"]).await;
    let differences = shop.cashier().run_audit(&shop).await;
    let found: Vec<_> = differences
        .iter()
        .map(|difference| {
            let area = to_name(difference.area());
            format!("{area} {} {} {}", difference.field, difference.expected, difference.found)
        })
        .collect();
    for expected in ["cashouts bank -4900 -5000", "cashouts payable 4900 5000", "payouts bank 5000 4900"] {
        assert!(found.contains(&expected.to_owned()), "{code}: {found:?}");
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn no_log_names_a_card(pool: PgPool) {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .with_ansi(false)
        .without_time()
        .finish();
    // With only one dispatcher, threads without a subscriber could disable the events for the whole process.
    let _second_dispatcher = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);
    let (shop, _) = TestShop::with_approved_cashout(&pool, CARD, &["lost"]).await;
    shop.send_payouts().await;
    shop.advance_hours(12).await;
    let leyla = shop.shopper(LEYLA);
    assert!(leyla.request_cashout(5_000, WRONG_CARD, "other").await.is_err());
    let text = String::from_utf8_lossy(&log.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned();
    assert!(text.contains("has to be resolved by a person"), "the log has {} bytes", text.len());
    // The last value is the middle of both card numbers.
    for secret in [CARD, WRONG_CARD, "73881234"] {
        assert!(!text.contains(secret), "{secret} is in the log");
    }
}
