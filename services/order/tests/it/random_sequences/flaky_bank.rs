//! A bank that is reached through a connection which fails on demand. The bank itself is the play-money bank of
//! `deploy/bank`.

use std::sync::{Arc, Mutex, PoisonError};

use order::bank::{Bank, BankError, BankStatus, Callback, Created, Epoint, NewCharge, NewPayout, Payout, Untrusted};

/// The connection to the bank. A clone controls the same connection.
#[derive(Clone, Default)]
pub struct Connection(Arc<Mutex<Option<Broken>>>);

/// The part of a call that is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// The call does not reach the bank.
    Call,
    /// The bank handles the call, but its answer is lost.
    Answer,
}

impl Connection {
    /// Makes the next call to the bank fail.
    pub fn fail_next_call(&self, broken: Broken) {
        self.set(Some(broken));
    }

    /// Makes the next call succeed.
    pub fn recover(&self) {
        self.set(None);
    }

    /// Returns whether the next call will fail.
    pub fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Returns a client of the bank that uses this connection.
    pub fn to(&self, bank: Epoint) -> Arc<dyn Bank> {
        Arc::new(FlakyBank { bank, connection: self.clone() })
    }

    /// Makes a call to the bank, unless it is to fail.
    async fn carry<T>(&self, call: impl Future<Output = Result<T, BankError>> + Send) -> Result<T, BankError> {
        let broken = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match broken {
            Some(Broken::Call) => Err(BankError::Silent("unreachable")),
            Some(Broken::Answer) => {
                let _ = call.await;
                Err(BankError::Silent("timeout"))
            }
            None => call.await,
        }
    }

    fn set(&self, broken: Option<Broken>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = broken;
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
        self.connection.carry(self.bank.create(charge)).await
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        self.connection.carry(self.bank.status(transaction)).await
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        self.connection.carry(self.bank.refund(transaction, amount, is_all)).await
    }

    async fn pay_out(&self, payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        self.connection.carry(self.bank.pay_out(payout)).await
    }

    async fn confirm_payout(&self, payout: &NewPayout<'_>, transaction: Option<&str>) -> Result<Payout, BankError> {
        self.connection.carry(self.bank.confirm_payout(payout, transaction)).await
    }

    async fn payout_status(&self, transaction: &str) -> Option<Result<BankStatus, BankError>> {
        self.bank.payout_status(transaction).await
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        self.bank.read_callback(body)
    }
}
