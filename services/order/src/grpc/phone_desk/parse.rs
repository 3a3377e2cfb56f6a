//! Validates orders that staff take on the phone, and reports every broken rule at once.

use kit::{
    Language, Result,
    input::{self, Checks},
    phone,
};
use proto::order::{
    self as pb, PaymentMethod, PhoneOrderAddress, PhoneOrderDraft, PhoneOrderLine, PhoneOrderRecipient,
    PlacePhoneOrderRequest, RecipientType,
};

use super::super::{
    orders::parse::{self as orders, optional},
    parse,
};
use crate::{
    app::{Destination, PhoneDraft, PhoneOrder},
    db::order_line::LineCount,
    domain::{
        cart::{Count, LineKey, MAX_LINES},
        check::Intent,
        method::Method,
        order::{Address, Recipient, Request},
    },
};

// Allowed lengths in characters, as in address books.
const STREET_LENGTH: std::ops::RangeInclusive<usize> = 1..=150;
const BUILDING_LENGTH: std::ops::RangeInclusive<usize> = 1..=20;
const DETAIL_LENGTH: std::ops::RangeInclusive<usize> = 0..=20;
const LANDMARK_LENGTH: std::ops::RangeInclusive<usize> = 0..=200;

pub fn draft(request: PhoneOrderDraft) -> Result<PhoneDraft> {
    let mut checks = Checks::default();
    let draft = draft_in(&mut checks, "", request);
    checks.finish()?;
    Ok(draft)
}

pub fn order(request: PlacePhoneOrderRequest) -> Result<PhoneOrder> {
    let mut checks = Checks::default();
    let key = checks.take("idempotencyKey", orders::key(&request.idempotency_key));
    let hash = orders::hash_of(&request)?;
    let draft = request.draft.unwrap_or_default();
    require_to_place(&mut checks, &draft);
    let draft = draft_in(&mut checks, "draft.", draft);
    let language = checks.take("language", language(&request.language)).unwrap_or_default();
    let is_for_other = match RecipientType::try_from(request.recipient_type) {
        Ok(RecipientType::Self_) => false,
        Ok(RecipientType::Other) => true,
        Ok(RecipientType::Unspecified) => checks.take("recipientType", Err("required")).unwrap_or_default(),
        Err(_) => checks.take("recipientType", Err("unknown_value")).unwrap_or_default(),
    };
    let recipient = request.recipient.unwrap_or_default();
    let recipient = if is_for_other {
        other(&mut checks, recipient)
    } else {
        customer(&mut checks, &recipient, draft.customer_phone.clone())
    };
    let address = address(&mut checks, &request.address.unwrap_or_default());
    let note = checks.take("note", optional(request.note.as_deref(), orders::NOTE_LENGTH)).flatten();
    let card_text = checks.take("cardText", optional(request.card_text.as_deref(), orders::CARD_TEXT_LENGTH)).flatten();
    let quote = checks.take("quote", if request.quote.is_empty() { Err("required") } else { Ok(request.quote) });
    checks.finish()?;
    Ok(PhoneOrder {
        quote: quote.unwrap_or_default(),
        draft,
        language,
        recipient: recipient.unwrap_or_default(),
        is_for_other,
        address,
        note,
        card_text,
        request: Request { key: key.unwrap_or_default(), hash },
    })
}

/// `prefix` is the path of the message in the request, for errors.
fn draft_in(checks: &mut Checks, prefix: &str, raw: PhoneOrderDraft) -> PhoneDraft {
    let field = |name: &str| format!("{prefix}{name}");
    let phone = raw.customer_phone.map(|phone| phone::parse(&phone)).transpose();
    let customer_phone = checks.take(field("customerPhone"), phone).flatten();
    let lines = lines(checks, prefix, &raw.lines);
    let city = checks.take(field("cityId"), raw.city_id.map(parse::positive).transpose()).flatten();
    let district = checks.take(field("districtId"), raw.district_id.map(parse::positive).transpose()).flatten();
    let delivery_slot = checks.take(field("deliverySlot"), parse::short_text(raw.delivery_slot)).flatten();
    let promo_code = checks.take(field("promoCode"), parse::promo_code(raw.promo_code)).flatten();
    let method = checks.take(field("paymentMethod"), raw.payment_method.map(method).transpose()).flatten();
    PhoneDraft {
        customer_phone,
        lines,
        destination: city.map(|city| Destination { city, district }),
        intent: Intent { address: None, delivery_slot, promo_code, method, bonuses: 0 },
    }
}

