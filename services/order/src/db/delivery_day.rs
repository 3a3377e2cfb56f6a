//! Windows and orders of one day of delivery.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{PgConnection, types::Json};

use crate::domain::{
    baku,
    bonus::Title,
    code::Code,
    delivery::slot_id,
    method::Method,
    order::{Address, Recipient},
    payment::Payment,
    status::Status,
};

pub struct DayWindow {
    pub slot_id: String,
    pub zone: Title,
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub capacity: i32,
    pub booked: i32,
    /// 0 before staff set the capacity.
    pub version: i64,
    /// The capacity on other days; `None` if the zone no longer has the window.
    pub usual_capacity: Option<i32>,
    pub is_closed: bool,
}

/// An order whose delivery is on that day.
pub struct DeliveredOrder {
    pub slot_id: String,
    pub code: Code,
    pub status: Status,
    pub payment: Payment,
    pub method: Method,
    pub recipient: Recipient,
    pub address: Address,
    pub store_names: Vec<String>,
    pub item_count: i64,
    pub total: i64,
}

/// Includes removed windows that still have orders; they end with the orders' delivery times.
pub async fn windows(tx: &mut PgConnection, date: NaiveDate) -> sqlx::Result<Vec<DayWindow>> {
    let rows = sqlx::query!(
        r#"select code, title as "title: Json<Title>", starts as "starts!", ends as "ends?",
                  coalesce(own_capacity, zone_window.capacity, slot.capacity) as "capacity!", coalesce(taken, 0) as "booked!",
                  coalesce(slot.version, 0) as "version!", zone_window.capacity as "usual_capacity?",
                  exists (
                      select
                      from delivery_holiday
                      where delivery_holiday.date = $1
                        and (delivery_holiday.zone_id is null or delivery_holiday.zone_id = zone.zone_id)
                  ) as "is_closed!",
                  case when ends is null then (
                      select max(deliver_until)
                      from purchase
                      where purchase.slot_id = slot.slot_id and stage not in ('placed', 'refused')
                  ) end as last_end
           from zone_window
           full join (
               select slot_id, zone_id, starts, own_capacity, capacity, taken, version
               from slot
               where date = $1
           ) as slot using (zone_id, starts)
           join zone using (zone_id)
           order by starts, zone_id"#,
        date,
    )
    .fetch_all(tx)
    .await?;
    let windows = rows.into_iter().filter_map(|row| {
        let until = row.ends.map(|ends| baku::hour(date, ends)).or(row.last_end)?;
        Some(DayWindow {
            slot_id: slot_id(&row.code, date, row.starts),
            zone: row.title.0,
            from: baku::hour(date, row.starts),
            until,
            capacity: row.capacity,
            booked: row.booked,
            version: row.version,
            usual_capacity: row.usual_capacity,
            is_closed: row.is_closed,
        })
    });
    Ok(windows.collect())
}

pub async fn orders(tx: &mut PgConnection, date: NaiveDate) -> sqlx::Result<Vec<DeliveredOrder>> {
    let rows = sqlx::query!(
        r#"select slot_id as "slot_id!", code, status, payment_status, payment_method, months,
                  recipient as "recipient: Json<Recipient>", address as "address: Json<Address>", total,
                  array(
                      select name
                      from purchase_part
                      where purchase_part.order_id = purchase.order_id
                      order by store_id
                  ) as "store_names!",
                  (
                      select coalesce(sum(count), 0)::bigint
                      from purchase_line
                      where purchase_line.order_id = purchase.order_id
                  ) as "item_count!"
           from purchase
           where slot_id = any (array(select slot_id from slot where date = $1))
             and stage not in ('placed', 'refused')
             and stage not in ('cancelled', 'expired')
           order by address ->> 'city', address ->> 'district', order_id"#,
        date,
    )
    .fetch_all(tx)
    .await?;
    let unknown = |column: &'static str| move || sqlx::Error::Decode(format!("an unknown {column}").into());
    let orders = rows.into_iter().map(|row| {
        Ok(DeliveredOrder {
            slot_id: row.slot_id,
            code: Code::parse(&row.code).ok_or_else(unknown("code"))?,
            status: Status::of_key(&row.status).ok_or_else(unknown("status"))?,
            payment: Payment::of_key(&row.payment_status).ok_or_else(unknown("payment status"))?,
            method: Method::parse(&row.payment_method, row.months).map_err(|_| unknown("payment method")())?,
            recipient: row.recipient.0,
            address: row.address.0,
            store_names: row.store_names,
            item_count: row.item_count,
            total: row.total,
        })
    });
    orders.collect()
}
