//! What comes in, made valid or refused.

use chrono::{DateTime, Utc};
use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::order::{CheckRequest, Referral};

use crate::domain::{
    cart::{Count, LineKey},
    check::Intent,
    method::Method,
    promo::Code,
    referral::{Claim, Link},
};

const LONGEST_WORD: usize = 64;
/// The last second of the year 9999: a calendar of a shop needs no later time.
const LAST_SECOND: i64 = 253_402_300_799;

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
    let delivery_slot = checks.take("deliverySlot", word(request.delivery_slot)).flatten();
    let promo_code = checks.take("promoCode", promo_code(request.promo_code)).flatten();
    let method = method(&mut checks, request.payment_method.as_deref(), request.months);
    let bonuses = checks.take("bonusAmount", bonuses(request.bonus_amount)).unwrap_or_default();
    checks.finish()?;
    Ok(Intent { address, delivery_slot, promo_code, method, bonuses })
}

/// Parses the click that led to a product. A link that nobody has is not refused here: it is no referral.
pub fn claim(raw: Option<Referral>) -> Result<Option<Claim>> {
    let Some(raw) = raw else { return Ok(None) };
    let mut checks = Checks::default();
    let link = link(&mut checks, "referral.", raw.list.as_deref(), raw.code.as_deref());
    let clicked_at = checks.take("referral.clickedAt", raw.clicked_at.ok_or("required").and_then(moment));
    checks.finish()?;
    Ok(link.zip(clicked_at).map(|(link, clicked_at)| Claim { link, clicked_at }))
}

/// A list or a code. Of both, the list is the click.
pub(super) fn link(checks: &mut Checks, prefix: &str, list: Option<&str>, code: Option<&str>) -> Option<Link> {
    match (list, code) {
        (Some(list), _) => checks.take(format!("{prefix}list"), Link::parse(list, Link::List)),
        (None, Some(code)) => checks.take(format!("{prefix}code"), Link::parse(code, Link::Code)),
        (None, None) => checks.take(format!("{prefix}list"), Err("required")),
    }
}

/// To the microsecond, as tables keep it: what was stored is found to be the same.
pub(super) fn moment(raw: prost_types::Timestamp) -> Result<DateTime<Utc>, &'static str> {
    let nanos = u32::try_from(raw.nanos).map_err(|_| "out_of_range")?;
    let moment = DateTime::from_timestamp(raw.seconds, nanos / 1_000 * 1_000).ok_or("out_of_range")?;
    if (0..=LAST_SECOND).contains(&moment.timestamp()) { Ok(moment) } else { Err("out_of_range") }
}

pub(super) fn positive(id: i64) -> Result<i64, &'static str> {
    if id > 0 { Ok(id) } else { Err("invalid") }
}

/// An empty field of a form is one that was not filled in.
pub(super) fn word(raw: Option<String>) -> Result<Option<String>, &'static str> {
    let text = raw.map(|raw| input::text(&raw, 0..=LONGEST_WORD)).transpose()?;
    Ok(text.filter(|text| !text.is_empty()))
}

pub(super) fn promo_code(raw: Option<String>) -> Result<Option<Code>, &'static str> {
    word(raw)?.map(|raw| Code::parse(&raw)).transpose()
}

/// None are spent when nothing is said.
pub(super) fn bonuses(raw: Option<i64>) -> Result<i64, &'static str> {
    match raw.unwrap_or_default() {
        amount if amount < 0 => Err("out_of_range"),
        amount => Ok(amount),
    }
}

/// Months without a method are looked at as well: every broken rule is told at once.
pub(super) fn method(checks: &mut Checks, name: Option<&str>, months: Option<i32>) -> Option<Method> {
    match Method::parse(name.unwrap_or(Method::Card.name()), months) {
        // An invoice exists for an accepted wholesale quote alone.
        Ok(Method::Transfer) => checks.take("paymentMethod", Err("unknown_value")),
        Ok(method) => name.map(|_| method),
        Err(wrong) => {
            checks.take("paymentMethod", wrong.method.map_or(Ok(()), Err));
            checks.take("months", wrong.months.map_or(Ok(()), Err));
            None
        }
    }
}
