//! The download of all data of an account.

use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

#[sqlx::test(migrations = false)]
async fn an_export_contains_all_data_of_the_caller_only(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, other_token, product) =
        (shop.token().await, shop.token_of(OTHER_SHOPPER).await, shop.any_product().await);
    let liked = json!({"productId": product["id"]});
    shop.post_as(&token, "/api/v1/product/like", &liked).await.data();
    shop.post_as(&token, "/api/v1/cart/add", &liked).await.data();
    let mother = json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"});
    shop.post_as(&token, "/api/v1/user/family/add", &mother).await.data();
    let unread = "/api/v1/notification/count";
    eventually("the welcome notification", async || shop.get_as(&token, unread).await.data()["count"] == 1).await;

    let file = shop.get_as(&token, "/api/v1/user/export").await;
    let (me, export) = (shop.get_as(&token, "/api/v1/user/me").await.data(), file.data());
    let name = format!("attachment; filename=\"sovqat-{}.json\"", text(&me["code"]));
    assert_eq!(
        (file.header("content-disposition"), file.header("cache-control")),
        (name.as_str(), "private, no-store")
    );
    assert_eq!(export["account"]["user"], me);
    assert_eq!(export["account"]["families"][0]["name"], "Solmaz");
    assert_eq!(export["likes"][0]["id"], product["id"]);
    assert_eq!(export["cart"]["items"][0]["productId"], product["id"]);
    assert_eq!(export["notifications"][0]["kind"], "welcome");

    for member in ["bonuses", "earnings", "cashouts"] {
        assert_eq!(export[member], json!([]), "{member}");
    }

    let other = shop.get_as(&other_token, "/api/v1/user/export").await;
    assert!(!other.text.contains("Solmaz"), "{}", other.text);
    assert!(!other.text.contains(text(&me["email"])), "{}", other.text);
    assert_eq!(other.data()["likes"], json!([]));
    assert_eq!(other.data()["cart"]["items"], json!([]));
}

#[sqlx::test(migrations = false)]
async fn an_export_fails_if_a_service_is_down(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    shop.kill_catalog();
    assert_eq!(shop.get_as(&token, "/api/v1/user/export").await.problem(), "503 service_unavailable");
}
