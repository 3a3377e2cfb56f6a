//! Validates shoppers' requests about orders, and reports every broken rule at once.

use kit::{
    Error, Result,
    input::{self, Checks},
    phone,
};
use proto::{
    json::to_name,
    order::{self as pb, PayOrderRequest, PaymentMethod, PlaceOrderRequest, RecipientType},
};

use super::super::parse;
pub use super::super::request_key::{hash_of, key};
use crate::{
    app::PlaceOrder,
    domain::{
        check::Intent,
        method::Method,
        order::{Recipient, Request},
    },
};

// Allowed lengths in characters.
pub(in crate::grpc) const NAME_LENGTH: std::ops::RangeInclusive<usize> = 1..=100;
pub(in crate::grpc) const NOTE_LENGTH: std::ops::RangeInclusive<usize> = 0..=500;
pub(in crate::grpc) const CARD_TEXT_LENGTH: std::ops::RangeInclusive<usize> = 0..=300;
const REASON_LENGTH: std::ops::RangeInclusive<usize> = 0..=500;

pub fn place_order(request: PlaceOrderRequest) -> Result<PlaceOrder> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", key(&request.idempotency_key));
    let hash = hash_of(&request)?;
    let address = checks.take("addressId", address(request.address_id));
    let delivery_slot = checks.take("deliverySlot", parse::short_text(request.delivery_slot)).flatten();
    let promo_code = checks.take("promoCode", parse::promo_code(request.promo_code)).flatten();
    let method = method(&mut checks, request.payment_method, request.months);
    let bonuses = checks.take("bonusAmount", parse::bonuses(request.bonus_amount)).unwrap_or_default();
    let other = match RecipientType::try_from(request.recipient_type) {
        Ok(RecipientType::Self_) => None,
        Ok(RecipientType::Other) => recipient(&mut checks, &request.recipient.unwrap_or_default()),
        Ok(RecipientType::Unspecified) => checks.take("recipientType", Err("required")),
        Err(_) => checks.take("recipientType", Err("unknown_value")),
    };
    let note = checks.take("note", optional(request.note.as_deref(), NOTE_LENGTH)).flatten();
    let card_text = checks.take("cardText", optional(request.card_text.as_deref(), CARD_TEXT_LENGTH)).flatten();
    let quote = checks.take("quote", if request.quote.is_empty() { Err("required") } else { Ok(request.quote) });
    checks.finish()?;
    let intent = Intent { address, delivery_slot, promo_code, method, bonuses };
    let (quote, key) = (quote.unwrap_or_default(), key.unwrap_or_default());
    Ok(PlaceOrder { quote, intent, other, note, card_text, request: Request { key, hash } })
}

pub fn payment(request: &PayOrderRequest) -> Result<(Method, Request)> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", key(&request.idempotency_key));
    let method = method(&mut checks, request.payment_method, request.months);
    checks.finish()?;
    let method = method.ok_or_else(|| Error::invalid("paymentMethod", "required"))?;
    Ok((method, Request { key: key.unwrap_or_default(), hash: hash_of(request)? }))
}

pub fn reason(raw: Option<&str>) -> Result<Option<String>> {
    optional(raw, REASON_LENGTH).map_err(|code| Error::invalid("reason", code))
}

fn method(checks: &mut Checks, raw: i32, months: Option<i32>) -> Option<Method> {
    match PaymentMethod::try_from(raw) {
        Ok(PaymentMethod::Unspecified) => checks.take("paymentMethod", Err("required")),
        Ok(method) => parse::method(checks, Some(&to_name(method)), months),
        Err(_) => checks.take("paymentMethod", Err("unknown_value")),
    }
}

fn address(id: i64) -> Result<i64, &'static str> {
    if id == 0 { Err("required") } else { parse::positive(id) }
}

pub(in crate::grpc) fn recipient(checks: &mut Checks, raw: &pb::Recipient) -> Option<Recipient> {
    let first_name = checks.take("recipient.firstName", input::text(&raw.first_name, NAME_LENGTH));
    let last_name = checks.take("recipient.lastName", input::text(&raw.last_name, NAME_LENGTH));
    let phone_number = checks.take("recipient.phoneNumber", phone::parse(&raw.phone_number));
    Some(Recipient { first_name: first_name?, last_name: last_name?, phone_number: phone_number? })
}

/// Treats an empty form field as absent.
pub(in crate::grpc) fn optional(
    raw: Option<&str>,
    length: std::ops::RangeInclusive<usize>,
) -> Result<Option<String>, &'static str> {
    let text = raw.map(|raw| input::text(raw, length)).transpose()?;
    Ok(text.filter(|text| !text.is_empty()))
}
