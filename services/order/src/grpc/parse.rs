//! What comes in, made valid or refused.

use kit::{
    Error, Result,
    input::{self, Checks},
};
use proto::order::CheckRequest;

use crate::domain::{
    cart::{Count, LineKey},
    check::Intent,
};

const LONGEST_WORD: usize = 64;
const PAYMENT_METHODS: [&str; 3] = ["card", "cash", "installment"];
const INSTALLMENTS: [i32; 5] = [3, 6, 12, 18, 24];

pub fn key(product: i64, size: Option<i64>) -> Result<LineKey> {
    let product = input::id(product, "product_not_found")?;
    let size = size.map(|size| input::id(size, "product_not_found")).transpose()?;
    Ok(LineKey { product, size })
}

pub fn count(raw: i64) -> Result<Count> {
    Count::parse(raw).map_err(|code| Error::invalid("count", code))
}

/// How it is paid changes nothing about a quote yet; a way to pay that there is not is refused all the same.
pub fn intent(request: CheckRequest) -> Result<Intent> {
    let mut checks = Checks::default();
    let address = checks.take("addressId", request.address_id.map(positive).transpose()).flatten();
    let delivery_slot = checks.take("deliverySlot", word(request.delivery_slot)).flatten();
    let promo_code = checks.take("promoCode", word(request.promo_code)).flatten();
    let method = checks.take("paymentMethod", payment_method(request.payment_method.as_deref())).flatten();
    checks.take("months", months(method, request.months));
    checks.finish()?;
    Ok(Intent { address, delivery_slot, promo_code })
}

fn positive(id: i64) -> Result<i64, &'static str> {
    if id > 0 { Ok(id) } else { Err("invalid") }
}

/// An empty field of a form is one that was not filled in.
fn word(raw: Option<String>) -> Result<Option<String>, &'static str> {
    let text = raw.map(|raw| input::text(&raw, 0..=LONGEST_WORD)).transpose()?;
    Ok(text.filter(|text| !text.is_empty()))
}

fn payment_method(raw: Option<&str>) -> Result<Option<&'static str>, &'static str> {
    let Some(raw) = raw else { return Ok(None) };
    PAYMENT_METHODS.into_iter().find(|method| *method == raw).map(Some).ok_or("unknown_value")
}

fn months(method: Option<&str>, months: Option<i32>) -> Result<(), &'static str> {
    match (method, months) {
        (Some("installment"), None) => Err("required"),
        (_, Some(months)) if !INSTALLMENTS.contains(&months) => Err("unknown_value"),
        _ => Ok(()),
    }
}
