//! Validates the requests of wholesale customers and of operators, and reports every broken rule at once.

use chrono::{DateTime, NaiveDate, Utc};
use kit::{
    Error, Language, Result,
    email::Email,
    input::{self, Checks},
    phone,
};
use proto::order::{
    AcceptWholesaleRequest, AskWholesaleRequest, EnterTransferRequest, PayWholesaleRequest, PaymentMethod,
    QuoteWholesaleRequest, TransferDirection, WholesaleAddress, WholesaleWish,
};

use super::super::{
    orders::parse::{self as orders, optional},
    parse,
};
use crate::{
    app::wholesale::{Acceptance, EnteredTransfer, Link},
    domain::{
        baku,
        cart::LineKey,
        method::Method,
        order::{Address, Request},
        wholesale::{
            Company, Customer, MAX_LINES, Wanted, WantedLine,
            code::RequestCode,
            link::Token,
            parse_count, parse_voen,
            quote::{QuotedLine, Terms, parse_fee, parse_price, parse_validity},
            record::Direction,
        },
    },
};

// Allowed lengths in characters.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 1..=100;
const COMPANY_LENGTH: std::ops::RangeInclusive<usize> = 1..=200;
const TEXT_LENGTH: std::ops::RangeInclusive<usize> = 0..=4_000;
const NOTE_LENGTH: std::ops::RangeInclusive<usize> = 0..=1_000;
const STREET_LENGTH: std::ops::RangeInclusive<usize> = 1..=200;
const BUILDING_LENGTH: std::ops::RangeInclusive<usize> = 1..=50;
const REFERENCE_LENGTH: std::ops::RangeInclusive<usize> = 1..=64;
const NOT_FOUND: Error = Error::NotFound("wholesale_not_found");

pub fn code(raw: &str) -> Result<RequestCode> {
    RequestCode::parse(raw).ok_or(NOT_FOUND)
}

/// A malformed link is reported as not found.
pub fn link(code: &str, token: &str) -> Result<Link> {
    Ok(Link { code: self::code(code)?, token: Token::parse(token).ok_or(NOT_FOUND)? })
}

/// Parses a new wholesale request, and its idempotency key.
pub fn wanted(request: &AskWholesaleRequest, language: Language, now: DateTime<Utc>) -> Result<(Wanted, Request)> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", orders::key(&request.idempotency_key));
    let hash = orders::hash_of(request)?;
    let company = company(&mut checks, request.company_name.as_deref(), request.voen.as_deref());
    let name = checks.take("name", input::text(&request.name, NAME_LENGTH));
    let phone_number = checks.take("phoneNumber", phone::parse(&request.phone_number));
    let email = checks.take("email", email(request.email.as_deref())).flatten();
    let lines = requested_lines(&mut checks, &request.lines);
    let description = checks.take("text", optional(request.text.as_deref(), TEXT_LENGTH)).flatten();
    if request.lines.is_empty() && description.is_none() {
        checks.fail("lines", "required");
    }
    let wished_on = checks.take("wishedDate", wished_on(request.wished_date.as_deref(), now)).flatten();
    let note = checks.take("note", optional(request.note.as_deref(), NOTE_LENGTH)).flatten();
    checks.finish()?;
    let (Some(key), Some(name), Some(phone_number)) = (key, name, phone_number) else { return Err(missing_field()) };
    let customer = Customer { company, name, phone_number, email };
    Ok((Wanted { customer, language, lines, description, wished_on, note }, Request { key, hash }))
}

/// A company has a name and a VÖEN (tax number). A person has neither.
fn company(checks: &mut Checks, name: Option<&str>, voen: Option<&str>) -> Option<Company> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let voen = voen.map(str::trim).filter(|voen| !voen.is_empty());
    if name.is_none() && voen.is_none() {
        return None;
    }
    let name = checks.take("companyName", name.ok_or("required").and_then(|name| input::text(name, COMPANY_LENGTH)));
    let voen = checks.take("voen", voen.ok_or("required").and_then(parse_voen));
    Some(Company { name: name?, voen: voen? })
}

