//! The interface to banks. An adapter implements one bank's protocol and knows nothing about orders. It trusts only
//! what it can verify, and never puts keys, cards or bodies into a log or an error.
//!
//! Adapters never retry: only the caller knows whether a call may be repeated.

mod banks;
pub mod epoint;
mod http;
mod money;
pub mod payriff;
mod signature;

use kit::Language;

pub use crate::domain::{cashout::CardNumber, charge::BankStatus};
pub use banks::Banks;
pub use epoint::Epoint;
pub use payriff::Payriff;

/// One payment by a shopper.
#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// Our unique reference: the bank refuses one that it has seen before.
    pub reference: &'a str,
    pub amount: i64,
    /// Number of months of an instalment plan.
    pub months: Option<i32>,
    pub language: Language,
    pub description: &'a str,
    pub success_url: &'a str,
    pub failure_url: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The bank's id of the payment.
    pub transaction: String,
    /// The payment page.
    pub redirect_url: String,
}

#[derive(Debug, Clone, Copy)]
pub struct NewPayout<'a> {
    /// Our unique reference.
    pub reference: &'a str,
    pub amount: i64,
    pub card: &'a CardNumber,
    /// Name of the cardholder.
    pub full_name: &'a str,
    pub description: &'a str,
}

/// A payout as the bank reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// The bank's id of the payout.
    pub transaction: Option<String>,
    pub status: BankStatus,
}

/// A callback from a bank's server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    pub transaction: String,
    pub reference: Option<String>,
    /// `None`: the sender cannot be verified, so the bank must be asked.
    pub status: Option<BankStatus>,
}

/// The callback was not sent by the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the callback is not from the bank")]
pub struct Untrusted;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// The bank refused, and nothing happened.
    #[error("the bank refuses: {0}")]
    Refused(String),
    /// Unknown whether it happened: there was no answer, or an unreadable one.
    #[error("the bank does not answer: {0}")]
    Silent(&'static str),
}

#[async_trait::async_trait]
pub trait Bank: Send + Sync {
    /// The bank's name in the URL of its callbacks: `epoint`, `payriff`.
    fn name(&self) -> &'static str;
    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError>;
    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError>;
    /// Refunds `amount`. `is_all` says that this is the whole remaining amount of the payment.
    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError>;
    /// Sends money to a card. Refused by banks without payouts.
    async fn pay_out(&self, _payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        Err(BankError::Refused("no_payouts".to_owned()))
    }
    /// Asks about a payout that may have been sent. Banks that cannot be asked by our reference are sent it again,
    /// which is safe when they refuse a known reference or repeat the first answer. `Refused` means that nothing was
    /// paid, and nothing will be.
    async fn confirm_payout(&self, payout: &NewPayout<'_>, _transaction: Option<&str>) -> Result<Payout, BankError> {
        self.pay_out(payout).await
    }
    /// Returns the bank's status of a finished payout; `None` when the bank has no such call.
    async fn payout_status(&self, _transaction: &str) -> Option<Result<BankStatus, BankError>> {
        None
    }
    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted>;
}

/// Shortens and sanitises a bank's text before it is stored and shown to operators.
fn sanitized(raw: &str) -> String {
    raw.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).take(40).collect()
}
