//! Delivery zones (fees and hours of places) and closed days. Operators change them, and shoppers see the delivery
//! times.

use kit::permission::Role;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

const ZONES: &str = "/api/v1/admin/zones";
const HOLIDAYS: &str = "/api/v1/admin/delivery-holidays";
/// A city of the demo's zone `far`.
const CITY: i64 = 49;

fn titles(title: &str) -> Value {
    json!({"az": title, "ru": title, "en": title})
}

/// The new zone takes its city from the zone `far`.
fn zone_form() -> Value {
    json!({
        "title": titles("Naxçıvan"),
        "fee": 900,
        "freeFrom": null,
        "minimum": 0,
        "leadDays": 0,
        "cutOff": 24,
        "prepareHours": 0,
        "places": [{"cityId": CITY}],
        "windows": [{"starts": 0, "ends": 24, "capacity": 9, "surcharge": 0}],
        "movePlaces": true,
    })
}

#[sqlx::test(migrations = false)]
async fn a_zone_is_created_changed_and_deleted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let mut form = zone_form();
    form["movePlaces"] = json!(false);
    assert_eq!(shop.post_as(&operator, ZONES, &form).await.problem(), "422 validation_failed places[0]=place_taken");
    let created = shop.post_as(&operator, ZONES, &zone_form()).await.data();
    assert_eq!(created["code"], "naxcivan");
    assert_eq!(created["version"], 1);
    let fee = async || {
        let slots = shop.get(&format!("/api/v1/delivery/slots?cityId={CITY}")).await.data();
        slots["days"][0]["slots"][0]["fee"].clone()
    };
    assert_eq!(fee().await, 900);

    let path = format!("{ZONES}/{}", created["id"]);
    let mut edit = zone_form();
    (edit["version"], edit["fee"]) = (json!(1), json!(950));
    let changed = shop.put_as(&operator, &path, &edit).await.data();
    assert_eq!(changed["fee"], 950);
    assert_eq!(changed["version"], 2);
    assert_eq!(fee().await, 950);
    edit["fee"] = json!(960);
    assert_eq!(shop.put_as(&operator, &path, &edit).await.problem(), "409 zone_changed");
    assert_eq!(shop.get_as(&operator, &path).await.data(), changed);

    shop.send_as(&operator, reqwest::Method::DELETE, &path, &json!({})).await.data();
    let list = shop.get_as(&operator, ZONES).await.data();
    assert_eq!(list["uncoveredCityIds"], json!([CITY]));
    assert_eq!(shop.get_as(&operator, &path).await.problem(), "404 zone_not_found");
}

#[sqlx::test(migrations = false)]
async fn a_closed_day_is_not_offered(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let operator = shop.operator().await;
    let second_day = async || {
        let slots = shop.get("/api/v1/delivery/slots?cityId=1").await.data();
        text(&slots["days"][1]["date"]).to_owned()
    };
    let day = second_day().await;
    let closed = shop.post_as(&operator, HOLIDAYS, &json!({"date": day, "title": titles("Bayram")})).await.data();
    assert_ne!(second_day().await, day);
    assert_eq!(shop.get_as(&operator, HOLIDAYS).await.data(), json!([closed]));
    let path = format!("{HOLIDAYS}/{}", closed["id"]);
    shop.send_as(&operator, reqwest::Method::DELETE, &path, &json!({})).await.data();
    assert_eq!(second_day().await, day);

    // A slot is a delivery window of one day. Its capacity is the number of orders.
    let windows = shop.get_as(&operator, &format!("/api/v1/admin/delivery-windows?day={day}")).await.data();
    let slot = text(&windows["windows"][0]["slotId"]).to_owned();
    let path = format!("/api/v1/admin/delivery-windows/{slot}");
    let set = shop.put_as(&operator, &path, &json!({"capacity": 7, "version": 0})).await.data();
    assert_eq!(set["capacity"], 7);
    assert_eq!(set["version"], 1);
    let stale = shop.put_as(&operator, &path, &json!({"capacity": 8, "version": 0})).await;
    assert_eq!(stale.problem(), "409 slot_changed");
    let earliest = shop.get_as(&operator, &format!("/api/v1/admin/delivery-preview?cityId=1&at={day}T00:00:00Z")).await;
    assert!(text(&earliest.data()["slot"]["id"]).starts_with("baku-"));
}

#[sqlx::test(migrations = false)]
async fn zones_are_for_staff_with_the_permission(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let shopper = shop.token().await;
    for path in [ZONES, HOLIDAYS] {
        assert_eq!(shop.get(path).await.problem(), "401 unauthenticated");
        assert_eq!(shop.get_as(&shopper, path).await.problem(), "403 forbidden");
    }
    let courier = shop.staff(Role::Courier).await;
    assert_eq!(shop.post_as(&courier, ZONES, &zone_form()).await.problem(), "403 forbidden");
    let operator = shop.operator().await;
    let refused = async |body: Value| shop.post_as(&operator, ZONES, &body).await.problem();
    insta::assert_snapshot!(refused(json!({})).await, @"422 validation_failed title=required fee=required freeFrom=required minimum=required leadDays=required cutOff=required prepareHours=required places=required windows=required");
    let mut form = zone_form();
    form["windows"] = json!([{"starts": 10, "ends": 10, "capacity": 1, "surcharge": 0}]);
    insta::assert_snapshot!(refused(form).await, @"422 validation_failed windows[0].ends=invalid_hours");
}
