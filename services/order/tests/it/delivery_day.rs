//! Tests the operators' page of a day's deliveries. The clock starts on Monday, 21 September, at 18:13 in Baku.

use insta::assert_snapshot;
use proto::{
    json::to_name,
    order::{DayDeliveries, DayWindow, OrderStatus, PaymentMethod, PlaceOrderRequest},
};
use sqlx::PgPool;

use crate::{
    ordering::{new_key, order_request},
    shop::{Shopper, TestShop, refused},
};

// Tuesday at 10:00 and at 14:00.
const EARLY: &str = "baku-2026-09-22-10";
const LATE: &str = "baku-2026-09-22-14";

/// Orders one unit of each product.
pub async fn order_in_slot(shopper: &Shopper, products: &[i64], slot: &str, method: PaymentMethod) -> String {
    for product in products {
        shopper.add((*product, None), 1).await.expect("the product is for sale");
    }
    let quote = shopper.quote_for(slot).await;
    let request =
        PlaceOrderRequest { delivery_slot: Some(slot.to_owned()), ..order_request(&quote, method, &new_key()) };
    shopper.place(request).await.expect("the order is accepted").order.expect("the slot has a place").code
}

/// Returns for example `baku-2026-09-22-10 Bakı 10–12: 1 of 60`.
fn window_text(window: &DayWindow) -> String {
    // Baku is four hours ahead of UTC.
    let hour = |at: Option<prost_types::Timestamp>| (at.expect("a window has times").seconds / 3_600 + 4) % 24;
    let (from, until) = (hour(window.from), hour(window.until));
    format!("{} {} {from}–{until}: {} of {}", window.slot_id, window.zone, window.booked, window.capacity)
}

/// Skips windows without orders. Orders are numbered by their position in `codes`.
fn day_text(deliveries: &DayDeliveries, codes: &[String]) -> String {
    let windows = deliveries.windows.iter().filter(|window| !window.orders.is_empty()).map(|window| {
        let orders = window.orders.iter().map(|order| {
            let number = codes.iter().position(|code| *code == order.code).expect("the test placed the order") + 1;
            let recipient = order.recipient.clone().unwrap_or_default();
            format!(
                "  {number} {} {}, {} {}, {} {}, {}, {} items, {} of {} in cash",
                to_name(order.status()),
                to_name(order.payment_status()),
                recipient.first_name,
                recipient.phone_number,
                order.city,
                order.district.clone().unwrap_or_default(),
                order.store_names.join(" + "),
                order.item_count,
                order.cash_due,
                order.total,
            )
        });
        let orders: Vec<_> = orders.collect();
        format!("{}\n{}", window_text(window.window.as_ref().expect("the window is described")), orders.join("\n"))
    });
    windows.collect::<Vec<_>>().join("\n")
}

