//! Personal data of other accounts: a foreign id gets the same response as an unknown one.

use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    addresses::home,
    house::{House, NEIGHBOUR, text},
};

#[sqlx::test(migrations = false)]
async fn nobody_reaches_what_belongs_to_a_neighbour(pool: PgPool) {
    let house = House::start(pool).await;
    let (session, stranger, home) = (house.sign_in_as(NEIGHBOUR).await, house.token().await, home(&house).await);
    let token = text(&session["accessToken"]);
    let address = house.post_as(token, "/api/v1/user/addresses", &home).await.data();
    let mother = json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"});
    let family = house.post_as(token, "/api/v1/user/family/add", &mother).await.data();
    let device = house.get_as(token, "/api/v1/user/devices").await.data()[0]["id"].clone();
    let owned = async || {
        let paths = ["/api/v1/user/addresses", "/api/v1/user/families", "/api/v1/user/devices"];
        futures::future::join_all(paths.map(|path| house.get_as(token, path)))
            .await
            .iter()
            .map(|a| a.data())
            .collect::<Vec<_>>()
    };
    let before = owned().await;

    for id in [address["id"].to_string(), "999999999".to_owned()] {
        let path = format!("/api/v1/user/addresses/{id}");
        assert_eq!(house.put_as(&stranger, &path, &home).await.problem(), "404 address_not_found", "{id}");
    }
    // Removing something that does not exist succeeds, and so does removing another account's.
    for id in [address["id"].to_string(), "999999999".to_owned()] {
        assert_eq!(house.delete_as(&stranger, &format!("/api/v1/user/addresses/{id}")).await.data(), json!({}));
    }
    for id in [family["id"].clone(), json!(999_999_999)] {
        let answer = house.send_as(&stranger, Method::DELETE, "/api/v1/user/family/remove", &json!({"id": id})).await;
        assert_eq!(answer.data(), json!({}));
    }
    for id in [text(&device), "00000000-0000-7000-8000-000000000000"] {
        assert_eq!(house.delete_as(&stranger, &format!("/api/v1/user/devices/{id}")).await.data(), json!({}));
    }
    assert_eq!(house.delete_as(&stranger, "/api/v1/user/devices").await.status, 200, "the stranger's own others end");
    assert_eq!(owned().await, before);
    for path in ["/api/v1/user/addresses", "/api/v1/user/families"] {
        assert_eq!(house.get_as(&stranger, path).await.data(), json!([]), "{path}");
    }
    assert_eq!(house.get_as(text(&session["refreshToken"]), "/api/v1/auth/refresh").await.status, 200);
}