fn requested_lines(checks: &mut Checks, raw: &[WholesaleWish]) -> Vec<WantedLine> {
    let mut lines: Vec<WantedLine> = Vec::with_capacity(raw.len().min(MAX_LINES));
    if raw.len() > MAX_LINES {
        checks.fail("lines", "too_many");
        return lines;
    }
    for (index, wish) in raw.iter().enumerate() {
        let field = |name: &str| format!("lines[{index}].{name}");
        let product = checks.take(field("productId"), parse::required_id(wish.product_id));
        let size = checks.take(field("sizeId"), wish.size_id.map(parse::positive).transpose());
        let count = checks.take(field("count"), parse_count(wish.count));
        let (Some(product), Some(size), Some(count)) = (product, size, count) else { continue };
        let key = LineKey { product, size };
        if lines.iter().any(|line| line.key == key) {
            checks.fail(field("productId"), "duplicate");
        }
        lines.push(WantedLine { key, count });
    }
    lines
}

pub fn acceptance(request: &AcceptWholesaleRequest) -> Result<Acceptance> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", orders::key(&request.idempotency_key));
    let version = checks.take("version", request.version.ok_or("required"));
    let method = checks.take("paymentMethod", method(request.payment_method));
    let address = address(&mut checks, request.address.as_ref().unwrap_or(&WholesaleAddress::default()));
    checks.finish()?;
    let (Some(key), Some(version), Some(method), Some(address)) = (key, version, method, address) else {
        return Err(missing_field());
    };
    Ok(Acceptance { version, method, address, request: Request { key, hash: orders::hash_of(request)? } })
}

fn address(checks: &mut Checks, raw: &WholesaleAddress) -> Option<Address> {
    let city = checks.take("address.city", input::text(&raw.city, NAME_LENGTH));
    let street = checks.take("address.street", input::text(&raw.street, STREET_LENGTH));
    let building = checks.take("address.building", input::text(&raw.building, BUILDING_LENGTH));
    let postcode = checks.take("address.postcode", postcode(&raw.postcode));
    let note = checks.take("address.note", optional(raw.note.as_deref(), NOTE_LENGTH)).flatten();
    Some(Address {
        city: city?,
        street: street?,
        building: building?,
        postcode: Some(postcode?),
        note,
        ..Address::default()
    })
}

pub fn payment(request: &PayWholesaleRequest) -> Result<(Method, Request)> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", orders::key(&request.idempotency_key));
    let method = checks.take("paymentMethod", method(request.payment_method));
    checks.finish()?;
    let (Some(key), Some(method)) = (key, method) else { return Err(missing_field()) };
    Ok((method, Request { key, hash: orders::hash_of(request)? }))
}

pub fn terms(request: &QuoteWholesaleRequest, now: DateTime<Utc>) -> Result<Terms> {
    let mut checks = Checks::default();
    let lines = quoted_lines(&mut checks, request);
    let valid_until = request.valid_until.ok_or("required").and_then(parse::moment);
    let valid_until = checks.take("validUntil", valid_until.and_then(|until| parse_validity(until, now)));
    let delivery_fee = checks.take("deliveryFee", request.delivery_fee.ok_or("required").and_then(parse_fee));
    let delivery_terms =
        checks.take("deliveryTerms", optional(request.delivery_terms.as_deref(), NOTE_LENGTH)).flatten();
    let note = checks.take("note", optional(request.note.as_deref(), NOTE_LENGTH)).flatten();
    checks.finish()?;
    let (Some(valid_until), Some(delivery_fee)) = (valid_until, delivery_fee) else { return Err(missing_field()) };
    Ok(Terms { lines, valid_until, delivery_fee, delivery_terms: delivery_terms.unwrap_or_default(), note })
}

