//! The sandbox bank of `deploy/bank` behind a connection that fails on demand.

use std::sync::{Arc, Mutex, PoisonError};

use order::bank::{Bank, BankError, BankStatus, Callback, Created, Epoint, NewCharge, NewPayout, Payout, Untrusted};

/// Clones control the same connection.
#[derive(Clone, Default)]
pub struct Connection(Arc<Mutex<Option<LostPart>>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostPart {
    /// The call does not reach the bank.
    Call,
    /// The bank handles the call, but its answer is lost.
    Answer,
}

impl Connection {
    pub fn fail_next_call(&self, lost_part: LostPart) {
        self.set(Some(lost_part));
    }

    pub fn recover(&self) {
        self.set(None);
    }

    pub fn will_fail(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub fn wrap(&self, bank: Epoint) -> Arc<dyn Bank> {
        Arc::new(FlakyBank { bank, connection: self.clone() })
    }

    async fn send<T>(&self, call: impl Future<Output = Result<T, BankError>> + Send) -> Result<T, BankError> {
        let lost_part = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match lost_part {
            Some(LostPart::Call) => Err(BankError::Silent("unreachable")),
            Some(LostPart::Answer) => {
                let _ = call.await;
                Err(BankError::Silent("timeout"))
            }
            None => call.await,
        }
    }

    fn set(&self, lost_part: Option<LostPart>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = lost_part;
    }
}

struct FlakyBank {
    bank: Epoint,
    connection: Connection,
}

#[async_trait::async_trait]
impl Bank for FlakyBank {
    fn name(&self) -> &'static str {
        self.bank.name()
    }

    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError> {
        self.connection.send(self.bank.create(charge)).await
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        self.connection.send(self.bank.status(transaction)).await
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        self.connection.send(self.bank.refund(transaction, amount, is_all)).await
    }

    async fn pay_out(&self, payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        self.connection.send(self.bank.pay_out(payout)).await
    }

    async fn confirm_payout(&self, payout: &NewPayout<'_>, transaction: Option<&str>) -> Result<Payout, BankError> {
        self.connection.send(self.bank.confirm_payout(payout, transaction)).await
    }

    async fn payout_status(&self, transaction: &str) -> Option<Result<BankStatus, BankError>> {
        self.bank.payout_status(transaction).await
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        self.bank.read_callback(body)
    }
}
