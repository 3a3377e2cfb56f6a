//! Tests that limits of promo codes and slots are exact for two hundred concurrent orders.

use futures::{StreamExt as _, future::join_all, stream};
use proto::order::{CheckRequest, PaymentMethod, PlaceOrderRequest, PlacedOrder};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    ordering::order_request,
    scripted_auth::{HOME, HOME_CITY, HOME_DISTRICT},
    shop::{Shopper, TestShop},
};

/// Baku, tomorrow at 10:00.
const SLOT: &str = "baku-2026-09-22-10";

/// Every shopper has a valid quote before the first one orders.
async fn two_hundred_order(shop: &TestShop, promo: Option<&str>) -> Vec<PlacedOrder> {
    let requests = stream::iter(1..=200).map(|account| async move {
        let shopper = shop.shopper(account);
        let request = quoted_request(&shopper, promo).await;
        (shopper, request)
    });
    let requests: Vec<_> = requests.buffered(4).collect().await;
    join_all(requests.iter().map(|(shopper, request)| shopper.place_until_answered(request.clone()))).await
}

async fn quoted_request(shopper: &Shopper, promo: Option<&str>) -> PlaceOrderRequest {
    shopper.add((1, None), 1).await.expect("the call succeeds");
    let (delivery_slot, promo_code) = (Some(SLOT.to_owned()), promo.map(str::to_owned));
    let check = CheckRequest {
        address_id: Some(HOME),
        delivery_slot: delivery_slot.clone(),
        promo_code: promo_code.clone(),
        ..CheckRequest::default()
    };
    let checked = shopper.check(check).await.expect("the call succeeds");
    assert_eq!(checked.problems, []);
    PlaceOrderRequest { delivery_slot, promo_code, ..order_request(&checked.quote, PaymentMethod::Cash, "limits") }
}

/// Returns how many shoppers have ordered. Every other shopper must keep the cart, and get the change `code` as the
/// reason.
async fn count_orders(shop: &TestShop, placed: &[PlacedOrder], code: &str) -> usize {
    for (placed, account) in placed.iter().zip(1..) {
        let units = shop.shopper(account).units().await.expect("the call succeeds");
        assert_eq!(units, i64::from(placed.order.is_none()));
        assert_eq!(placed.order.is_none(), placed.changes.iter().any(|change| change.code == code), "{placed:?}");
    }
    placed.iter().filter(|placed| placed.order.is_some()).count()
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_code_with_ten_uses_is_used_ten_times(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 999);
    sqlx::query("update zone_window set capacity = 999").execute(&pool).await.unwrap();
    sqlx::query(
        "insert into promo (code, folded, kind, value, is_for_reduced, total_limit) values ('TENONLY', 'tenonly', 'fixed', 100, true, 10)",
    )
    .execute(&pool)
    .await
    .unwrap();
    let placed = two_hundred_order(&shop, Some("TENONLY")).await;
    assert_eq!(count_orders(&shop, &placed, "promo").await, 10);
    // The counter of the code, and the recorded uses.
    let used: (i64, i64) =
        sqlx::query_as("select used, (select count(*) from promo_use) from promo").fetch_one(&pool).await.unwrap();
    assert_eq!(used, (10, 10));
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_slot_with_five_places_is_booked_five_times(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 999);
    sqlx::query("update zone_window set capacity = 5").execute(&pool).await.unwrap();
    let placed = two_hundred_order(&shop, None).await;
    assert_eq!(count_orders(&shop, &placed, "delivery").await, 5);
    let taken: i32 = sqlx::query_scalar("select taken from slot").fetch_one(&pool).await.unwrap();
    assert_eq!(taken, 5);
}

async fn is_slot_shown_full(shop: &TestShop) -> bool {
    let slots = shop.slots(HOME_CITY, Some(HOME_DISTRICT)).await.expect("the call succeeds");
    let slot = slots.days.iter().flat_map(|day| &day.slots).find(|slot| slot.id == SLOT);
    slot.expect("the slot is offered").is_full
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_full_slot_is_not_shown_as_free_again(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.catalog.add_offer(1, 1_000, 999);
    sqlx::query("update zone_window set capacity = 1").execute(&pool).await.unwrap();
    let [first, second] = [1, 2].map(|account| shop.shopper(account));
    let requests = [quoted_request(&first, None).await, quoted_request(&second, None).await];
    assert!(!is_slot_shown_full(&shop).await);
    let [request_of_first, request_of_second] = requests;
    assert!(first.place_until_answered(request_of_first).await.order.is_some());
    assert!(second.place_until_answered(request_of_second).await.order.is_none());
    assert!(is_slot_shown_full(&shop).await);
}

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_changed_zone_is_visible_a_second_later(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    assert!(!is_slot_shown_full(&shop).await);
    sqlx::query("update zone_window set capacity = 0").execute(&pool).await.unwrap();
    eventually("the change of the zone", async || is_slot_shown_full(&shop).await).await;
}
