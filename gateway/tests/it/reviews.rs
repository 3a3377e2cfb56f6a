//! Reviews of a product: shoppers write them, operators decide on suspicious ones, and both can reply.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::test_shop::{OTHER_SHOPPER, TestShop, text};

const TEXT: &str = "Çox gözəl hədiyyə oldu, anam sevindi.";

async fn any_reviews(shop: &TestShop) -> (String, Value) {
    let product = shop.any_product().await;
    (format!("/api/v1/product/{}/reviews", product["id"]), product)
}

#[sqlx::test(migrations = false)]
async fn a_review_is_written_read_replied_to_and_deleted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (author, operator) = (shop.token().await, shop.operator().await);
    let (path, product) = any_reviews(&shop).await;
    let before = shop.get_as(&author, &path).await.data()["summary"]["count"].as_i64().unwrap();

    let written = shop.post_as(&author, &path, &json!({"rating": 5, "text": TEXT})).await.data();
    assert_eq!(written["state"], "published");
    assert_eq!(written["rating"], 5);
    assert_eq!(written["isMine"], true);
    let by_slug = format!("/api/v1/product/{}/reviews", text(&product["slug"]));
    let own = shop.get_as(&author, &by_slug).await;
    assert_eq!(own.data()["reviews"][0]["text"], TEXT);
    assert_eq!(own.header("cache-control"), "private, no-store");
    assert_eq!(own.data()["summary"]["count"], before + 1);
    assert_eq!(own.data()["summary"]["stars"].as_array().map(Vec::len), Some(5));
    let public = shop.get(&by_slug).await;
    assert_eq!(public.data()["reviews"][0]["isMine"], false);
    assert_eq!(public.header("cache-control"), "public, max-age=30");

    let again = shop.post_as(&author, &path, &json!({"rating": 2, "text": TEXT})).await.data();
    assert_eq!(again["id"], written["id"]);
    assert_eq!(again["rating"], 2, "an account has one review per product");
    let reply = format!("/api/v1/review/{}/reply", written["id"]);
    let replied = shop.post_as(&operator, &reply, &json!({"text": "Təşəkkür edirik, yenə gözləyirik!"})).await.data();
    assert_eq!(replied["isShop"], true);
    let mine = shop.get_as(&author, "/api/v1/user/reviews").await;
    assert_eq!(mine.data()[0]["review"]["id"], written["id"]);
    assert_eq!(mine.json()["meta"]["total"], 1);
    assert_eq!(mine.data()[0]["product"]["slug"], product["slug"]);
    let own_reply = reply_to_own_review(&shop, &author, &reply).await;
    assert_eq!(own_reply["product"]["slug"], product["slug"]);
    let export = shop.get_as(&author, "/api/v1/user/export").await.data();
    assert_eq!(export["reviews"][0]["review"]["text"], TEXT);
    assert_eq!(export["replies"], json!([own_reply]));

    let review_path = format!("/api/v1/review/{}", written["id"]);
    // A repetition is not an error.
    for _ in 0..2 {
        assert_eq!(shop.delete_as(&author, &review_path).await.data(), json!({}));
    }
    assert_eq!(shop.get_as(&author, &path).await.data()["summary"]["count"], before);
}

async fn reply_to_own_review(shop: &TestShop, author: &str, path: &str) -> Value {
    let reply_form = json!({"text": "Sağ olun, mütləq gələcəyəm."});
    shop.post_as(author, path, &reply_form).await.data();
    let replies = shop.get_as(author, "/api/v1/user/replies").await;
    assert_eq!(replies.header("cache-control"), "private, no-store");
    assert_eq!(replies.json()["meta"]["total"], 1);
    let own_reply = replies.data()[0].clone();
    assert_eq!(own_reply["reply"]["text"], reply_form["text"]);
    assert_eq!(own_reply["reply"]["state"], "published");
    assert_eq!(own_reply["review"]["text"], TEXT);
    assert_eq!(shop.get("/api/v1/user/replies").await.problem(), "401 unauthenticated");
    own_reply
}

#[sqlx::test(migrations = false)]
async fn a_suspicious_review_waits_for_an_operator(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (author, operator) = (shop.token().await, shop.operator().await);
    let (path, product) = any_reviews(&shop).await;
    let advertisement = json!({"rating": 5, "text": "Daha ucuzu burada: https://example.com/ucuz"});
    let written = shop.post_as(&author, &path, &advertisement).await.data();
    assert_eq!(written["state"], "pending");
    let is_published = async || {
        let list = shop.get_as(&operator, &path).await.data();
        list["reviews"].as_array().unwrap().iter().any(|review| review["id"] == written["id"])
    };
    assert!(!is_published().await, "the review is not published yet");
    let queue = shop.get_as(&operator, "/api/v1/admin/reviews?state=pending").await.data();
    let waiting = queue.as_array().unwrap().iter().find(|review| review["id"] == written["id"]);
    let waiting = waiting.expect("the review is in the queue");
    assert_eq!(waiting["suspicion"], "link");
    assert_eq!(waiting["product"]["slug"], product["slug"]);

    let decide = format!("/api/v1/admin/reviews/{}", written["id"]);
    let without_reason = shop.post_as(&operator, &decide, &json!({"publish": false})).await;
    assert!(without_reason.problem().starts_with("422 validation_failed reason="), "{}", without_reason.text);
    let reason = json!({"publish": false, "reason": "Reklam olmaz."});
    assert_eq!(shop.post_as(&operator, &decide, &reason).await.data(), json!({}));
    let mine = shop.get_as(&author, "/api/v1/user/reviews").await.data();
    assert_eq!(mine[0]["review"]["state"], "rejected");
    assert_eq!(mine[0]["reason"], "Reklam olmaz.");
    // The path decides the id and the kind, not the body.
    let with_other_id = json!({"publish": true, "id": 999, "isReply": true});
    assert_eq!(shop.post_as(&operator, &decide, &with_other_id).await.data(), json!({}));
    assert!(is_published().await);
    for (kind, code) in [("reviews", "review_not_found"), ("replies", "reply_not_found")] {
        for id in ["0", "-1", "x", "999999999", "99999999999999999999"] {
            let path = format!("/api/v1/admin/{kind}/{id}");
            let response = shop.post_as(&operator, &path, &json!({"publish": true})).await;
            assert_eq!(response.problem(), format!("404 {code}"), "{path}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn reviews_of_others_cannot_be_deleted(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (author, other) = (shop.token().await, shop.token_of(OTHER_SHOPPER).await);
    let (path, _) = any_reviews(&shop).await;
    let written = shop.post_as(&author, &path, &json!({"rating": 4, "text": TEXT})).await.data();
    for id in [written["id"].to_string(), "999999999".to_owned()] {
        let response = shop.delete_as(&other, &format!("/api/v1/review/{id}")).await;
        assert_eq!(response.data(), json!({}), "another account's review is treated as missing");
    }
    let theirs = shop.post_as(&other, &path, &json!({"rating": 1, "text": TEXT})).await.data();
    assert_ne!(theirs["id"], written["id"]);
    let list = shop.get_as(&other, &path).await.data();
    let mine = |id: &Value| {
        list["reviews"].as_array().unwrap().iter().find(|review| review["id"] == *id).unwrap()["isMine"].clone()
    };
    assert_eq!(mine(&written["id"]), false);
    assert_eq!(mine(&theirs["id"]), true);
}
