//! Tests delivery slots. A slot is a window (hours) of one day; `baku-2026-09-22-10` begins at 10:00. A zone is a group
//! of places that are served alike. The clock starts on Monday, 21 September, at 18:13 in Baku.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use insta::assert_snapshot;
use proto::{
    json::to_timestamp,
    order::{
        CheckRequest, CheckedCart, DeliverySlots, DeliverySlotsRequest, EarliestDelivery, EarliestDeliveryRequest,
        PaymentMethod, PlaceOrderRequest, deliveries_client::DeliveriesClient,
    },
};
use sqlx::PgPool;

use crate::{
    ordering::{new_key, order_request},
    shop::{Shopper, TestShop, refused},
};

// Ids of cities. Only Baku has districts.
const BAKU: i64 = 1;
const ABSHERON: i64 = 2;
const CITY_NEAR_BAKU: i64 = 40;
const CITY_IN_REGIONS: i64 = 3;
const FAR_CITY: i64 = 49;
const UNKNOWN_CITY: i64 = 9_999;

const CENTRE: Option<i64> = Some(106);
const OUTSKIRTS: Option<i64> = Some(217);

/// Returns ids and fees. Slots that cannot be booked are in brackets.
fn slots_text(slots: &DeliverySlots, days: usize) -> String {
    let slots = slots.days.iter().take(days).flat_map(|day| &day.slots).map(|slot| {
        let words = format!("{} {}", slot.id, slot.fee);
        if slot.is_full { format!("({words})") } else { words }
    });
    slots.collect::<Vec<_>>().join(", ")
}

/// Without a slot, the first free one is used.
pub async fn check(shopper: &Shopper, address: i64, slot: Option<&str>) -> CheckedCart {
    let delivery_slot = slot.map(str::to_owned);
    let request = CheckRequest { address_id: Some(address), delivery_slot, ..CheckRequest::default() };
    shopper.check(request).await.expect("the cart can be checked")
}

