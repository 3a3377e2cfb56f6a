//! Wholesale requests and their states. From `accepted` on, the request follows its order.
//!
//! ```text
//! requested ──▶ quoted ──▶ accepted ──▶ paid
//!      │          ├─▶ declined   (by the customer)
//!      │          └─▶ expired    (not accepted in time, or an accepted quote not paid in time)
//!      └──────────┴─▶ cancelled  (by an operator, or with its order by either side)
//! ```

pub mod code;
pub mod days;
pub mod link;
pub mod quote;
pub mod record;

use chrono::NaiveDate;
use kit::Language;

use super::{cart::LineKey, checkout};

/// Lines in a request, and in a quote.
pub const MAX_LINES: usize = 100;
/// Units in a line.
pub const MAX_UNITS: i64 = 99_999;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum State {
    Requested,
    Quoted,
    Accepted,
    Paid,
    Declined,
    Expired,
    Cancelled,
}

impl State {
    pub const ALL: [Self; 7] =
        [Self::Requested, Self::Quoted, Self::Accepted, Self::Paid, Self::Declined, Self::Expired, Self::Cancelled];

    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn of_key(key: &str) -> Option<Self> {
        key.parse().ok()
    }

    /// Returns `None` if the order changes nothing yet. After a refused order, the quote is open again.
    pub fn of_order(order: &checkout::State) -> Option<Self> {
        match order.stage {
            checkout::Stage::Placed => None,
            checkout::Stage::Refused => Some(Self::Quoted),
            checkout::Stage::Paying => Some(Self::Accepted),
            checkout::Stage::Accepted | checkout::Stage::Sold => Some(Self::Paid),
            checkout::Stage::Cancelled => Some(Self::Cancelled),
            checkout::Stage::Expired => Some(Self::Expired),
        }
    }

    /// Returns whether an operator may send a quote, or a new one.
    pub fn can_quote(self) -> bool {
        matches!(self, Self::Requested | Self::Quoted | Self::Expired | Self::Declined)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    pub company: Option<Company>,
    pub name: String,
    /// E.164.
    pub phone_number: String,
    pub email: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Company {
    pub name: String,
    /// VÖEN, the Azerbaijani taxpayer number: ten digits.
    pub voen: String,
}

/// A request before it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub customer: Customer,
    pub language: Language,
    /// Each product and size once.
    pub lines: Vec<WantedLine>,
    pub description: Option<String>,
    pub wished_on: Option<NaiveDate>,
    pub note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedLine {
    pub key: LineKey,
    pub count: i64,
}

/// Names and picture are those at the time of the request.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Item {
    pub product_id: i64,
    pub size_id: Option<i64>,
    pub count: i64,
    pub name: String,
    pub slug: String,
    pub image_url: String,
    pub size: Option<String>,
}

/// Accepts spaces or hyphens between the ten digits.
pub fn parse_voen(raw: &str) -> Result<String, &'static str> {
    let digits: String = raw.chars().filter(|letter| !matches!(letter, ' ' | '-' | '\u{a0}')).collect();
    match digits.len() {
        0 => Err("required"),
        10 if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(digits),
        _ => Err("invalid_tax_number"),
    }
}

pub fn parse_count(raw: i64) -> Result<i64, &'static str> {
    if (1..=MAX_UNITS).contains(&raw) { Ok(raw) } else { Err("out_of_range") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{checkout::Stage, method::Method, payment::Payment};

    #[test]
    fn a_voen_has_ten_digits() {
        assert_eq!(parse_voen("1234567890"), Ok("1234567890".to_owned()));
        assert_eq!(parse_voen(" 123 456-7890 "), Ok("1234567890".to_owned()));
        for wrong in ["123456789", "12345678901", "12345678a0", "١٢٣٤٥٦٧٨٩٠"] {
            assert_eq!(parse_voen(wrong), Err("invalid_tax_number"), "{wrong}");
        }
        assert_eq!(parse_voen(" "), Err("required"));
    }

    #[test]
    fn a_count_is_within_limits() {
        assert_eq!([1, 99_999].map(parse_count), [Ok(1), Ok(99_999)]);
        assert_eq!([0, -1, 100_000, i64::MAX].map(parse_count), [Err("out_of_range"); 4]);
    }

    #[test]
    fn a_request_follows_its_order() {
        let placed = checkout::State::placed(Method::Transfer, 100);
        let of = |stage, payment| State::of_order(&checkout::State { stage, payment, ..placed });
        assert_eq!(of(Stage::Placed, Payment::Unpaid), None);
        assert_eq!(of(Stage::Refused, Payment::Unpaid), Some(State::Quoted));
        assert_eq!(of(Stage::Paying, Payment::Pending), Some(State::Accepted));
        assert_eq!(of(Stage::Accepted, Payment::Paid), Some(State::Paid));
        assert_eq!(of(Stage::Sold, Payment::PartlyRefunded), Some(State::Paid));
        assert_eq!(of(Stage::Cancelled, Payment::Paid), Some(State::Cancelled));
        assert_eq!(of(Stage::Expired, Payment::Unpaid), Some(State::Expired));
    }

    #[test]
    fn states_are_found_by_their_keys() {
        assert!(State::ALL.into_iter().all(|state| State::of_key(state.key()) == Some(state)));
        for state in [State::Accepted, State::Paid, State::Cancelled] {
            assert!(!state.can_quote(), "{state:?}");
        }
    }
}
