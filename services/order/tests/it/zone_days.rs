//! Tests closed days, and the capacity of a slot: a zone's window on one day. The clock starts on Monday, 21 September,
//! at 18:13 in Baku. The cut-off of Baku is 18:00.

use chrono::{DateTime, Utc};
use futures::future::join_all;
use insta::assert_snapshot;
use proto::{
    json::to_timestamp,
    order::{
        DayWindow, DeliveryHoliday, HolidayDraft, HolidayListRequest, HolidayPage, PaymentMethod, PlaceOrderRequest,
        RemoveHolidayRequest, SetCapacityRequest, ZonePreviewRequest,
    },
};
use sqlx::PgPool;
use tonic::Status;

use crate::{
    delivery_day::order_in_slot,
    ordering::{changes, new_key, order_request},
    promises::titles,
    shop::{Shopper, TestShop, refused},
    slots::{check, earliest},
    zones::BAKU,
};

/// A city in the zone `regions`, where delivery takes two days.
const DISTANT_CITY: i64 = 3;
const BAKU_CITY: i64 = 1;
const TUESDAY: &str = "2026-09-22";
const TUESDAY_MORNING: &str = "baku-2026-09-22-10";

impl Shopper {
    /// `None` closes the day for all zones.
    pub async fn close_day(&self, date: &str, zone_id: Option<i64>) -> Result<DeliveryHoliday, Status> {
        let draft = HolidayDraft { date: Some(date.to_owned()), zone_id, title: Some(titles("Bayram")) };
        Ok(self.zones.clone().add_holiday(self.context.sign(draft)).await?.into_inner())
    }

    pub async fn reopen_day(&self, id: i64) -> Result<(), Status> {
        self.zones.clone().remove_holiday(self.context.sign(RemoveHolidayRequest { id })).await.map(drop)
    }

    async fn holidays(&self, request: HolidayListRequest) -> HolidayPage {
        self.zones
            .clone()
            .list_holidays(self.context.sign(request))
            .await
            .expect("the closed days can be read")
            .into_inner()
    }

    /// `None` sets the usual capacity. `version` is that of the slot as read, 0 before the first change.
    pub async fn set_capacity(&self, slot: &str, capacity: Option<i64>, version: i64) -> Result<DayWindow, Status> {
        let request = SetCapacityRequest { slot_id: slot.to_owned(), capacity, version: Some(version) };
        Ok(self.zones.clone().set_capacity(self.context.sign(request)).await?.into_inner())
    }

    /// Returns the first slot for an order at a time in Baku, such as `2026-09-22T18:00`.
    async fn preview(&self, city_id: i64, at: &str) -> String {
        let at: DateTime<Utc> = format!("{at}:00+04:00").parse().expect("the time is valid");
        let request = ZonePreviewRequest { city_id, at: Some(to_timestamp(at)), ..ZonePreviewRequest::default() };
        let preview = self.zones.clone().preview(self.context.sign(request)).await.expect("the preview succeeds");
        preview.into_inner().slot.expect("the zone has a slot").id
    }
}

