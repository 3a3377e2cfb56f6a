//! Ids of other accounts get the same response as unknown ids.

use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    addresses::address_form,
    test_shop::{OTHER_SHOPPER, TestShop, text},
};

#[sqlx::test(migrations = false)]
async fn data_of_other_accounts_cannot_be_read_or_changed(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (session, other, form) = (shop.sign_in_as(OTHER_SHOPPER).await, shop.token().await, address_form(&shop).await);
    let token = text(&session["accessToken"]);
    let address = shop.post_as(token, "/api/v1/user/addresses", &form).await.data();
    let mother = json!({"name": "Solmaz", "relation": "mother", "birthDate": "1960-03-08"});
    let family = shop.post_as(token, "/api/v1/user/family/add", &mother).await.data();
    let device = shop.get_as(token, "/api/v1/user/devices").await.data()[0]["id"].clone();
    // Returns the data that the owner sees.
    let owned = async || {
        let paths = ["/api/v1/user/addresses", "/api/v1/user/families", "/api/v1/user/devices"];
        futures::future::join_all(paths.map(|path| shop.get_as(token, path)))
            .await
            .iter()
            .map(|response| response.data())
            .collect::<Vec<_>>()
    };
    let before = owned().await;

    for id in [address["id"].to_string(), "999999999".to_owned()] {
        let path = format!("/api/v1/user/addresses/{id}");
        assert_eq!(shop.put_as(&other, &path, &form).await.problem(), "404 address_not_found", "{id}");
    }
    // Removing data of another account, or unknown data, has no effect and no error.
    for id in [address["id"].to_string(), "999999999".to_owned()] {
        assert_eq!(shop.delete_as(&other, &format!("/api/v1/user/addresses/{id}")).await.data(), json!({}));
    }
    for id in [family["id"].clone(), json!(999_999_999)] {
        let response = shop.send_as(&other, Method::DELETE, "/api/v1/user/family/remove", &json!({"id": id})).await;
        assert_eq!(response.data(), json!({}));
    }
    for id in [text(&device), "00000000-0000-7000-8000-000000000000"] {
        assert_eq!(shop.delete_as(&other, &format!("/api/v1/user/devices/{id}")).await.data(), json!({}));
    }
    assert_eq!(
        shop.delete_as(&other, "/api/v1/user/devices").await.status,
        200,
        "only the caller's other sessions end"
    );
    assert_eq!(owned().await, before);
    for path in ["/api/v1/user/addresses", "/api/v1/user/families"] {
        assert_eq!(shop.get_as(&other, path).await.data(), json!([]), "{path}");
    }
    assert_eq!(shop.get_as(text(&session["refreshToken"]), "/api/v1/auth/refresh").await.status, 200);
}