/// A check may lack these fields. A missing city is an obstacle, as in a shopper's order.
fn require_to_place(checks: &mut Checks, draft: &PhoneOrderDraft) {
    if draft.customer_phone.is_none() {
        checks.fail("draft.customerPhone", "required");
    }
    if draft.payment_method.is_none() {
        checks.fail("draft.paymentMethod", "required");
    }
}

fn lines(checks: &mut Checks, prefix: &str, raw: &[PhoneOrderLine]) -> Vec<LineCount> {
    let mut lines: Vec<LineCount> = Vec::with_capacity(raw.len().min(MAX_LINES));
    if raw.is_empty() {
        checks.fail(format!("{prefix}lines"), "required");
    }
    if raw.len() > MAX_LINES {
        checks.fail(format!("{prefix}lines"), "too_many");
        return lines;
    }
    for (index, line) in raw.iter().enumerate() {
        let field = |name: &str| format!("{prefix}lines[{index}].{name}");
        let product = checks.take(field("productId"), parse::required_id(line.product_id));
        let size = checks.take(field("sizeId"), line.size_id.map(parse::positive).transpose());
        let count = if line.count == 0 { Err("required") } else { Count::parse(line.count) };
        let count = checks.take(field("count"), count);
        let (Some(product), Some(size), Some(count)) = (product, size, count) else { continue };
        let key = LineKey { product, size };
        if lines.iter().any(|line| line.key == key) {
            checks.fail(field("productId"), "duplicate");
        }
        lines.push(LineCount { key, count: count.get() });
    }
    lines
}

fn method(raw: i32) -> Result<Method, &'static str> {
    match PaymentMethod::try_from(raw) {
        Ok(PaymentMethod::Card) => Ok(Method::Card),
        Ok(PaymentMethod::Cash) => Ok(Method::Cash),
        _ => Err("unknown_value"),
    }
}

fn language(raw: &str) -> Result<Language, &'static str> {
    if raw.is_empty() {
        return Err("required");
    }
    Language::ALL.into_iter().find(|language| language.code() == raw).ok_or("unknown_value")
}

fn other(checks: &mut Checks, raw: PhoneOrderRecipient) -> Option<Recipient> {
    let PhoneOrderRecipient { first_name, last_name, phone_number } = raw;
    let phone_number = phone_number.unwrap_or_default();
    orders::recipient(checks, &pb::Recipient { first_name, last_name, phone_number })
}

/// The phone number is the draft's, whose errors are reported there.
fn customer(checks: &mut Checks, raw: &PhoneOrderRecipient, phone_number: Option<String>) -> Option<Recipient> {
    let first_name = checks.take("recipient.firstName", input::text(&raw.first_name, orders::NAME_LENGTH));
    let last_name = checks.take("recipient.lastName", input::text(&raw.last_name, orders::NAME_LENGTH));
    Some(Recipient { first_name: first_name?, last_name: last_name?, phone_number: phone_number? })
}

fn address(checks: &mut Checks, raw: &PhoneOrderAddress) -> Address {
    let street = checks.take("address.street", input::text(&raw.street, STREET_LENGTH));
    let building = checks.take("address.building", input::text(&raw.building, BUILDING_LENGTH));
    let mut detail = |name: &str, value: &Option<String>, length| {
        checks.take(format!("address.{name}"), optional(value.as_deref(), length)).flatten()
    };
    Address {
        street: street.unwrap_or_default(),
        building: building.unwrap_or_default(),
        entrance: detail("entrance", &raw.entrance, DETAIL_LENGTH),
        floor: detail("floor", &raw.floor, DETAIL_LENGTH),
        apartment: detail("apartment", &raw.apartment, DETAIL_LENGTH),
        landmark: detail("landmark", &raw.landmark, LANDMARK_LENGTH),
        ..Address::default()
    }
}
