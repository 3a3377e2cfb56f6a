//! Validates requests about carts, and reports every broken rule at once. Errors of type `&'static str` are the codes
//! of fields.

use chrono::{DateTime, Utc};
use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::order::{CheckRequest, GuestLine as RawLine, MergeCartRequest, Referral};

use super::request_key::{hash_of, key as request_key};
use crate::{
    app::Basket,
    domain::{
        cart::{Count, LineKey},
        check::Intent,
        merge::{GuestLine, MAX_GUEST_LINES},
        method::Method,
        order::Request,
        promo::Code,
        referral::{Claim, Link},
    },
};

/// In characters.
const MAX_SHORT_TEXT_LENGTH: usize = 64;
/// The last second of the year 9999, in seconds since 1970.
const MAX_SECOND: i64 = 253_402_300_799;

pub fn key(product: i64, size: Option<i64>) -> Result<LineKey> {
    let product = input::id(product, "product_not_found")?;
    let size = size.map(|size| input::id(size, "product_not_found")).transpose()?;
    Ok(LineKey { product, size })
}

pub fn count(raw: i64) -> Result<Count> {
    Count::parse(raw).map_err(|code| Error::invalid("count", code))
}

pub fn intent(request: CheckRequest) -> Result<Intent> {
    let mut checks = Checks::default();
    let address = checks.take("addressId", request.address_id.map(positive).transpose()).flatten();
    let delivery_slot = checks.take("deliverySlot", short_text(request.delivery_slot)).flatten();
    let promo_code = checks.take("promoCode", promo_code(request.promo_code)).flatten();
    let method = method(&mut checks, request.payment_method.as_deref(), request.months);
    let bonuses = checks.take("bonusAmount", bonuses(request.bonus_amount)).unwrap_or_default();
    checks.finish()?;
    Ok(Intent { address, delivery_slot, promo_code, method, bonuses })
}

/// A link that does not exist is accepted, and ignored later.
pub fn claim(raw: Option<Referral>) -> Result<Option<Claim>> {
    let mut checks = Checks::default();
    let claim = raw.and_then(|raw| claim_in(&mut checks, "referral.", &raw));
    checks.finish()?;
    Ok(claim)
}

/// `prefix` is the path of the message in the request, for errors.
fn claim_in(checks: &mut Checks, prefix: &str, raw: &Referral) -> Option<Claim> {
    let link = link(checks, prefix, raw.list.as_deref(), raw.code.as_deref());
    let clicked_at = checks.take(format!("{prefix}clickedAt"), raw.clicked_at.ok_or("required").and_then(moment));
    Some(Claim { link: link?, clicked_at: clicked_at? })
}

pub fn basket(request: &MergeCartRequest) -> Result<Basket> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", request_key(&request.idempotency_key));
    let hash = hash_of(request)?;
    if request.lines.is_empty() {
        checks.fail("lines", "required");
    }
    if request.lines.len() > MAX_GUEST_LINES {
        return Err(Error::invalid("lines", "too_many"));
    }
    let mut claims = vec![];
    let mut lines = vec![];
    for (index, raw) in request.lines.iter().enumerate() {
        let prefix = format!("lines[{index}].");
        let claim = raw.referral.as_ref().and_then(|raw| claim_in(&mut checks, &format!("{prefix}referral."), raw));
        let Some(line) = guest_line(&mut checks, &prefix, raw) else { continue };
        claims.extend(claim.map(|claim| (line.key, claim)));
        lines.push(line);
    }
    checks.finish()?;
    Ok(Basket { lines, claims, request: Request { key: key.unwrap_or_default(), hash } })
}

fn guest_line(checks: &mut Checks, prefix: &str, raw: &RawLine) -> Option<GuestLine> {
    let product = checks.take(format!("{prefix}productId"), required_id(raw.product_id));
    let size = checks.take(format!("{prefix}sizeId"), raw.size_id.map(required_id).transpose());
    let count = match raw.count {
        0 => Err("required"),
        count => Count::parse(count),
    };
    let count = checks.take(format!("{prefix}count"), count);
    let price = raw.unit_price.map(|price| if price < 0 { Err("out_of_range") } else { Ok(price) });
    let seen_price = checks.take(format!("{prefix}unitPrice"), price.transpose());
    let key = LineKey { product: product?, size: size? };
    Some(GuestLine { key, count: count?, seen_price: seen_price? })
}

pub(super) fn required_id(id: i64) -> Result<i64, &'static str> {
    if id == 0 { Err("required") } else { positive(id) }
}

/// If both are given, the list is used.
pub(super) fn link(checks: &mut Checks, prefix: &str, list: Option<&str>, code: Option<&str>) -> Option<Link> {
    match (list, code) {
        (Some(list), _) => checks.take(format!("{prefix}list"), Link::parse(list, Link::List)),
        (None, Some(code)) => checks.take(format!("{prefix}code"), Link::parse(code, Link::Code)),
        (None, None) => checks.take(format!("{prefix}list"), Err("required")),
    }
}

/// Truncates to microseconds, as the database does, so that the time equals stored times.
pub(super) fn moment(raw: prost_types::Timestamp) -> Result<DateTime<Utc>, &'static str> {
    let nanos = u32::try_from(raw.nanos).map_err(|_| "out_of_range")?;
    let moment = DateTime::from_timestamp(raw.seconds, nanos / 1_000 * 1_000).ok_or("out_of_range")?;
    if (0..=MAX_SECOND).contains(&moment.timestamp()) { Ok(moment) } else { Err("out_of_range") }
}

pub(super) fn positive(id: i64) -> Result<i64, &'static str> {
    if id > 0 { Ok(id) } else { Err("invalid") }
}

/// Treats an empty form field as absent.
pub(super) fn short_text(raw: Option<String>) -> Result<Option<String>, &'static str> {
    let text = raw.map(|raw| input::text(&raw, 0..=MAX_SHORT_TEXT_LENGTH)).transpose()?;
    Ok(text.filter(|text| !text.is_empty()))
}

pub(super) fn promo_code(raw: Option<String>) -> Result<Option<Code>, &'static str> {
    short_text(raw)?.map(|raw| Code::parse(&raw)).transpose()
}

pub(super) fn bonuses(raw: Option<i64>) -> Result<i64, &'static str> {
    match raw.unwrap_or_default() {
        amount if amount < 0 => Err("out_of_range"),
        amount => Ok(amount),
    }
}

/// Validates the months even if the method is missing (like those of a card) or wrong, to report every broken rule.
pub(super) fn method(checks: &mut Checks, name: Option<&str>, months: Option<i32>) -> Option<Method> {
    match Method::parse(name.unwrap_or(Method::Card.name()), months) {
        // A transfer needs an invoice, which only an accepted wholesale quote has.
        Ok(Method::Transfer) => checks.take("paymentMethod", Err("unknown_value")),
        Ok(method) => name.map(|_| method),
        Err(wrong) => {
            checks.take("paymentMethod", wrong.method.map_or(Ok(()), Err));
            checks.take("months", wrong.months.map_or(Ok(()), Err));
            None
        }
    }
}
