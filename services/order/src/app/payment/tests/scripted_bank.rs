//! A bank inside the test process, whose failures a test chooses. A genuine callback has `"signed": true` instead of a
//! signature.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};

use crate::bank::{Bank, BankError, BankStatus, Callback, Created, NewCharge, Untrusted};

// Codes of the bank's refusals.
const DECLINED: &str = "116";
const PAGE_REFUSED: &str = "119";
const KNOWN_REFERENCE: &str = "905";
const REFUND_REFUSED: &str = "906";
const WRONG_AMOUNT: &str = "907";
const UNKNOWN_TRANSACTION: &str = "908";

/// Clones share their records.
#[derive(Clone, Default)]
pub struct ScriptedBank(Arc<Mutex<Books>>);

#[derive(Default)]
pub struct Books {
    pub payments: BTreeMap<String, Payment>,
    page_requests: usize,
    refunds: usize,
    /// The next call fails as the last one says.
    pub failures: Vec<Failure>,
}

#[derive(Debug, Clone, Default)]
pub struct Payment {
    pub reference: String,
    pub paid: i64,
    pub returned: i64,
    pub has_failed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Refused,
    /// The bank handles the call, but the answer is lost.
    AnswerLost,
    Unreachable,
}

impl ScriptedBank {
    pub fn books(&self) -> MutexGuard<'_, Books> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn fail_next_call(&self, failure: Failure) {
        self.books().failures.push(failure);
    }

    pub fn pay(&self, transaction: &str, amount: i64) {
        if let Some(payment) = self.books().payments.get_mut(transaction).filter(|payment| payment.is_open()) {
            payment.paid = amount;
        }
    }

    pub fn decline(&self, transaction: &str) {
        if let Some(payment) = self.books().payments.get_mut(transaction).filter(|payment| payment.is_open()) {
            payment.has_failed = true;
        }
    }

    pub fn callback(&self, transaction: &str) -> Vec<u8> {
        let payment = self.books().payments.get(transaction).cloned().unwrap_or_default();
        let (status, amount) = match payment.status() {
            BankStatus::Paid { amount } => ("success", amount),
            BankStatus::Failed { .. } => ("failed", 0),
            BankStatus::Returned { .. } => ("returned", payment.returned),
            BankStatus::Pending => ("new", 0),
        };
        let is_signed = true;
        callback(transaction, &payment.reference, status, amount, is_signed)
    }

    pub fn forged_callback(transaction: &str, amount: i64) -> Vec<u8> {
        let (reference, is_signed) = ("", false);
        callback(transaction, reference, "success", amount, is_signed)
    }

    pub fn refunds(&self) -> usize {
        self.books().refunds
    }

    pub fn page_requests(&self) -> usize {
        self.books().page_requests
    }

    pub fn held(&self) -> i64 {
        self.books().payments.values().map(|payment| payment.paid - payment.returned).sum()
    }

    fn take_failure(&self) -> Option<Failure> {
        self.books().failures.pop()
    }
}

impl Payment {
    fn is_open(&self) -> bool {
        self.paid == 0 && !self.has_failed
    }

    fn status(&self) -> BankStatus {
        match self {
            Self { returned: 1.., .. } => BankStatus::Returned { amount: Some(self.returned) },
            Self { paid: 1.., .. } => BankStatus::Paid { amount: self.paid },
            Self { has_failed: true, .. } => BankStatus::Failed { code: DECLINED.to_owned() },
            _ => BankStatus::Pending,
        }
    }
}

fn callback(transaction: &str, reference: &str, status: &str, amount: i64, is_signed: bool) -> Vec<u8> {
    let callback = json!({
        "transaction": transaction, "reference": reference, "status": status, "amount": amount, "signed": is_signed,
    });
    callback.to_string().into_bytes()
}

#[async_trait::async_trait]
impl Bank for ScriptedBank {
    fn name(&self) -> &'static str {
        "epoint"
    }

    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError> {
        tokio::task::yield_now().await;
        let failure = self.take_failure();
        match failure {
            Some(Failure::Refused) => return Err(BankError::Refused(PAGE_REFUSED.to_owned())),
            Some(Failure::Unreachable) => return Err(BankError::Silent("unreachable")),
            Some(Failure::AnswerLost) | None => {}
        }
        let mut books = self.books();
        books.page_requests += 1;
        if books.payments.values().any(|payment| payment.reference == charge.reference) {
            return Err(BankError::Refused(KNOWN_REFERENCE.to_owned()));
        }
        let transaction = format!("te{:010}", books.payments.len());
        let reference = charge.reference.to_owned();
        books.payments.insert(transaction.clone(), Payment { reference, ..Payment::default() });
        let redirect_url = format!("http://bank.test/pay/{transaction}");
        match failure {
            Some(_) => Err(BankError::Silent("timeout")),
            None => Ok(Created { transaction, redirect_url }),
        }
    }

    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError> {
        tokio::task::yield_now().await;
        if self.take_failure().is_some() {
            return Err(BankError::Silent("timeout"));
        }
        let books = self.books();
        let payment =
            books.payments.get(transaction).ok_or_else(|| BankError::Refused(UNKNOWN_TRANSACTION.to_owned()))?;
        Ok(payment.status())
    }

    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError> {
        tokio::task::yield_now().await;
        let failure = self.take_failure();
        match failure {
            Some(Failure::Refused) => return Err(BankError::Refused(REFUND_REFUSED.to_owned())),
            Some(Failure::Unreachable) => return Err(BankError::Silent("unreachable")),
            Some(Failure::AnswerLost) | None => {}
        }
        let mut books = self.books();
        let payment =
            books.payments.get_mut(transaction).ok_or_else(|| BankError::Refused(UNKNOWN_TRANSACTION.to_owned()))?;
        let left = payment.paid - payment.returned;
        if amount > left || is_all != (amount == left) {
            return Err(BankError::Refused(WRONG_AMOUNT.to_owned()));
        }
        payment.returned += amount;
        books.refunds += 1;
        failure.map_or(Ok(()), |_| Err(BankError::Silent("timeout")))
    }

    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted> {
        let callback: Value = serde_json::from_slice(body).map_err(|_| Untrusted)?;
        if callback["signed"] != true {
            return Err(Untrusted);
        }
        let amount = callback["amount"].as_i64().ok_or(Untrusted)?;
        let status = match callback["status"].as_str().ok_or(Untrusted)? {
            "success" => BankStatus::Paid { amount },
            "failed" => BankStatus::Failed { code: DECLINED.to_owned() },
            "returned" => BankStatus::Returned { amount: Some(amount) },
            _ => BankStatus::Pending,
        };
        let text = |name: &str| callback[name].as_str().map(str::to_owned);
        Ok(Callback {
            transaction: text("transaction").ok_or(Untrusted)?,
            reference: text("reference"),
            status: Some(status),
        })
    }
}
