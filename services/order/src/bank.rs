//! The port to banks, and what is said through it. An adapter speaks one bank's language and knows nothing of orders; it
//! believes nothing that it cannot verify, and keeps quiet: keys, cards and bodies never stand in a log or in an error.
//!
//! No call is repeated here. Whoever calls knows whether a thing may be done twice.

mod banks;
pub mod epoint;
mod http;
mod money;
pub mod payriff;
mod signature;

use kit::Language;

pub use crate::domain::{cashout::CardNumber, charge::Standing};
pub use banks::Banks;
pub use epoint::Epoint;
pub use payriff::Payriff;

/// What a shopper is to pay, once.
#[derive(Debug, Clone, Copy)]
pub struct NewCharge<'a> {
    /// Ours, and never used before: a bank that hears it twice refuses.
    pub reference: &'a str,
    pub amount: i64,
    /// Of an instalment plan.
    pub months: Option<i32>,
    pub language: Language,
    pub description: &'a str,
    pub success_url: &'a str,
    pub failure_url: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Created {
    /// The bank's name for the payment.
    pub transaction: String,
    /// Where the shopper pays.
    pub redirect_url: String,
}

/// Money that is to go to a card, once.
#[derive(Debug, Clone, Copy)]
pub struct NewPayout<'a> {
    /// Ours, and never used before.
    pub reference: &'a str,
    pub amount: i64,
    pub card: &'a CardNumber,
    /// The name of the card's holder.
    pub full_name: &'a str,
    pub description: &'a str,
}

/// A payout as the bank knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// The bank's name for it.
    pub transaction: Option<String>,
    pub standing: Standing,
}

/// What a bank's server told us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    pub transaction: String,
    pub reference: Option<String>,
    /// `None`: it could have come from anybody, so the bank is to be asked.
    pub standing: Option<Standing>,
}

/// A callback that no bank of ours can have made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the callback is not the bank's")]
pub struct Untrusted;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BankError {
    /// The bank said no, and nothing happened.
    #[error("the bank refuses: {0}")]
    Refused(String),
    /// Nobody knows whether it happened: there was no answer, or none that can be read.
    #[error("the bank does not answer: {0}")]
    Silent(&'static str),
}

#[async_trait::async_trait]
pub trait Bank: Send + Sync {
    /// As in the address of its callbacks: `epoint`, `payriff`.
    fn name(&self) -> &'static str;
    async fn create(&self, charge: &NewCharge<'_>) -> Result<Created, BankError>;
    async fn standing(&self, transaction: &str) -> Result<Standing, BankError>;
    /// Gives back `amount`, which is what is left of the payment when `is_all`.
    async fn refund(&self, transaction: &str, amount: i64, is_all: bool) -> Result<(), BankError>;
    /// Sends money to a card. A bank without such a call refuses.
    async fn pay_out(&self, _payout: &NewPayout<'_>) -> Result<Payout, BankError> {
        Err(BankError::Refused("no_payouts".to_owned()))
    }
    /// Asks about a payout that may have been sent before. A bank that cannot be asked by our reference is sent it once more,
    /// which is safe when it refuses a reference that it knows or answers as it did the first time. `Refused` means that
    /// nothing was paid, and nothing will be.
    async fn payout(&self, payout: &NewPayout<'_>, _transaction: Option<&str>) -> Result<Payout, BankError> {
        self.pay_out(payout).await
    }
    /// Returns what the bank says of a payout that is over; `None` when it has no call for that.
    async fn payout_standing(&self, _transaction: &str) -> Option<Result<Standing, BankError>> {
        None
    }
    fn read_callback(&self, body: &[u8]) -> Result<Callback, Untrusted>;
}

/// A bank's own word, bounded and plain: it is kept and shown to operators.
fn word(raw: &str) -> String {
    raw.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).take(40).collect()
}
