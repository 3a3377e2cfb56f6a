//! Lists of products that bloggers compose, and the public pages of these lists.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

const ABOUT: &str = "Hədiyyələr haqqında yazıram, Bakıda yaşayıram və gül buketlərini çox sevirəm.";

/// Returns a new token of the demo's shopper.
pub async fn make_blogger(shop: &TestShop) -> String {
    let (applicant, operator) = (shop.token().await, shop.operator().await);
    let applied = shop.post_as(&applicant, "/api/v1/influencer/apply", &json!({"about": ABOUT})).await.data();
    let decide = format!("/api/v1/admin/influencers/{}/decide", applied["id"]);
    shop.post_as(&operator, &decide, &json!({"approve": true})).await.data();
    shop.token().await
}

async fn create(shop: &TestShop, token: &str, name: &str) -> Value {
    shop.post_as(token, "/api/v1/list", &json!({"name": name})).await.data()
}

#[sqlx::test(migrations = false)]
async fn a_blogger_manages_lists_and_guests_can_read_them(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, product) = (make_blogger(&shop).await, shop.any_product().await);
    let list = create(&shop, &token, "Anama hədiyyələr").await;
    let list_path = format!("/api/v1/list/{}", list["id"]);
    let products = format!("{list_path}/products");
    assert_eq!(list["productCount"], 0);
    assert_eq!(list["description"], "");
    let added = shop.post_as(&token, &products, &json!({"productId": product["id"]})).await.data();
    assert_eq!(added["productCount"], 1);
    let lists = shop.get_as(&token, &format!("/api/v1/list/all?productId={}", product["id"])).await.data();
    assert_eq!(lists[0]["id"], list["id"]);
    assert_eq!(lists[0]["hasProduct"], true);

    let change = json!({"description": "Bayrama nə alım deyənlər üçün", "id": 999});
    let renamed = shop.put_as(&token, &list_path, &change).await.data();
    assert_eq!(renamed["id"], list["id"]);
    assert_eq!(renamed["name"], list["name"], "an absent member is unchanged");
    let public = shop.get(&format!("/api/v1/list/{}", text(&list["slug"]))).await;
    assert_eq!(public.header("cache-control"), "public, max-age=30");
    let data = public.data();
    assert_eq!(data["products"][0]["id"], product["id"]);
    assert_eq!(data["list"]["description"], change["description"]);
    assert!(text(&data["author"]).ends_with('.'), "{}: a first name and an initial", data["author"]);
    assert_eq!(public.json()["meta"]["total"], 1);
    let export = shop.get_as(&token, "/api/v1/user/export").await.data();
    assert_eq!(export["lists"][0]["slug"], list["slug"]);

    let removed = shop.delete_as(&token, &format!("{products}/{}", product["id"])).await.data();
    assert_eq!(removed["productCount"], 0);
    // A repetition is not an error.
    for _ in 0..2 {
        assert_eq!(shop.delete_as(&token, &list_path).await.data(), json!({}));
    }
    assert_eq!(shop.get_as(&token, "/api/v1/list/all").await.data(), json!([]));
}

#[sqlx::test(migrations = false)]
async fn only_its_blogger_can_change_a_list(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (token, other, product) =
        (make_blogger(&shop).await, shop.token_of(OTHER_SHOPPER).await, shop.any_product().await);
    let refused = shop.post_as(&other, "/api/v1/list", &json!({"name": "Mənim siyahım"})).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    let list = create(&shop, &token, "Anama hədiyyələr").await;
    let addition = json!({"productId": product["id"]});
    for id in [list["id"].to_string(), "999999999".to_owned(), "0".to_owned(), "x".to_owned()] {
        let list_path = format!("/api/v1/list/{id}");
        for (method, path) in [
            (Method::PUT, list_path.clone()),
            (Method::POST, format!("{list_path}/products")),
            (Method::DELETE, format!("{list_path}/products/{}", product["id"])),
        ] {
            let response = shop.send_as(&other, method.clone(), &path, &addition).await;
            assert_eq!(response.problem(), "404 list_not_found", "{method} {path}");
        }
        let deleted = shop.delete_as(&other, &list_path).await;
        assert!(matches!(deleted.status, 200 | 404), "{}", deleted.text);
    }
    assert_eq!(shop.get_as(&other, "/api/v1/list/all").await.data(), json!([]));
    assert_eq!(shop.get_as(&token, "/api/v1/list/all").await.data()[0], list, "nothing has changed");
    for id in ["0", "x", "999999999"] {
        let path = format!("/api/v1/list/{}/products/{id}", list["id"]);
        let response = shop.delete_as(&token, &path).await;
        assert!(response.status == 200 || response.problem() == "404 product_not_found", "{path}: {}", response.text);
    }
}
