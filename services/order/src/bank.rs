//! The interface of banks. An adapter implements one bank's protocol and knows nothing about orders. It trusts only
//! data that it can verify, and never writes keys, card numbers or bodies into a log or an error. It never retries,
//! because only the caller knows whether a call may be repeated.

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

/// A payment that the bank has to collect from a shopper.
#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// The shop's unique reference. The bank refuses a reference that it already knows.
    pub reference: &'a str,
    /// The amount in qəpik.
    pub amount: i64,
    /// The months of an instalment plan, or `None` for a single payment.
    pub months: Option<i32>,
    pub language: Language,
    pub description: &'a str,
    /// The page of the shop to which the bank sends the shopper after a payment.
    pub success_url: &'a str,
    /// The page of the shop to which the bank sends the shopper after a failed payment.
    pub failure_url: &'a str,
}

/// A payment that the bank has accepted, but not collected yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The bank's id of the payment.
    pub transaction: String,
    /// The bank's page on which the shopper pays.
    pub redirect_url: String,
}

/// Money that the bank has to send to a blogger's card.
#[derive(Debug, Clone, Copy)]
pub struct NewPayout<'a> {
    /// The shop's unique reference.
    pub reference: &'a str,
    /// The amount in qəpik.
    pub amount: i64,
    pub card: &'a CardNumber,
    /// The name of the card's holder.
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

/// A bank's message that the status of a payment has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// The bank's id of the payment.
    pub transaction: String,
    /// The shop's reference, if the bank repeats it.
    pub reference: Option<String>,
    /// `None` if the callback is not signed. The bank must then be asked for the result.
    pub status: Option<BankStatus>,
}

/// The error for a callback that anybody could have sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the callback is not from the bank")]
pub struct Untrusted;

/// Why a call to a bank failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// The bank refused, and nothing happened.
    #[error("the bank refuses: {0}")]
    Refused(String),
    /// It is unknown whether the bank has executed the call, because its answer was lost or cannot be read.
    #[error("the bank does not answer: {0}")]
    Silent(&'static str),
}

/// A bank. `transaction` is always the bank's id of a payment or payout.
#[async_trait::async_trait]
pub trait Bank: Send + Sync {
    /// The bank's name in the URL of its callbacks: `epoint`, `payriff`.
    fn name(&self) -> &'static str;
    /// Creates a payment, and the page on which the shopper pays.
    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError>;
    /// Asks for the status of a payment.
    async fn status(&self, transaction: &str) -> Result<BankStatus, BankError>;
    /// Refunds `amount`. `is_all` tells whether this is everything left of the payment.
    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError>;
    /// Sends money to a card. A bank without payouts refuses.
    async fn pay_out(&self, _payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        Err(BankError::Refused("no_payouts".to_owned()))
    }
    /// Asks about a payout that may have been sent. Sending again is safe when the bank refuses a known reference or
    /// repeats its first answer. `Refused` means that nothing was paid, and nothing will be.
    async fn confirm_payout(&self, payout: &NewPayout<'_>, _transaction: Option<&str>) -> Result<Payout, BankError> {
        self.pay_out(payout).await
    }
    /// Returns a payout's status, or `None` when the bank has no such call.
    async fn payout_status(&self, _transaction: &str) -> Option<Result<BankStatus, BankError>> {
        None
    }
    /// Verifies and reads the body of a callback.
    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted>;
}

/// Maximum number of characters that are stored of a bank's text.
const MAX_TEXT_LENGTH: usize = 40;

/// Shortens and sanitises a bank's text before it is stored and shown to operators.
fn sanitized(raw: &str) -> String {
    let harmless = raw.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'));
    harmless.take(MAX_TEXT_LENGTH).collect()
}
