//! What comes in, made valid or refused.

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::order::CheckRequest;

use crate::domain::{
    cart::{Count, LineKey},
    check::Intent,
    method::Method,
    promo::Code,
};

const LONGEST_WORD: usize = 64;

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
        Ok(method) => name.map(|_| method),
        Err(wrong) => {
            checks.take("paymentMethod", wrong.method.map_or(Ok(()), Err));
            checks.take("months", wrong.months.map_or(Ok(()), Err));
            None
        }
    }
}