/// Returns the codes of three orders for Tuesday, 22 September, then of a cancelled one, and of one for another day.
async fn place_orders(shop: &TestShop) -> [String; 5] {
    shop.catalog.add_offer(1, 1_000, 99);
    shop.catalog.add_offer(2, 2_000, 99);
    shop.catalog.set_store_and_categories(2, 5, &[]);
    let codes = [
        order_in_slot(&shop.shopper(1), &[1, 2], LATE, PaymentMethod::Cash).await,
        order_in_slot(&shop.shopper(2), &[1], EARLY, PaymentMethod::Card).await,
        order_in_slot(&shop.shopper(3), &[2], LATE, PaymentMethod::Cash).await,
        order_in_slot(&shop.shopper(4), &[1], LATE, PaymentMethod::Cash).await,
        order_in_slot(&shop.shopper(5), &[1], "baku-2026-09-23-10", PaymentMethod::Cash).await,
    ];
    shop.run_due_jobs().await;
    let cancelled = shop.any_operator().move_order(&codes[3], OrderStatus::Cancelled, None).await;
    cancelled.expect("the order can be cancelled");
    shop.deliver(&codes[2]).await;
    codes
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_day_has_the_orders_to_deliver_by_window(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let codes = place_orders(&shop).await;
    let desk = shop.any_operator();
    let day = desk.deliveries("2026-09-22").await.unwrap();
    assert_eq!(day.day, "2026-09-22");
    assert_snapshot!(day_text(&day, &codes), @r"
    baku-2026-09-22-10 Bakı 10–12: 1 of 60
      2 waiting pending, Aygün +994501234568, City 1 District 106, Store 1, 1 items, 0 of 1300 in cash
    baku-2026-09-22-14 Bakı 14–16: 2 of 60
      1 waiting unpaid, Aygün +994501234567, City 1 District 106, Store 1 + Store 5, 2 items, 3300 of 3300 in cash
      3 delivered paid, Aygün +994501234569, City 1 District 106, Store 5, 1 items, 0 of 2300 in cash
    ");
    let other_day = desk.deliveries("2026-09-24").await.unwrap();
    assert!(other_day.windows.iter().all(|window| window.orders.is_empty()), "nothing is delivered on another day");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_day_has_every_window_of_every_zone_in_order(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    place_orders(&shop).await;
    let desk = shop.any_operator();
    let windows = desk.delivery_windows("2026-09-22").await.unwrap().windows;
    let deliveries = desk.deliveries("2026-09-22").await.unwrap();
    let windows_with_orders: Vec<_> = deliveries.windows.into_iter().filter_map(|window| window.window).collect();
    assert_eq!(windows_with_orders, windows);
    assert_snapshot!(windows.iter().map(window_text).collect::<Vec<_>>().join("\n"), @r"
    baku-2026-09-22-10 Bakı 10–12: 1 of 60
    baku_outer-2026-09-22-10 Bakının ucqar qəsəbələri 10–13: 0 of 30
    absheron-2026-09-22-10 Sumqayıt və Abşeron 10–14: 0 of 30
    near-2026-09-22-10 Bakıya yaxın rayonlar 10–14: 0 of 30
    regions-2026-09-22-10 Digər rayonlar 10–19: 0 of 60
    far-2026-09-22-10 Naxçıvan və qayıdışın yenicə başladığı rayonlar 10–19: 0 of 30
    baku-2026-09-22-12 Bakı 12–14: 0 of 60
    baku_outer-2026-09-22-13 Bakının ucqar qəsəbələri 13–16: 0 of 30
    baku-2026-09-22-14 Bakı 14–16: 2 of 60
    absheron-2026-09-22-14 Sumqayıt və Abşeron 14–18: 0 of 30
    near-2026-09-22-14 Bakıya yaxın rayonlar 14–19: 0 of 30
    baku-2026-09-22-16 Bakı 16–18: 0 of 60
    baku_outer-2026-09-22-16 Bakının ucqar qəsəbələri 16–19: 0 of 30
    baku-2026-09-22-18 Bakı 18–20: 0 of 60
    absheron-2026-09-22-18 Sumqayıt və Abşeron 18–21: 0 of 20
    baku_outer-2026-09-22-19 Bakının ucqar qəsəbələri 19–22: 0 of 20
    baku-2026-09-22-20 Bakı 20–22: 0 of 40
    ");
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_window_that_is_no_longer_offered_is_listed_only_if_it_has_orders(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    place_orders(&shop).await;
    let desk = shop.any_operator();
    sqlx::query("delete from zone_window where zone_id = 1 and starts in (14, 16)").execute(&pool).await.unwrap();
    let windows = desk.delivery_windows("2026-09-22").await.unwrap().windows;
    let of_baku = windows.iter().filter(|window| window.slot_id.starts_with("baku-")).map(window_text);
    assert_snapshot!(of_baku.collect::<Vec<_>>().join("\n"), @r"
    baku-2026-09-22-10 Bakı 10–12: 1 of 60
    baku-2026-09-22-12 Bakı 12–14: 0 of 60
    baku-2026-09-22-14 Bakı 14–16: 2 of 60
    baku-2026-09-22-18 Bakı 18–20: 0 of 60
    baku-2026-09-22-20 Bakı 20–22: 0 of 40
    ");
    let windows = desk.deliveries("2026-09-22").await.unwrap().windows;
    let order_count: usize = windows.iter().map(|window| window.orders.len()).sum();
    assert_eq!(order_count, 3);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_day_must_be_a_date(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let desk = shop.any_operator();
    assert_snapshot!(refused(desk.deliveries("").await), @"validation_failed day: required");
    assert_snapshot!(refused(desk.deliveries("today").await), @"validation_failed day: invalid_date");
    assert_snapshot!(refused(desk.delivery_windows("2026-02-30").await), @"validation_failed day: invalid_date");
}