async fn first_slot(shop: &TestShop, city: i64) -> String {
    earliest(shop, Some(city), None).await.slot.expect("the zone has a slot").id
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_closed_day_shifts_slots_and_promises_at_once(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    assert_eq!(first_slot(&shop, BAKU_CITY).await, TUESDAY_MORNING);
    assert_eq!(first_slot(&shop, DISTANT_CITY).await, "regions-2026-09-24-10");

    let closed = desk.close_day(TUESDAY, None).await.unwrap();
    assert_eq!((closed.date.as_str(), closed.zone_id, closed.booked), (TUESDAY, None, 0));
    assert_eq!(first_slot(&shop, BAKU_CITY).await, "baku-2026-09-23-10");
    // The order counts for Wednesday. Delivery is two open days later.
    assert_eq!(first_slot(&shop, DISTANT_CITY).await, "regions-2026-09-25-10");
    assert!(shop.slots(BAKU_CITY, None).await.unwrap().days.iter().all(|day| day.date != TUESDAY));
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    assert_eq!(check(&aygun, 1, Some(TUESDAY_MORNING)).await.problems[0].code, "delivery_slot_closed");
    let day = desk.delivery_windows(TUESDAY).await.unwrap();
    assert!(day.windows.iter().all(|window| window.is_closed));

    desk.reopen_day(closed.id).await.unwrap();
    assert_eq!(first_slot(&shop, BAKU_CITY).await, TUESDAY_MORNING);
    assert_eq!(refused(desk.reopen_day(closed.id).await), "holiday_not_found");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn closed_days_shift_deliveries_around_the_cut_off_and_midnight(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    desk.close_day("2026-09-23", Some(BAKU)).await.unwrap();
    desk.close_day("2026-09-24", None).await.unwrap();
    // Baku: orders until 18:00 are delivered on the same day. Wednesday and Thursday are closed.
    for (at, expected) in [
        ("2026-09-22T17:59", "baku-2026-09-22-20"),
        ("2026-09-22T18:00", "baku-2026-09-25-10"),
        ("2026-09-22T23:59", "baku-2026-09-25-10"),
        ("2026-09-23T00:00", "baku-2026-09-25-10"),
        ("2026-09-24T23:59", "baku-2026-09-25-10"),
        ("2026-09-25T08:00", "baku-2026-09-25-12"),
    ] {
        assert_eq!(desk.preview(BAKU_CITY, at).await, expected, "{at}");
    }
    // The regions: orders until 15:00 are delivered two days later. Only Thursday is closed.
    for (at, expected) in [
        ("2026-09-21T14:59", "regions-2026-09-23-10"),
        ("2026-09-21T15:00", "regions-2026-09-25-10"),
        ("2026-09-22T14:59", "regions-2026-09-25-10"),
        ("2026-09-22T15:00", "regions-2026-09-26-10"),
        ("2026-09-23T15:00", "regions-2026-09-27-10"),
        ("2026-09-24T23:59", "regions-2026-09-27-10"),
        ("2026-09-25T00:00", "regions-2026-09-27-10"),
        ("2026-09-25T15:00", "regions-2026-09-28-10"),
    ] {
        assert_eq!(desk.preview(DISTANT_CITY, at).await, expected, "{at}");
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn orders_of_a_closed_day_stay_and_no_new_one_is_booked(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let desk = shop.operator(9);
    order_in_slot(&shop.shopper(1), &[1], TUESDAY_MORNING, PaymentMethod::Cash).await;
    let leyla = shop.shopper(2);
    leyla.add((1, None), 1).await.unwrap();
    let quote = leyla.quote_for(TUESDAY_MORNING).await;
    // Another replica closes the day. Bookings do not use the cache.
    sqlx::query(
        r#"insert into delivery_holiday (date, title, created_by, created_at)
           values ('2026-09-22', '{"az": "", "ru": "", "en": ""}', 9, now())"#,
    )
    .execute(&pool)
    .await
    .unwrap();
    let request = PlaceOrderRequest {
        delivery_slot: Some(TUESDAY_MORNING.to_owned()),
        ..order_request(&quote, PaymentMethod::Cash, &new_key())
    };
    let placed = leyla.place(request).await.unwrap();
    assert!(placed.order.is_none());
    assert!(changes(&placed).starts_with("delivery: "), "{}", changes(&placed));
    assert_eq!(desk.holidays(HolidayListRequest::default()).await.holidays[0].booked, 1);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn closed_days_are_listed_page_by_page_and_checked(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.operator(9);
    for (date, zone) in [("2026-12-31", None), ("2026-10-01", Some(BAKU)), ("2026-10-01", None)] {
        desk.close_day(date, zone).await.unwrap();
    }
    let mut request = HolidayListRequest { limit: Some(2), ..HolidayListRequest::default() };
    let first = desk.holidays(request.clone()).await;
    request.cursor = first.next_cursor;
    let second = desk.holidays(request).await;
    let dates: Vec<_> =
        first.holidays.iter().chain(&second.holidays).map(|day| (day.date.as_str(), day.zone_id)).collect();
    assert_eq!(dates, [("2026-10-01", Some(BAKU)), ("2026-10-01", None), ("2026-12-31", None)]);
    assert_eq!(second.next_cursor, None);
    assert_snapshot!(refused(desk.close_day("2026-09-20", None).await), @"validation_failed date: in_the_past");
    assert_snapshot!(refused(desk.close_day("2030-01-01", None).await), @"validation_failed date: out_of_range");
    assert_snapshot!(refused(desk.close_day("2026-12-31", None).await), @"validation_failed date: duplicate");
    assert_snapshot!(refused(desk.close_day("2026-12-30", Some(99)).await), @"validation_failed zoneId: unknown_value");
    assert_snapshot!(refused(desk.close_day("tomorrow", Some(-1)).await), @"validation_failed date: invalid_date zoneId: invalid");
    assert_eq!(refused(shop.shopper(1).close_day(TUESDAY, None).await), "forbidden");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_capacity_of_one_day_is_never_below_its_bookings(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    let desk = shop.operator(9);
    for account in [1, 2] {
        order_in_slot(&shop.shopper(account), &[1], TUESDAY_MORNING, PaymentMethod::Cash).await;
    }
    assert_eq!(refused(desk.set_capacity(TUESDAY_MORNING, Some(1), 0).await), "slot_booked booked=2");
    let full = desk.set_capacity(TUESDAY_MORNING, Some(2), 0).await.unwrap();
    assert_eq!((full.capacity, full.booked, full.version, full.usual_capacity), (2, 2, 1, Some(60)));
    assert_eq!(first_slot(&shop, BAKU_CITY).await, "baku-2026-09-22-12");
    let leyla = shop.shopper(3);
    leyla.add((1, None), 1).await.unwrap();
    assert_eq!(check(&leyla, 1, Some(TUESDAY_MORNING)).await.problems[0].code, "delivery_slot_full");
    assert_eq!(refused(desk.set_capacity(TUESDAY_MORNING, Some(7), 0).await), "slot_changed");
    assert_eq!(desk.set_capacity(TUESDAY_MORNING, Some(2), 0).await.unwrap(), full, "the same again is no change");
    let changes = [3, 4, 5].map(|capacity| desk.set_capacity(TUESDAY_MORNING, Some(capacity), 1));
    let saved = join_all(changes).await.into_iter().flatten().count();
    assert_eq!(saved, 1, "the other two have not read the change");
    let usual = desk.set_capacity(TUESDAY_MORNING, None, 2).await.unwrap();
    assert_eq!((usual.capacity, usual.version), (60, 3));
    assert_eq!(first_slot(&shop, BAKU_CITY).await, TUESDAY_MORNING);

    desk.set_capacity("baku-2026-09-22-12", Some(0), 0).await.unwrap();
    let slots = shop.slots(BAKU_CITY, None).await.unwrap();
    assert!(slots.days[0].slots[1].is_full && !slots.days[1].slots[1].is_full);
    for unknown in ["", "baku-2026-09-22-11", "mars-2026-09-22-10"] {
        assert_eq!(refused(desk.set_capacity(unknown, Some(1), 0).await), "delivery_slot_not_found", "{unknown}");
    }
    assert_eq!(refused(desk.set_capacity("baku-2026-09-20-10", Some(1), 0).await), "delivery_slot_over");
    assert_snapshot!(refused(desk.set_capacity(TUESDAY_MORNING, Some(-1), -1).await), @"validation_failed capacity: out_of_range version: out_of_range");
}
