//! Signing in, marking favourites, filling the cart, and reading notifications.

use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::test_shop::{LOGIN, TestShop, send, text};

#[sqlx::test(migrations = false)]
async fn a_session_is_started_refreshed_and_ended(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let session = shop.sign_in().await;
    let token = text(&session["accessToken"]);
    let me = shop.get_as(token, "/api/v1/user/me").await;
    assert_eq!(me.data(), session["user"]);
    assert_eq!(me.header("cache-control"), "private, no-store");
    assert!(session["expiresIn"].is_i64());
    for member in "id firstName lastName code email phoneNumber isBlogger emailVerified roles".split_whitespace() {
        assert!(session["user"].get(member).is_some(), "{member}");
    }
    let renewed = shop.get_as(text(&session["refreshToken"]), "/api/v1/auth/refresh").await;
    assert_eq!(renewed.header("cache-control"), "private, no-store");
    let tokens = renewed.data();
    assert_eq!(shop.get_as(text(&tokens["accessToken"]), "/api/v1/user/me").await.status, 200);
    assert_eq!(shop.get_as(text(&tokens["accessToken"]), "/api/v1/auth/logout").await.data(), json!({}));
    let after = shop.get_as(text(&tokens["refreshToken"]), "/api/v1/auth/refresh").await;
    assert_eq!(after.problem(), "401 unauthenticated");
}

#[sqlx::test(migrations = false)]
async fn sign_in_does_not_reveal_what_was_wrong(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let mut problems = Vec::new();
    for (login, password) in [(LOGIN, "wrong"), ("+994 55 999 99 99", "wrong"), ("nobody@example.az", "wrong")] {
        let request = shop
            .request(reqwest::Method::POST, "/api/v1/auth/signin")
            .json(&json!({"login": login, "password": password}));
        let mut problem = send(request.header("accept-language", "en")).await.json();
        problem["traceId"].take();
        problems.push(problem);
    }
    assert_eq!(problems[0]["code"], "invalid_credentials");
    assert!(problems.iter().all(|problem| *problem == problems[0]), "{problems:?}");
    let empty = send(shop.request(reqwest::Method::POST, "/api/v1/auth/signin").json(&json!({}))).await;
    assert_eq!(empty.problem(), "422 validation_failed login=required password=required");
}

#[sqlx::test(migrations = false)]
async fn favourites_and_cart_lines_are_counted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, product) = (shop.token().await, shop.any_product().await);
    let id = &product["id"];
    assert_eq!(shop.get_as(&token, "/api/v1/cart/counts").await.data(), json!({"cartCount": 0, "favCount": 0}));
    let like = json!({"productId": id});
    assert_eq!(shop.post_as(&token, "/api/v1/product/like", &like).await.data(), json!({"favCount": 1}));
    assert_eq!(shop.post_as(&token, "/api/v1/product/like", &like).await.data(), json!({"favCount": 1}));
    let likes = shop.get_as(&token, "/api/v1/product/likes?isGetAll=true").await;
    assert_eq!((&likes.data()["products"][0]["id"], &likes.json()["meta"]["total"]), (id, &json!(1)));
    let path = format!("/api/v1/product/{}", text(&product["slug"]));
    let own = shop.get_as(&token, &path).await;
    assert_eq!((own.data()["isLiked"].as_bool(), own.header("cache-control")), (Some(true), "private, no-store"));
    assert_eq!(shop.get(&path).await.data()["isLiked"], false, "favourites are private");

    let cart = shop.post_as(&token, "/api/v1/cart/add", &json!({"productId": id, "count": 2})).await.data();
    assert_eq!((&cart["items"][0]["productId"], &cart["items"][0]["count"]), (id, &json!(2)));
    shop.post_as(&token, "/api/v1/cart/add", &json!({"productId": id})).await.data();
    assert_eq!(shop.get_as(&token, "/api/v1/cart/counts").await.data(), json!({"cartCount": 3, "favCount": 1}));
    let set = shop.post_as(&token, "/api/v1/cart/update", &json!({"productId": id, "count": 1})).await.data();
    assert_eq!(set["items"][0]["count"], 1);
    assert_eq!(shop.get_as(&token, "/api/v1/cart/all").await.data(), set);
    let checked = shop.post_as(&token, "/api/v1/order/check", &json!({})).await.data();
    for member in "lines problems subtotal promoDiscount deliveryFee total quote".split_whitespace() {
        assert!(checked.get(member).is_some(), "{member} is missing in {checked}");
    }
    let many = shop.post_as(&token, "/api/v1/cart/add", &json!({"productId": id, "count": 999})).await;
    assert_eq!(many.problem(), "409 not_enough_stock");
    assert!(many.json()["available"].is_i64(), "{}", many.text);
    assert_eq!(shop.post_as(&token, "/api/v1/cart/remove", &json!({"productId": id})).await.data()["items"], json!([]));
    shop.post_as(&token, "/api/v1/cart/add", &json!({"productId": id})).await.data();
    assert_eq!(shop.post_as(&token, "/api/v1/cart/clear", &json!({})).await.data()["total"], 0);
    assert_eq!(shop.post_as(&token, "/api/v1/product/like/remove", &like).await.data(), json!({"favCount": 0}));
}

#[sqlx::test(migrations = false)]
async fn the_welcome_notification_is_received_and_read(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let token = shop.token().await;
    let unread =
        async || shop.get_as(&token, "/api/v1/notification/count?hasViewed=false").await.data()["count"].as_i64();
    eventually("the welcome notification", async || unread().await == Some(1)).await;
    let list = shop.get_as(&token, "/api/v1/notification/all?page=1").await;
    assert_eq!(list.json()["meta"]["total"], 1);
    let welcome = &list.data()[0];
    assert!(text(&welcome["createdAt"]).ends_with('Z'), "{welcome}");
    let read = shop.get_as(&token, &format!("/api/v1/notification/read/{}", welcome["id"])).await;
    assert_eq!(read.data()["hasViewed"], true);
    assert_eq!(unread().await, Some(0));
    assert_eq!(shop.get_as(&token, "/api/v1/notification/read/999999").await.problem(), "404 notification_not_found");
}
