//! The places that address forms offer, and a shopper's saved addresses.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{TestShop, text};

/// The city has no districts, because the form would have to name one.
pub async fn address_form(shop: &TestShop) -> Value {
    let cities = shop.get("/api/v1/address/cities").await.data();
    let without_districts = cities.as_array().expect("a list").iter().find(|city| city["hasDistricts"] == false);
    let city = without_districts.expect("most cities have no districts")["id"].clone();
    json!({"title": "Ev", "type": "home", "cityId": city, "street": "Nizami", "building": "12", "isDefault": false})
}

#[sqlx::test(migrations = false)]
async fn places_and_countries_are_public_and_cached(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let cities = shop.get("/api/v1/address/cities").await;
    assert_eq!(text(&cities.data()[0]["name"]), "Bakı");
    assert_eq!(cities.header("cache-control"), "public, max-age=10");
    assert_eq!(text(&shop.get_in("ru", "/api/v1/address/cities").await.data()[0]["name"]), "Баку");
    let baku = cities.data()[0]["id"].clone();
    for part in ["districts", "stations"] {
        let list = shop.get(&format!("/api/v1/address/cities/{baku}/{part}")).await;
        assert!(list.data().as_array().unwrap().len() >= 12, "{part}: {}", list.text);
        for id in ["0", "-1", "x", "999999", "99999999999999999999"] {
            let refused = shop.get(&format!("/api/v1/address/cities/{id}/{part}")).await;
            assert_eq!(refused.problem(), "404 city_not_found", "{id}/{part}");
        }
    }
    let countries = shop.get("/api/v1/auth/countries").await;
    assert_eq!(text(&countries.data()[0]["dialCode"]), "+994");
    assert_eq!(countries.header("cache-control"), "public, max-age=10");
}

#[sqlx::test(migrations = false)]
async fn an_address_is_added_changed_and_removed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, mut form) = (shop.token().await, address_form(&shop).await);
    let list = async || shop.get_as(&token, "/api/v1/user/addresses").await.data();
    let first = shop.post_as(&token, "/api/v1/user/addresses", &form).await.data();
    assert_eq!(first["isDefault"], true);
    assert_eq!(first["type"], "home");
    assert_eq!(list().await, json!([first]));
    // An id in the body is ignored.
    form["id"] = first["id"].clone();
    let second = shop.post_as(&token, "/api/v1/user/addresses", &form).await.data();
    assert_ne!(second["id"], first["id"]);
    form["title"] = json!("Anamgil");
    let path = format!("/api/v1/user/addresses/{}", second["id"]);
    let changed = shop.put_as(&token, &path, &form).await.data();
    assert_eq!(changed["id"], second["id"]);
    assert_eq!(changed["title"], "Anamgil");
    assert!(list().await.as_array().unwrap().contains(&first), "the other address is unchanged");
    shop.delete_as(&token, &path).await.data();
    assert_eq!(list().await, json!([first]));
}