fn quoted_lines(checks: &mut Checks, request: &QuoteWholesaleRequest) -> Vec<QuotedLine> {
    let mut lines: Vec<QuotedLine> = Vec::with_capacity(request.lines.len().min(MAX_LINES));
    match request.lines.len() {
        0 => checks.fail("lines", "required"),
        count if count > MAX_LINES => checks.fail("lines", "too_many"),
        _ => {}
    }
    for (index, offer) in request.lines.iter().take(MAX_LINES).enumerate() {
        let field = |name: &str| format!("lines[{index}].{name}");
        let product = checks.take(field("productId"), parse::required_id(offer.product_id.unwrap_or_default()));
        let size = checks.take(field("sizeId"), offer.size_id.map(parse::positive).transpose());
        let count = checks.take(field("count"), offer.count.ok_or("required").and_then(parse_count));
        let unit_price = checks.take(field("unitPrice"), offer.unit_price.ok_or("required").and_then(parse_price));
        let (Some(product), Some(size), Some(count), Some(unit_price)) = (product, size, count, unit_price) else {
            continue;
        };
        let key = LineKey { product, size };
        if lines.iter().any(|line| line.key == key) {
            checks.fail(field("productId"), "duplicate");
        }
        lines.push(QuotedLine { key, count, unit_price });
    }
    lines
}

pub fn transfer(request: &EnterTransferRequest, now: DateTime<Utc>) -> Result<EnteredTransfer> {
    let mut checks = Checks::default();
    let direction = checks.take("direction", direction(request.direction));
    let amount = checks.take("amount", request.amount.ok_or("required").and_then(amount));
    let reference = checks.take("reference", input::text(&request.reference, REFERENCE_LENGTH));
    let moved_on = checks.take("date", moved_on(&request.date, now));
    checks.finish()?;
    let (Some(direction), Some(amount), Some(reference), Some(moved_on)) = (direction, amount, reference, moved_on)
    else {
        return Err(missing_field());
    };
    Ok(EnteredTransfer { direction, amount, reference, moved_on })
}

fn direction(raw: i32) -> Result<Direction, &'static str> {
    match TransferDirection::try_from(raw) {
        Ok(TransferDirection::In) => Ok(Direction::In),
        Ok(TransferDirection::Out) => Ok(Direction::Out),
        Ok(TransferDirection::Unspecified) => Err("required"),
        Err(_) => Err("unknown_value"),
    }
}

fn method(raw: i32) -> Result<Method, &'static str> {
    match PaymentMethod::try_from(raw) {
        Ok(PaymentMethod::Card) => Ok(Method::Card),
        Ok(PaymentMethod::Transfer) => Ok(Method::Transfer),
        Ok(PaymentMethod::Unspecified) => Err("required"),
        _ => Err("unknown_value"),
    }
}

fn amount(raw: i64) -> Result<i64, &'static str> {
    let max = crate::domain::wholesale::quote::MAX_TOTAL;
    if (1..=max).contains(&raw) { Ok(raw) } else { Err("out_of_range") }
}

/// Parses the date of a transfer in the bank statement, which cannot be in the future.
fn moved_on(raw: &str, now: DateTime<Utc>) -> Result<NaiveDate, &'static str> {
    let date = date(raw)?;
    if date <= baku::local(now).date() { Ok(date) } else { Err("out_of_range") }
}

/// Parses the wished date of delivery, which cannot be in the past.
fn wished_on(raw: Option<&str>, now: DateTime<Utc>) -> Result<Option<NaiveDate>, &'static str> {
    let Some(raw) = raw.map(str::trim).filter(|raw| !raw.is_empty()) else { return Ok(None) };
    let date = date(raw)?;
    if date < baku::local(now).date() { Err("in_the_past") } else { Ok(Some(date)) }
}

fn date(raw: &str) -> Result<NaiveDate, &'static str> {
    match raw.trim() {
        "" => Err("required"),
        raw => raw.parse().map_err(|_| "invalid_date"),
    }
}

fn postcode(raw: &str) -> Result<String, &'static str> {
    match raw.trim() {
        "" => Err("required"),
        raw if raw.len() == 4 && raw.bytes().all(|byte| byte.is_ascii_digit()) => Ok(raw.to_owned()),
        _ => Err("invalid_postcode"),
    }
}

fn email(raw: Option<&str>) -> Result<Option<String>, &'static str> {
    let Some(raw) = raw.map(str::trim).filter(|raw| !raw.is_empty()) else { return Ok(None) };
    Email::parse(raw).map(|email| Some(email.as_str().to_owned())).ok_or("invalid_email")
}

/// A field is missing although `Checks` has reported no broken rule, which is a bug.
fn missing_field() -> Error {
    Error::internal(anyhow::anyhow!("a field is neither accepted nor refused"))
}
