//! The devices on which an account is signed in.

use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::test_shop::{OTHER_SHOPPER, TestShop, send, text};

#[sqlx::test(migrations = false)]
async fn another_device_can_be_signed_out(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let credentials = json!({"login": OTHER_SHOPPER.0, "password": OTHER_SHOPPER.1});
    let agent = "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    let phone = shop.request(Method::POST, "/api/v1/auth/signin").header("user-agent", agent).json(&credentials);
    let phone = send(phone).await.data();
    let here = shop.token_of(OTHER_SHOPPER).await;
    let devices = shop.get_as(&here, "/api/v1/user/devices").await.data();
    let other = devices.as_array().unwrap().iter().find(|device| device["isCurrent"] == false).unwrap();
    assert_eq!(text(&other["browser"]), "Chrome");
    assert_eq!(text(&other["system"]), "Android");
    shop.delete_as(&here, &format!("/api/v1/user/devices/{}", text(&other["id"]))).await.data();
    assert_eq!(shop.get_as(text(&phone["refreshToken"]), "/api/v1/auth/refresh").await.status, 401);
    assert_eq!(shop.get_as(&here, "/api/v1/user/devices").await.data().as_array().unwrap().len(), 1);
}
