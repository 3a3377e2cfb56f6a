//! An order with its lines, parts and history.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{
    cart::LineKey,
    checkout::State,
    code::Code,
    refund::{self, Refund, RefundStatus},
    returns::{self, Reason},
    status::Status,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub order_id: i64,
    pub code: Code,
    pub placed_at: DateTime<Utc>,
    pub state: State,
    pub pay_until: Option<DateTime<Utc>>,
    pub amounts: Amounts,
    pub promo_code: Option<String>,
    pub delivery: Option<Window>,
    /// Whether somebody else than the shopper receives the order.
    pub is_for_other: bool,
    pub recipient: Recipient,
    pub address: Address,
    pub note: Option<String>,
    /// The text of the greeting card.
    pub card_text: Option<String>,
    pub lines: Vec<Line>,
    /// One per store.
    pub parts: Vec<Part>,
    /// Includes the changes of single parts.
    pub history: Vec<Change>,
    pub refunds: Vec<Refund>,
}

impl Order {
    pub fn is_refundable(&self) -> bool {
        let claims = self.refunds.iter().filter(|refund| refund.status != RefundStatus::Refused);
        let claimed: i64 = claims.flat_map(|refund| &refund.lines).map(|part| part.count).sum();
        refund::is_allowed_in(&self.state) && claimed < self.lines.iter().map(|line| line.count).sum()
    }

    /// Returns `None` before the delivery.
    pub fn return_until(&self) -> Option<DateTime<Utc>> {
        let deliveries = self.history.iter().filter(|change| change.status == Status::Delivered);
        deliveries.map(|change| returns::period_ends(change.changed_at)).max()
    }
}

/// In qəpik.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amounts {
    /// At full prices.
    pub subtotal: i64,
    /// Full prices minus current prices.
    pub discount: i64,
    pub promo_discount: i64,
    pub delivery_fee: i64,
    pub bonus_spent: i64,
    pub bonus_returned: i64,
    /// To be paid in money.
    pub total: i64,
    /// Includes the VAT of what is paid with bonuses.
    pub vat: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

/// Empty after the account was erased.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recipient {
    pub first_name: String,
    pub last_name: String,
    pub phone_number: String,
}

/// A copy from the time of the order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Address {
    pub city: String,
    pub district: Option<String>,
    pub street: String,
    pub building: String,
    pub entrance: Option<String>,
    pub floor: Option<String>,
    pub apartment: Option<String>,
    pub landmark: Option<String>,
    pub note: Option<String>,
    /// The nearest metro station.
    pub station: Option<String>,
    pub postcode: Option<String>,
    /// For the courier, E.164.
    pub phone_number: Option<String>,
}

/// Name and picture are those at the time of the order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Line {
    pub line_id: i64,
    pub store_id: i64,
    pub product_id: i64,
    pub size_id: Option<i64>,
    pub name: String,
    pub slug: String,
    pub image_url: String,
    pub size: Option<String>,
    /// Names by language.
    #[serde(default)]
    pub names: HashMap<String, String>,
    /// Names by language.
    #[serde(default)]
    pub size_names: HashMap<String, String>,
    pub count: i64,
    pub unit_price: i64,
    pub line_total: i64,
    pub promo_discount: i64,
    pub refunded_count: i64,
    pub bonus_spent: i64,
    /// Bonuses earned at delivery.
    pub bonus: i64,
    /// By the rules at the time of the order, the goods can be returned only when faulty.
    pub return_exception: Option<Reason>,
}

impl Line {
    pub fn key(&self) -> LineKey {
        LineKey { product: self.product_id, size: self.size_id }
    }
}

/// The part of an order that one store delivers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Part {
    pub store_id: i64,
    pub name: String,
    pub slug: String,
    pub status: Status,
    pub total: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Change {
    /// `None` if the whole order changed.
    pub store_id: Option<i64>,
    pub status: Status,
    pub changed_at: DateTime<Utc>,
    /// A key of [`Actor`].
    pub actor: String,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Shopper,
    Bank,
    /// The service itself, for example after a deadline.
    Clock,
    /// The operator's account.
    Operator(i64),
}

impl Actor {
    pub fn key(self) -> String {
        match self {
            Self::Shopper => "shopper".to_owned(),
            Self::Bank => "bank".to_owned(),
            Self::Clock => "clock".to_owned(),
            Self::Operator(account) => account.to_string(),
        }
    }
}

#[derive(Debug, Clone)]
pub struct ChangedBy {
    pub actor: Actor,
    pub reason: Option<String>,
}

impl ChangedBy {
    pub fn of(actor: Actor) -> Self {
        Self { actor, reason: None }
    }
}

/// An idempotency key, and the hash of the request's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub key: String,
    pub hash: [u8; 32],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortage {
    pub product_id: i64,
    pub size_id: Option<i64>,
    pub wanted: i64,
    pub available: i64,
}
