use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::house::{House, NEIGHBOUR, text};

#[sqlx::test(migrations = false)]
async fn one_file_has_everything_of_the_caller_and_nothing_of_others(pool: PgPool) {
    let house = House::start(pool).await;
    let (token, neighbour, product) = (house.token().await, house.token_of(NEIGHBOUR).await, house.any_product().await);
    let liked = json!({"productId": product["id"]});
    house.post_as(&token, "/api/v1/product/like", &liked).await.data();
    house.post_as(&token, "/api/v1/cart/add", &liked).await.data();
    let mother = json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"});
    house.post_as(&token, "/api/v1/user/family/add", &mother).await.data();
    let unread = "/api/v1/notification/count";
    eventually("the welcome", async || house.get_as(&token, unread).await.data()["count"] == 1).await;

    let file = house.get_as(&token, "/api/v1/user/export").await;
    let (me, export) = (house.get_as(&token, "/api/v1/user/me").await.data(), file.data());
    let name = format!("attachment; filename=\"sovqat-{}.json\"", text(&me["code"]));
    assert_eq!(
        (file.header("content-disposition"), file.header("cache-control")),
        (name.as_str(), "private, no-store")
    );
    assert_eq!(export["account"]["user"], me);
    assert_eq!(export["account"]["families"][0]["name"], "Solmaz");
    assert_eq!((&export["likes"][0]["id"], &export["cart"]["items"][0]["productId"]), (&product["id"], &product["id"]));
    assert_eq!(export["notifications"][0]["kind"], "welcome");

    for nothing in ["bonuses", "earnings", "cashouts"] {
        assert_eq!(export[nothing], json!([]), "{nothing}");
    }

    let other = house.get_as(&neighbour, "/api/v1/user/export").await;
    assert!(!other.text.contains("Solmaz") && !other.text.contains(text(&me["email"])), "{}", other.text);
    assert_eq!((&other.data()["likes"], &other.data()["cart"]["items"]), (&json!([]), &json!([])));
}

#[sqlx::test(migrations = false)]
async fn a_file_without_a_part_is_no_file(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    house.kill_catalog();
    assert_eq!(house.get_as(&token, "/api/v1/user/export").await.problem(), "503 service_unavailable");
}