/// Returns time and fee, or the problems.
fn outcome(checked: &CheckedCart) -> String {
    let problems: Vec<_> = checked.problems.iter().map(|problem| problem.code.as_str()).collect();
    let utc_seconds = checked.delivery.as_ref().and_then(|window| window.from).map_or(0, |from| from.seconds);
    // Baku is four hours ahead of UTC.
    let baku_time = chrono::DateTime::from_timestamp(utc_seconds + 4 * 3_600, 0).expect("the time is valid");
    let delivery = format!("{} for {}", baku_time.format("%d.%m %H:%M"), checked.delivery_fee);
    if problems.is_empty() { delivery } else { problems.join("; ") }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn each_place_has_its_days_windows_and_fee(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // Tuesday, 08:13: too late for windows that begin at 10:00.
    shop.clock.advance(TimeDelta::hours(14));
    assert_snapshot!(slots_text(&shop.slots(BAKU, CENTRE).await.unwrap(), 1), @"(baku-2026-09-22-10 300), baku-2026-09-22-12 300, baku-2026-09-22-14 300, baku-2026-09-22-16 300, baku-2026-09-22-18 300, baku-2026-09-22-20 400");
    assert_snapshot!(slots_text(&shop.slots(BAKU, OUTSKIRTS).await.unwrap(), 1), @"(baku_outer-2026-09-22-10 400), baku_outer-2026-09-22-13 400, baku_outer-2026-09-22-16 400, baku_outer-2026-09-22-19 500");
    assert_snapshot!(slots_text(&shop.slots(ABSHERON, None).await.unwrap(), 1), @"(absheron-2026-09-22-10 500), absheron-2026-09-22-14 500, absheron-2026-09-22-18 500");
    assert_snapshot!(slots_text(&shop.slots(CITY_NEAR_BAKU, None).await.unwrap(), 1), @"near-2026-09-23-10 600, near-2026-09-23-14 600");
    assert_snapshot!(slots_text(&shop.slots(CITY_IN_REGIONS, None).await.unwrap(), 1), @"regions-2026-09-24-10 800");
    assert_snapshot!(slots_text(&shop.slots(FAR_CITY, None).await.unwrap(), 1), @"far-2026-09-25-10 1200");
    let slots = shop.slots(BAKU, CENTRE).await.unwrap();
    assert_eq!((slots.days.len(), slots.days[13].date.as_str(), slots.free_from), (14, "2026-10-05", Some(5_000)));
    assert_eq!(shop.slots(UNKNOWN_CITY, None).await.unwrap(), DeliverySlots::default());
    assert_eq!(refused(shop.slots(0, None).await), "city_not_found");
}

/// Returns the inserted ids. A row looks like `    (12, 'BAL', …`.
fn ids_of(sql: &str, table: &str) -> BTreeSet<i64> {
    let rows = sql.split(&format!("insert into {table} (")).nth(1).expect("the schema fills the table");
    let rows = rows.lines().skip(1).take_while(|line| line.starts_with("    ("));
    let id = |row: &str| row.trim_start_matches("    (").split(',').next().and_then(|id| id.parse::<i64>().ok());
    rows.map(|row| id(row).expect("a row begins with an id")).collect()
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn every_place_of_an_address_has_delivery(pool: PgPool) {
    let schema = include_str!("../../../../migrations/auth/0002_schema.sql");
    let shop = TestShop::start(pool.clone()).await;
    let (cities, districts) = (ids_of(schema, "city"), ids_of(schema, "district"));
    assert_eq!((cities.len(), districts.len()), (74, 45));
    for city in &cities {
        assert!(!shop.slots(*city, None).await.unwrap().days.is_empty(), "city {city}");
    }
    for district in &districts {
        assert!(!shop.slots(BAKU, Some(*district)).await.unwrap().days.is_empty(), "district {district}");
    }
    let places: Vec<(i64, Option<i64>)> =
        sqlx::query_as("select city_id, district_id from zone_place").fetch_all(&pool).await.unwrap();
    for (city, district) in places {
        assert!(cities.contains(&city), "{city}");
        assert!(district.is_none_or(|id| districts.contains(&id)), "{city}/{district:?}");
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_promised_threshold_for_free_delivery_is_applied(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let promised = shop.promises("az").await;
    for (zone, city, district) in
        [("baku", BAKU, CENTRE), ("baku_outer", BAKU, OUTSKIRTS), ("absheron", ABSHERON, None), ("far", FAR_CITY, None)]
    {
        let tariff = promised.tariffs.iter().find(|tariff| tariff.code == zone).unwrap();
        let slots = shop.slots(city, district).await.unwrap();
        assert_eq!(slots.free_from, tariff.free_from, "{zone}");
        assert_eq!(slots.days[1].slots[0].fee, tariff.fee + tariff.windows[0].surcharge, "{zone}");
    }
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_check_returns_delivery_time_and_fee(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    // Address 1 is in Baku, and address 4 does not exist.
    shop.auth.add_address(2, CITY_IN_REGIONS, None);
    shop.auth.add_address(3, UNKNOWN_CITY, None);
    shop.catalog.add_offer(1, 1_000, 99);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 2).await.unwrap();
    assert_snapshot!(outcome(&check(&aygun, 1, None).await), @"22.09 10:00 for 300");
    assert_snapshot!(outcome(&check(&aygun, 1, Some("baku-2026-09-22-20")).await), @"22.09 20:00 for 400");
    assert_snapshot!(outcome(&check(&aygun, 2, None).await), @"24.09 10:00 for 800");
    let checked = check(&aygun, 1, Some("baku-2026-09-22-10")).await;
    // The total includes VAT of 18 per cent.
    assert_eq!((checked.total, checked.vat, checked.free_delivery_from), (2_300, 351, Some(5_000)));

    // From 50.00 ₼, delivery in Baku is free.
    aygun.update((1, None), 5).await.unwrap();
    assert_snapshot!(outcome(&check(&aygun, 1, None).await), @"22.09 10:00 for 0");
    // The evening surcharge remains.
    assert_snapshot!(outcome(&check(&aygun, 1, Some("baku-2026-09-22-20")).await), @"22.09 20:00 for 100");
    assert_snapshot!(outcome(&check(&aygun, 2, None).await), @"24.09 10:00 for 800");
    aygun.update((1, None), 10).await.unwrap();
    assert_snapshot!(outcome(&check(&aygun, 2, None).await), @"24.09 10:00 for 0");

    assert_snapshot!(outcome(&check(&aygun, 3, None).await), @"address_outside_zones");
    assert_snapshot!(outcome(&check(&aygun, 4, None).await), @"address_not_found");
    assert_snapshot!(outcome(&check(&aygun, 1, Some("baku-2026-09-21-18")).await), @"delivery_slot_over");
    assert_snapshot!(outcome(&check(&aygun, 1, Some("regions-2026-09-24-10")).await), @"delivery_slot_not_found");
    // It is now 08:13, which is too late for the window of 10:00.
    shop.clock.advance(TimeDelta::hours(14));
    let aygun = shop.shopper(1);
    assert_snapshot!(outcome(&check(&aygun, 1, None).await), @"22.09 12:00 for 0");
}

/// All items of an order are delivered together, when the slowest is ready.
#[sqlx::test(migrator = "order::MIGRATOR")]
async fn goods_made_to_order_are_promised_and_booked_when_ready(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 1_000, 99);
    shop.catalog.add_offer(2, 1_000, 99);
    let preparation_days = 2;
    shop.catalog.set_preparation_days(2, preparation_days);
    let deliveries = || DeliveriesClient::new(shop.channel());
    let earliest = async |preparation_days| {
        let request = EarliestDeliveryRequest { city_id: Some(BAKU), district_id: CENTRE, preparation_days };
        deliveries().earliest(request).await.map(|earliest| promise(earliest.get_ref()))
    };
    assert_snapshot!(earliest(None).await.expect("the zone has a slot"), @"Bakı: baku-2026-09-22-10 for 300, free from 5000, at least 0");
    assert_snapshot!(earliest(Some(2)).await.expect("the zone has a slot"), @"Bakı: baku-2026-09-24-10 for 300, free from 5000, at least 0");
    for invalid in [-1, 11, i64::MAX] {
        assert_eq!(refused(earliest(Some(invalid)).await), "validation_failed preparationDays: out_of_range");
    }
    let request = DeliverySlotsRequest { city_id: BAKU, district_id: CENTRE, preparation_days: Some(2) };
    let slots = deliveries().slots(request).await.expect("the slots can be read").into_inner();
    assert_eq!(slots.days[0].date, "2026-09-24");
    assert!(slots.days.iter().flat_map(|day| &day.slots).all(|slot| !slot.is_full));

    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.expect("the product is for sale");
    assert_snapshot!(outcome(&check(&aygun, 1, Some("baku-2026-09-22-20")).await), @"22.09 20:00 for 400");
    aygun.add((2, None), 1).await.expect("the product is for sale");
    assert_snapshot!(outcome(&check(&aygun, 1, None).await), @"24.09 10:00 for 300");
    assert_snapshot!(outcome(&check(&aygun, 1, Some("baku-2026-09-22-20")).await), @"delivery_slot_too_early");
    let checked = check(&aygun, 1, Some("baku-2026-09-24-10")).await;
    let request = PlaceOrderRequest {
        delivery_slot: Some("baku-2026-09-24-10".to_owned()),
        ..order_request(&checked.quote, PaymentMethod::Cash, &new_key())
    };
    let order = aygun.place(request).await.expect("the order is in time").order.expect("the slot has a place");
    assert_eq!(order.delivery.and_then(|delivery| delivery.from), slots.days[0].slots[0].from);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn small_orders_are_not_delivered_to_distant_zones(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.auth.add_address(2, FAR_CITY, None);
    shop.catalog.add_offer(1, 1_250, 99);
    let aygun = shop.shopper(1);
    aygun.add((1, None), 1).await.unwrap();
    let checked = check(&aygun, 2, None).await;
    assert_eq!((outcome(&checked).as_str(), checked.problems[0].missing), ("order_below_minimum", Some(750)));
    assert_eq!(checked.quote, "");
    aygun.update((1, None), 2).await.unwrap();
    assert_snapshot!(outcome(&check(&aygun, 2, None).await), @"25.09 10:00 for 1200");
}

/// Without a place, the nearest zone is used.
pub async fn earliest(shop: &TestShop, city_id: Option<i64>, district_id: Option<i64>) -> EarliestDelivery {
    let request = EarliestDeliveryRequest { city_id, district_id, preparation_days: None };
    DeliveriesClient::new(shop.channel()).earliest(request).await.expect("the delivery can be read").into_inner()
}

/// Returns for example `Bakı: baku-2026-09-22-10 for 300, free from 5000, at least 0`.
fn promise(earliest: &EarliestDelivery) -> String {
    let slot =
        earliest.slot.as_ref().map_or_else(|| "nothing".to_owned(), |slot| format!("{} for {}", slot.id, slot.fee));
    let free = earliest.free_from.map(|from| format!(", free from {from}")).unwrap_or_default();
    format!("{}: {slot}{free}, at least {}", earliest.zone.as_deref().unwrap_or("nowhere"), earliest.minimum)
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn the_earliest_slot_is_returned_for_a_place_and_the_nearest_zone(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    assert_snapshot!(promise(&earliest(&shop, None, None).await), @"Bakı: baku-2026-09-22-10 for 300, free from 5000, at least 0");
    assert_snapshot!(promise(&earliest(&shop, Some(BAKU), OUTSKIRTS).await), @"Bakının ucqar qəsəbələri: baku_outer-2026-09-22-10 for 400, free from 5000, at least 500");
    assert_snapshot!(promise(&earliest(&shop, Some(FAR_CITY), None).await), @"Naxçıvan və qayıdışın yenicə başladığı rayonlar: far-2026-09-25-10 for 1200, free from 15000, at least 2000");
    assert_snapshot!(promise(&earliest(&shop, Some(UNKNOWN_CITY), None).await), @"nowhere: nothing, at least 0");
    let request = EarliestDeliveryRequest { city_id: Some(0), district_id: None, preparation_days: None };
    assert_eq!(refused(DeliveriesClient::new(shop.channel()).earliest(request).await), "city_not_found");
    let nearest = earliest(&shop, None, None).await;
    assert_eq!(nearest.at, Some(to_timestamp(shop.clock.now())));
    // Zone 6 is `far`.
    sqlx::query("update zone_window set capacity = 0 where zone_id = 6").execute(&pool).await.unwrap();
    shop.app.zones.forget();
    assert_snapshot!(promise(&earliest(&shop, Some(FAR_CITY), None).await), @"Naxçıvan və qayıdışın yenicə başladığı rayonlar: nothing, free from 15000, at least 2000");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_promised_slot_can_be_booked_until_its_last_second(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    shop.catalog.add_offer(1, 20_000, 99);
    let places = [
        (BAKU, CENTRE),
        (BAKU, OUTSKIRTS),
        (ABSHERON, None),
        (CITY_NEAR_BAKU, None),
        (CITY_IN_REGIONS, None),
        (FAR_CITY, None),
    ];
    for (address, (city, district)) in (1..).zip(places) {
        shop.auth.add_address(address, city, district);
        let promised = earliest(&shop, Some(city), district).await;
        let slot = promised.slot.expect("the zone has a slot");
        let until = promised.order_until.expect("the slot has an end of ordering");
        shop.clock.advance(TimeDelta::seconds(until.seconds - 1 - shop.clock.now().timestamp()));
        // Signs in again, because the clock has advanced.
        let aygun = shop.shopper(address);
        aygun.add((1, None), 1).await.expect("the product is for sale");
        let checked = check(&aygun, address, Some(&slot.id)).await;
        let request = PlaceOrderRequest {
            address_id: address,
            delivery_slot: Some(slot.id.clone()),
            ..order_request(&checked.quote, PaymentMethod::Cash, &new_key())
        };
        let order = aygun.place(request).await.expect("the order is in time").order.expect("the slot has a place");
        assert_eq!(order.delivery.and_then(|delivery| delivery.from), slot.from, "city {city}");

        shop.clock.advance(TimeDelta::seconds(1));
        let aygun = shop.shopper(address);
        aygun.add((1, None), 1).await.expect("the product is for sale");
        assert_eq!(outcome(&check(&aygun, address, Some(&slot.id)).await), "delivery_slot_over", "city {city}");
        assert_ne!(
            earliest(&shop, Some(city), district).await.slot.expect("the zone has a next slot").id,
            slot.id,
            "city {city}"
        );
    }
}
