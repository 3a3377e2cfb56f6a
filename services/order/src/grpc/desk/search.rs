//! Validates operators' searches for orders, and names their filters for the audit log.

use chrono::{DateTime, Datelike as _, NaiveDate};
use kit::{
    Result,
    input::{self, Checks},
    phone,
};
use proto::{
    json::to_name,
    order::{DeskListRequest, OrderStatus, PaymentStatus},
};

use super::super::parse::{moment, positive};
use crate::{
    db::order_search::{Filter, Position, Text},
    domain::{code::search_prefix, payment::Payment, status::Status},
};

/// In characters. One letter would find most orders.
const TEXT_LENGTH: std::ops::RangeInclusive<usize> = 2..=100;
/// In characters.
const SLOT_LENGTH: std::ops::RangeInclusive<usize> = 1..=64;
/// Orders per page.
const LIMIT: std::ops::RangeInclusive<i64> = 1..=100;
const DEFAULT_LIMIT: i64 = 24;
const MAX_CURSOR_LENGTH: usize = 64;
/// The end of the year 9999, in seconds since 1970.
const LATEST: i64 = 253_402_300_800;

pub struct Search {
    pub filter: Filter,
    pub after: Option<Position>,
    pub limit: i64,
}

pub fn search(request: &DeskListRequest) -> Result<Search> {
    let mut checks = Checks::default();
    let status = checks.take("status", status(request.status)).flatten();
    let payment = checks.take("paymentStatus", payment(request.payment_status)).flatten();
    let store = checks.take("storeId", request.store_id.map(positive).transpose()).flatten();
    let since = checks.take("since", request.since.map(moment).transpose()).flatten();
    let until = checks.take("until", request.until.map(moment).transpose()).flatten();
    let text = checks.take("text", non_empty(request.text.as_deref()).map(text).transpose()).flatten();
    let deliver_on = checks.take("deliverOn", non_empty(request.deliver_on.as_deref()).map(day).transpose()).flatten();
    let slot = non_empty(request.window.as_deref()).map(|raw| input::single_line(raw, SLOT_LENGTH)).transpose();
    let slot = checks.take("window", slot).flatten();
    let after = non_empty(request.cursor.as_deref()).map(|raw| read_cursor(raw).ok_or("invalid")).transpose();
    let after = checks.take("cursor", after).flatten();
    let limit = request.limit.unwrap_or(DEFAULT_LIMIT);
    let limit = checks.take("limit", if LIMIT.contains(&limit) { Ok(limit) } else { Err("out_of_range") });
    checks.finish()?;
    // No order is placed before 1970 or after 9999.
    let since = since.unwrap_or(DateTime::UNIX_EPOCH);
    let until = until.or_else(|| DateTime::from_timestamp(LATEST, 0)).unwrap_or_default();
    let filter = Filter { status, payment, store, text, since, until, deliver_on, slot };
    Ok(Search { filter, after, limit: limit.unwrap_or(DEFAULT_LIMIT) })
}

/// Omits the values, because a search text is personal data.
pub fn filter_names(request: &DeskListRequest) -> Vec<&'static str> {
    let is_non_empty = |text: &Option<String>| non_empty(text.as_deref()).is_some();
    let filters = [
        ("status", request.status != 0),
        ("paymentStatus", request.payment_status != 0),
        ("storeId", request.store_id.is_some()),
        ("text", is_non_empty(&request.text)),
        ("since", request.since.is_some()),
        ("until", request.until.is_some()),
        ("deliverOn", is_non_empty(&request.deliver_on)),
        ("window", is_non_empty(&request.window)),
    ];
    filters.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect()
}

/// Encodes the end of a page. Clients do not read it.
pub fn cursor(position: Position) -> String {
    format!("{:x}-{:x}", position.at.timestamp_micros(), position.order_id)
}

fn read_cursor(raw: &str) -> Option<Position> {
    if raw.len() > MAX_CURSOR_LENGTH {
        return None;
    }
    let (micros, order_id) = raw.split_once('-')?;
    let at = DateTime::from_timestamp_micros(i64::from_str_radix(micros, 16).ok()?)?;
    let order_id = i64::from_str_radix(order_id, 16).ok()?;
    let is_valid = order_id >= 0 && (0..LATEST).contains(&at.timestamp());
    is_valid.then_some(Position { at, order_id })
}

/// Treats an empty parameter as absent.
fn non_empty(raw: Option<&str>) -> Option<&str> {
    raw.map(str::trim).filter(|text| !text.is_empty())
}

/// Reads the text as the beginning of an order's code, a phone number, and the beginning of a name.
fn text(raw: &str) -> Result<Text, &'static str> {
    let typed = input::single_line(raw, TEXT_LENGTH)?;
    let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Text { code: search_prefix(&typed), phone: phone::parse(&typed).ok(), name })
}

pub fn day(raw: &str) -> Result<NaiveDate, &'static str> {
    let day = NaiveDate::parse_from_str(raw, "%Y-%m-%d").ok();
    // The database cannot store the days of some other years.
    day.filter(|day| (1970..10_000).contains(&day.year())).ok_or("invalid_date")
}

pub fn status(raw: i32) -> Result<Option<Status>, &'static str> {
    match OrderStatus::try_from(raw) {
        Ok(OrderStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(Status::of_key(&to_name(status))),
        Err(_) => Err("unknown_value"),
    }
}

fn payment(raw: i32) -> Result<Option<Payment>, &'static str> {
    match PaymentStatus::try_from(raw) {
        Ok(PaymentStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(Payment::of_key(&to_name(status))),
        Err(_) => Err("unknown_value"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_are_read_back_and_malformed_ones_are_refused() {
        let at = DateTime::from_timestamp_micros(1_790_000_000_123_456).unwrap();
        let position = Position { at, order_id: 42 };
        assert_eq!(read_cursor(&cursor(position)), Some(position));
        for raw in ["", "-", "1", "1-", "-1-1", "1--1", "x-1", "7fffffffffffffff-1", &"1".repeat(65), "1-1-1"] {
            assert_eq!(read_cursor(raw), None, "{raw}");
        }
    }

    #[test]
    fn search_text_is_parsed_as_code_phone_number_and_name() {
        let meaning = |raw: &str| text(raw).map(|text| (text.code, text.phone, text.name)).unwrap();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(meaning("sq 7k4m"), (some("SQ-7K4M"), None, "sq 7k4m".to_owned()));
        assert_eq!(meaning("(050) 123-45-67").1, some("+994501234567"));
        assert_eq!(meaning(" Aygün   Məmmədova "), (None, None, "Aygün Məmmədova".to_owned()));
        assert_eq!(meaning("Ada"), (some("SQ-ADA"), None, "Ada".to_owned()));
        assert_eq!((text("A").err(), text(&"a".repeat(101)).err()), (Some("too_short"), Some("too_long")));
    }

    #[test]
    fn search_without_times_covers_1970_to_9999() {
        let filter = search(&DeskListRequest::default()).unwrap().filter;
        assert_eq!((filter.since.timestamp(), filter.until.timestamp()), (0, LATEST));
    }
}
