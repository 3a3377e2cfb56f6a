//! Converts orders to messages, for their shoppers and for operators.

use std::collections::HashMap;

use kit::Language;
use proto::{
    json::{from_name, to_timestamp},
    order::{self as pb, OrderStatus, PaymentMethod, PaymentStatus, PlacedOrder, RecipientType},
};

use super::super::refunds;
use crate::{
    app::{Change, Payable, Placed},
    domain::{
        checkout::Stage,
        order::{Address, Order, Part, Recipient},
        payment::Payment,
        refund::Refund,
        status::Status,
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Shopper,
    /// Operators also see who made each change and who approved a refund.
    Operator {
        /// From this amount in qəpik, two people must approve a refund.
        two_people_from: i64,
    },
}

/// Converts the order, or the changes because of which it was not placed.
pub fn to_placed_order(placed: Placed, language: Language) -> PlacedOrder {
    match placed {
        Placed::Ordered(payable) => payable_to_placed_order(*payable, language),
        Placed::Changed(changes) => {
            PlacedOrder { changes: changes.into_iter().map(to_cart_change).collect(), ..PlacedOrder::default() }
        }
    }
}

pub fn payable_to_placed_order(payable: Payable, language: Language) -> PlacedOrder {
    let payment = to_payment(&payable);
    let order = to_order(payable.order, Reader::Shopper, language);
    PlacedOrder { order: Some(order), payment: Some(payment), changes: vec![] }
}

pub fn to_payment(payable: &Payable) -> pb::Payment {
    let status = payment_status(payable.order.state.payment).into();
    pb::Payment { status, redirect_url: payable.redirect_url.clone() }
}

/// Goods keep their names from the time of the order, in `language` if known.
pub fn to_order(order: Order, reader: Reader, language: Language) -> pb::Order {
    let state = order.state;
    let code = order.code.as_str().to_owned();
    let can_refund = order.is_refundable();
    let return_until = order.return_until();
    pb::Order {
        code: code.clone(),
        created_at: Some(to_timestamp(order.placed_at)),
        status: status(state.status).into(),
        status_history: order.history.into_iter().map(|change| to_status_change(change, reader)).collect(),
        payment_status: payment_status(state.payment).into(),
        payment_method: from_name::<PaymentMethod>(state.method.name()).unwrap_or_default().into(),
        months: state.method.months(),
        stores: order.parts.into_iter().map(|part| to_store_part(part, &order.lines)).collect(),
        lines: order.lines.into_iter().map(|line| to_line(line, language)).collect(),
        amounts: Some(pb::Amounts {
            subtotal: order.amounts.subtotal,
            discount: order.amounts.discount,
            promo_discount: order.amounts.promo_discount,
            delivery_fee: order.amounts.delivery_fee,
            total: order.amounts.total,
            vat: order.amounts.vat,
            refunded: state.refunded,
            bonus_amount: order.amounts.bonus_spent,
            bonus_returned: order.amounts.bonus_returned,
        }),
        recipient_type: if order.is_for_other { RecipientType::Other } else { RecipientType::Self_ }.into(),
        recipient: Some(to_recipient(order.recipient)),
        address: Some(to_address(order.address)),
        delivery: order.delivery.map(|window| pb::DeliveryWindow {
            from: Some(to_timestamp(window.from)),
            until: Some(to_timestamp(window.until)),
        }),
        note: order.note,
        card_text: order.card_text,
        refunds: order.refunds.into_iter().map(|refund| to_refund(code.clone(), refund, reader)).collect(),
        can_cancel: state.can_cancel(),
        can_pay: state.can_pay(),
        can_refund,
        promo_code: order.promo_code,
        return_until: return_until.map(to_timestamp),
        pay_until: if state.stage == Stage::Paying { order.pay_until.map(to_timestamp) } else { None },
    }
}

pub fn status(status: Status) -> OrderStatus {
    from_name(status.key()).unwrap_or_default()
}

pub fn payment_status(payment: Payment) -> PaymentStatus {
    from_name(payment.key()).unwrap_or_default()
}

fn to_refund(code: String, refund: Refund, reader: Reader) -> pb::Refund {
    match reader {
        Reader::Shopper => refunds::to_message(code, refund),
        Reader::Operator { two_people_from } => refunds::to_admin_message(code, refund, two_people_from),
    }
}

fn to_status_change(change: crate::domain::order::Change, reader: Reader) -> pb::StatusChange {
    pb::StatusChange {
        status: status(change.status).into(),
        at: Some(to_timestamp(change.changed_at)),
        actor: (reader != Reader::Shopper).then_some(change.actor),
        store_id: change.store_id,
        reason: change.reason,
    }
}

fn to_line(line: crate::domain::order::Line, language: Language) -> pb::OrderLine {
    let in_language = |names: &HashMap<String, String>| names.get(language.code()).cloned();
    pb::OrderLine {
        id: line.line_id,
        product_id: line.product_id,
        size_id: line.size_id,
        name: in_language(&line.names).unwrap_or(line.name),
        slug: line.slug,
        image_url: line.image_url,
        size: in_language(&line.size_names).or(line.size),
        store_id: line.store_id,
        count: line.count,
        unit_price: line.unit_price,
        line_total: line.line_total,
        promo_discount: line.promo_discount,
        refunded_count: line.refunded_count,
        bonus_amount: line.bonus_spent,
        return_exception: line.return_exception.map(|reason| reason.key().to_owned()),
    }
}

fn to_store_part(part: Part, lines: &[crate::domain::order::Line]) -> pb::StorePart {
    pb::StorePart {
        store_id: part.store_id,
        name: part.name,
        slug: part.slug,
        status: status(part.status).into(),
        line_ids: lines.iter().filter(|line| line.store_id == part.store_id).map(|line| line.line_id).collect(),
        total: part.total,
    }
}

pub fn to_recipient(recipient: Recipient) -> pb::Recipient {
    let Recipient { first_name, last_name, phone_number } = recipient;
    pb::Recipient { first_name, last_name, phone_number }
}

fn to_address(address: Address) -> pb::OrderAddress {
    pb::OrderAddress {
        city: address.city,
        district: address.district,
        street: address.street,
        building: address.building,
        entrance: address.entrance,
        floor: address.floor,
        apartment: address.apartment,
        landmark: address.landmark,
        note: address.note,
        station: address.station,
        postcode: address.postcode,
        phone_number: address.phone_number,
    }
}

fn to_cart_change(change: Change) -> pb::CartChange {
    pb::CartChange {
        code: change.code.to_owned(),
        product_id: change.key.map(|key| key.product),
        size_id: change.key.and_then(|key| key.size),
        was: change.before,
        is: change.after,
    }
}
