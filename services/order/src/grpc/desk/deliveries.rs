//! Converts the delivery windows and orders of a day to messages for operators.

use std::collections::HashMap;

use chrono::NaiveDate;
use kit::Language;
use proto::{
    json::{from_name, to_timestamp},
    order::{self as pb, DayDeliveries, DayWindows, PaymentMethod, WindowDeliveries},
};

use super::super::orders::reply;
use crate::{
    db::delivery_day::{DayWindow, DeliveredOrder},
    domain::{method::Method, payment::Payment},
};

pub fn windows(day: NaiveDate, windows: Vec<DayWindow>, language: Language) -> DayWindows {
    DayWindows {
        day: day.to_string(),
        windows: windows.into_iter().map(|window| self::window(window, language)).collect(),
    }
}

pub fn deliveries(
    day: NaiveDate,
    windows: Vec<DayWindow>,
    orders: Vec<DeliveredOrder>,
    language: Language,
) -> DayDeliveries {
    let mut orders_by_slot: HashMap<String, Vec<pb::DeliveredOrder>> = HashMap::new();
    for delivered in orders {
        orders_by_slot.entry(delivered.slot_id.clone()).or_default().push(order(delivered));
    }
    let windows = windows.into_iter().map(|window| {
        let orders = orders_by_slot.remove(&window.slot_id).unwrap_or_default();
        WindowDeliveries { window: Some(self::window(window, language)), orders }
    });
    DayDeliveries { day: day.to_string(), windows: windows.collect() }
}

pub fn window(window: DayWindow, language: Language) -> pb::DayWindow {
    pb::DayWindow {
        slot_id: window.slot_id,
        zone: window.zone.in_language(language).to_owned(),
        from: Some(to_timestamp(window.from)),
        until: Some(to_timestamp(window.until)),
        capacity: window.capacity.into(),
        booked: window.booked.into(),
        version: window.version,
        usual_capacity: window.usual_capacity.map(i64::from),
        is_closed: window.is_closed,
    }
}

fn order(order: DeliveredOrder) -> pb::DeliveredOrder {
    let is_cash_due = order.method == Method::Cash && order.payment == Payment::Unpaid;
    pb::DeliveredOrder {
        code: order.code.as_str().to_owned(),
        status: reply::status(order.status).into(),
        payment_status: reply::payment_status(order.payment).into(),
        payment_method: from_name::<PaymentMethod>(order.method.name()).unwrap_or_default().into(),
        recipient: Some(reply::to_recipient(order.recipient)),
        city: order.address.city,
        district: order.address.district,
        store_names: order.store_names,
        item_count: order.item_count,
        total: order.total,
        cash_due: if is_cash_due { order.total } else { 0 },
    }
}
