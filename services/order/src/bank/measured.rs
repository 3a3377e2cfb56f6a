//! Measures the duration of each call to a bank.

use std::time::Instant;

use super::{Bank, BankError, BankStatus, Callback, Created, NewCharge, NewPayout, Payout, Untrusted};
use crate::names;

pub struct Measured<B>(pub B);

impl<B: Bank> Measured<B> {
    async fn measure<T>(
        &self,
        call: &'static str,
        answer: impl Future<Output = Result<T, BankError>> + Send,
    ) -> Result<T, BankError> {
        let started = Instant::now();
        let answer = answer.await;
        self.record(call, started, &answer);
        answer
    }

    fn record<T>(&self, call: &'static str, started: Instant, answer: &Result<T, BankError>) {
        let outcome = match answer {
            Ok(_) => "answered",
            Err(BankError::Refused(_)) => "refused",
            Err(BankError::Silent(_)) => "silent",
        };
        metrics::histogram!(
            names::BANK_CALL_DURATION,
            "bank" => self.0.name(), "call" => call, "outcome" => outcome
        )
        .record(started.elapsed().as_secs_f64());
    }
}

#[async_trait::async_trait]
impl<B: Bank> Bank for Measured<B> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError> {
        self.measure("create", self.0.create(charge)).await
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        self.measure("status", self.0.status(transaction)).await
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        self.measure("refund", self.0.refund(transaction, amount, is_all)).await
    }

    async fn pay_out(&self, payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        self.measure("pay_out", self.0.pay_out(payout)).await
    }

    async fn confirm_payout(&self, payout: &NewPayout<'_>, transaction: Option<&str>) -> Result<Payout, BankError> {
        self.measure("confirm_payout", self.0.confirm_payout(payout, transaction)).await
    }

    async fn payout_status(&self, transaction: &str) -> Option<Result<BankStatus, BankError>> {
        let started = Instant::now();
        let answer = self.0.payout_status(transaction).await?;
        self.record("payout_status", started, &answer);
        Some(answer)
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        self.0.read_callback(body)
    }
}
