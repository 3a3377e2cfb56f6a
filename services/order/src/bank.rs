//! The interface of banks. Adapters trust only data that they can verify, and never log keys, card numbers or bodies.
//! They never retry, because only the caller knows whether a call may be repeated.

mod banks;
pub mod epoint;
mod http;
mod measured;
mod money;
pub mod payriff;
mod signature;

use kit::Language;

pub use crate::domain::{cashout::CardNumber, charge::BankStatus};
pub use banks::Banks;
pub use epoint::Epoint;
pub use measured::Measured;
pub use payriff::Payriff;

#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// Unique. The bank refuses a known reference.
    pub reference: &'a str,
    /// In qəpik.
    pub amount: i64,
    /// The length of an instalment plan; `None` for a single payment.
    pub months: Option<i32>,
    pub language: Language,
    pub description: &'a str,
    pub success_url: &'a str,
    pub failure_url: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    pub transaction: String,
    /// The page on which the shopper pays.
    pub redirect_url: String,
}

/// A payment to a blogger's card.
#[derive(Debug, Clone, Copy)]
pub struct NewPayout<'a> {
    pub reference: &'a str,
    /// In qəpik.
    pub amount: i64,
    pub card: &'a CardNumber,
    pub full_name: &'a str,
    pub description: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    pub transaction: Option<String>,
    pub status: BankStatus,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    pub transaction: String,
    /// The shop's reference, if the bank repeats it.
    pub reference: Option<String>,
    /// `None` if the callback is not signed. The bank must then be asked.
    pub status: Option<BankStatus>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the callback is not from the bank")]
pub struct Untrusted;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// The bank refused, and nothing happened.
    #[error("the bank refuses: {0}")]
    Refused(String),
    /// It is unknown whether the bank has executed the call.
    #[error("the bank does not answer: {0}")]
    Silent(&'static str),
}

/// `transaction` is always the bank's id of a payment or payout.
#[async_trait::async_trait]
pub trait Bank: Send + Sync {
    /// The name in the URL of its callbacks.
    fn name(&self) -> &'static str;
    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError>;
    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError>;
    /// `is_all` tells whether this is everything left of the payment.
    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError>;
    /// A bank without payouts refuses.
    async fn pay_out(&self, _payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        Err(BankError::Refused("no_payouts".to_owned()))
    }
    /// Asks about a payout that may have been sent. The default is safe if the bank refuses a known reference or
    /// repeats its first answer. `Refused` means that nothing was paid, and nothing will be.
    async fn confirm_payout(&self, payout: &NewPayout<'_>, _transaction: Option<&str>) -> Result<Payout, BankError> {
        self.pay_out(payout).await
    }
    /// Returns `None` if the bank has no such call.
    async fn payout_status(&self, _transaction: &str) -> Option<Result<BankStatus, BankError>> {
        None
    }
    /// Verifies the sender.
    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted>;
}

const MAX_TEXT_LENGTH: usize = 40;

/// Makes a bank's text safe to store and to show.
fn sanitized(raw: &str) -> String {
    let harmless = raw.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    harmless.take(MAX_TEXT_LENGTH).collect()
}
