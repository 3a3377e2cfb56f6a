use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::house::{House, NEIGHBOUR, send, text};

#[sqlx::test(migrations = false)]
async fn devices_are_named_and_signed_out_from_afar(pool: PgPool) {
    let house = House::start(pool).await;
    let credentials = json!({"login": NEIGHBOUR.0, "password": NEIGHBOUR.1});
    let agent = "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    let phone = house.request(Method::POST, "/api/v1/auth/signin").header("user-agent", agent).json(&credentials);
    let phone = send(phone).await.data();
    let here = house.token_of(NEIGHBOUR).await;
    let devices = house.get_as(&here, "/api/v1/user/devices").await.data();
    let other = devices.as_array().unwrap().iter().find(|device| device["isCurrent"] == false).unwrap();
    assert_eq!((text(&other["browser"]), text(&other["system"])), ("Chrome", "Android"));
    house.delete_as(&here, &format!("/api/v1/user/devices/{}", text(&other["id"]))).await.data();
    assert_eq!(house.get_as(text(&phone["refreshToken"]), "/api/v1/auth/refresh").await.status, 401);
    assert_eq!(house.get_as(&here, "/api/v1/user/devices").await.data().as_array().unwrap().len(), 1);
}
