//! A stored wholesale request with its quote, order and payments.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use kit::Language;
use serde::Deserialize;

use super::{Customer, Item, State, code::RequestCode};
use crate::domain::{
    checkout::Stage,
    order::{Line, Part},
    returns::Reason,
    status::Status,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub id: i64,
    pub code: RequestCode,
    /// The hash of the secret in the customer's link.
    pub token_hash: Vec<u8>,
    /// `None` if the customer was not signed in.
    pub account: Option<i64>,
    pub customer: Customer,
    pub language: Language,
    pub description: Option<String>,
    pub wished_on: Option<NaiveDate>,
    pub note: Option<String>,
    pub state: State,
    pub asked_at: DateTime<Utc>,
    pub lines: Vec<Item>,
    pub quote: Option<Quote>,
    /// The idempotency key of the acceptance, and the hash of the request's content.
    pub accepted_by: Option<(String, Vec<u8>)>,
    pub order: Option<Order>,
    pub invoice: Option<Invoice>,
    pub transfers: Vec<Transfer>,
    pub changes: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Quote {
    pub quote_id: i64,
    /// Counts the quotes of the request.
    pub version: i32,
    pub valid_until: DateTime<Utc>,
    pub delivery_fee: i64,
    pub delivery_terms: String,
    pub note: Option<String>,
    /// Without delivery.
    pub goods: i64,
    pub total: i64,
    /// Contained in the total.
    pub vat: i64,
    pub quoted_at: DateTime<Utc>,
    pub lines: Vec<QuoteLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct QuoteLine {
    pub store_id: i64,
    pub store_name: String,
    pub store_slug: String,
    pub unit_price: i64,
    pub line_total: i64,
    #[serde(flatten)]
    pub item: Item,
}

/// The accepted quote's order, as far as the request shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub order_id: i64,
    pub code: String,
    pub stage: Stage,
    pub status: Status,
    pub is_by_transfer: bool,
    /// Whether the money that the shop kept came by card.
    pub is_paid_by_card: bool,
    pub pay_until: Option<DateTime<Utc>>,
    pub total: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    pub number: String,
    pub issued_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    /// To the shop.
    In,
    /// Back to the customer.
    Out,
}

/// A bank transfer that an operator entered.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Transfer {
    pub order_id: i64,
    pub direction: Direction,
    pub amount: i64,
    pub reference: String,
    pub moved_on: NaiveDate,
    pub operator_id: i64,
    pub entered_at: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Change {
    pub state: String,
    pub changed_at: DateTime<Utc>,
    pub actor: String,
    pub reason: Option<String>,
}

impl Direction {
    pub fn key(self) -> &'static str {
        self.into()
    }
}

/// Transfers for an order, compared with its total.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    pub received: i64,
    pub sent_back: i64,
    /// The amount still to be received.
    pub due: i64,
    /// The amount that must be sent back.
    pub excess: i64,
}

impl Balance {
    /// With `is_settled`, the order is over or paid by card, so no transfer may be kept.
    pub fn of(total: i64, is_settled: bool, received: i64, sent_back: i64) -> Self {
        let kept = received - sent_back;
        let wanted = if is_settled { 0 } else { total };
        Self { received, sent_back, due: (wanted - kept).max(0), excess: (kept - wanted).max(0) }
    }
}

impl Order {
    fn is_settled(&self) -> bool {
        self.is_paid_by_card || matches!(self.stage, Stage::Refused | Stage::Cancelled | Stage::Expired)
    }
}

impl Record {
    /// Returns `None` if the order is not paid by transfer.
    pub fn balance(&self) -> Option<Balance> {
        let order = self.order.as_ref()?;
        let sum = |direction| {
            let of_order = self.transfers.iter().filter(|transfer| transfer.order_id == order.order_id);
            of_order.filter(|transfer| transfer.direction == direction).map(|transfer| transfer.amount).sum()
        };
        let balance = Balance::of(order.total, order.is_settled(), sum(Direction::In), sum(Direction::Out));
        (order.is_by_transfer || balance.received > 0).then_some(balance)
    }
}

impl Quote {
    /// Products in `excepted` can be returned only when faulty.
    pub fn order_lines(&self, excepted: &HashMap<i64, Reason>) -> Vec<Line> {
        let assigned_by_database = 0;
        let line = |line: &QuoteLine| Line {
            names: HashMap::new(),
            size_names: HashMap::new(),
            return_exception: excepted.get(&line.item.product_id).copied(),
            line_id: assigned_by_database,
            store_id: line.store_id,
            product_id: line.item.product_id,
            size_id: line.item.size_id,
            name: line.item.name.clone(),
            slug: line.item.slug.clone(),
            image_url: line.item.image_url.clone(),
            size: line.item.size.clone(),
            count: line.item.count,
            unit_price: line.unit_price,
            line_total: line.line_total,
            promo_discount: 0,
            refunded_count: 0,
            bonus_spent: 0,
            bonus: 0,
        };
        self.lines.iter().map(line).collect()
    }

    /// Returns one part per store, sorted by store id.
    pub fn order_parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        for line in &self.lines {
            match parts.iter_mut().find(|part| part.store_id == line.store_id) {
                Some(part) => part.total += line.line_total,
                None => parts.push(Part {
                    store_id: line.store_id,
                    name: line.store_name.clone(),
                    slug: line.store_slug.clone(),
                    status: Status::Waiting,
                    total: line.line_total,
                }),
            }
        }
        parts.sort_by_key(|part| part.store_id);
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_payments_add_up_and_excess_is_kept_apart() {
        let balance = |received, sent_back| Balance::of(1_000, false, received, sent_back);
        let due_and_excess = |balance: Balance| (balance.due, balance.excess);
        assert_eq!(due_and_excess(balance(0, 0)), (1_000, 0));
        assert_eq!(due_and_excess(balance(400, 0)), (600, 0));
        assert_eq!(due_and_excess(balance(1_000, 0)), (0, 0));
        assert_eq!(due_and_excess(balance(1_250, 0)), (0, 250));
        assert_eq!(due_and_excess(balance(1_250, 250)), (0, 0));
    }

    #[test]
    fn money_of_an_ended_order_has_to_be_sent_back() {
        let balance = Balance::of(1_000, true, 400, 100);
        assert_eq!((balance.due, balance.excess), (0, 300));
    }
}
