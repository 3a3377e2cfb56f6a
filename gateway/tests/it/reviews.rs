//! Reviews of a product: writing, moderation and replies.

use serde_json::{Value, json};
use sqlx::PgPool;

use crate::house::{House, NEIGHBOUR, OPERATOR, text};

const TEXT: &str = "Çox gözəl hədiyyə oldu, anam sevindi.";

/// Returns the path of a product's reviews, and the product.
async fn somewhere(house: &House) -> (String, Value) {
    let product = house.any_product().await;
    (format!("/api/v1/product/{}/reviews", product["id"]), product)
}

#[sqlx::test(migrations = false)]
async fn a_review_is_written_read_answered_and_taken_back(pool: PgPool) {
    let house = House::start(pool).await;
    let (aygun, operator) = (house.token().await, house.token_of(OPERATOR).await);
    let (path, product) = somewhere(&house).await;
    let before = house.get_as(&aygun, &path).await.data()["summary"]["count"].as_i64().unwrap();

    let written = house.post_as(&aygun, &path, &json!({"rating": 5, "text": TEXT})).await.data();
    assert_eq!(
        (&written["state"], &written["rating"], &written["isMine"]),
        (&json!("published"), &json!(5), &json!(true))
    );
    let by_slug = format!("/api/v1/product/{}/reviews", text(&product["slug"]));
    let own = house.get_as(&aygun, &by_slug).await;
    assert_eq!((&own.data()["reviews"][0]["text"], own.header("cache-control")), (&json!(TEXT), "private, no-store"));
    assert_eq!(own.data()["summary"]["count"], before + 1);
    assert_eq!(own.data()["summary"]["stars"].as_array().map(Vec::len), Some(5));
    let public = house.get(&by_slug).await;
    assert_eq!(
        (&public.data()["reviews"][0]["isMine"], public.header("cache-control")),
        (&json!(false), "public, max-age=30")
    );

    let again = house.post_as(&aygun, &path, &json!({"rating": 2, "text": TEXT})).await.data();
    assert_eq!((&again["id"], &again["rating"]), (&written["id"], &json!(2)), "one person has one");
    let reply = format!("/api/v1/review/{}/reply", written["id"]);
    let replied = house.post_as(&operator, &reply, &json!({"text": "Təşəkkür edirik, yenə gözləyirik!"})).await.data();
    assert_eq!(replied["isShop"], true);
    let mine = house.get_as(&aygun, "/api/v1/user/reviews").await;
    assert_eq!((&mine.data()[0]["review"]["id"], &mine.json()["meta"]["total"]), (&written["id"], &json!(1)));
    assert_eq!(mine.data()[0]["product"]["slug"], product["slug"]);
    let thanks = json!({"text": "Sağ olun, mütləq gələcəyəm."});
    house.post_as(&aygun, &reply, &thanks).await.data();
    let replies = house.get_as(&aygun, "/api/v1/user/replies").await;
    let (own_reply, meta) = (replies.data()[0].clone(), replies.json()["meta"]["total"].clone());
    assert_eq!((&own_reply["reply"]["text"], &own_reply["reply"]["state"]), (&thanks["text"], &json!("published")));
    assert_eq!((&own_reply["review"]["text"], &own_reply["product"]["slug"]), (&json!(TEXT), &product["slug"]));
    assert_eq!((meta, replies.header("cache-control")), (json!(1), "private, no-store"));
    assert_eq!(house.get("/api/v1/user/replies").await.problem(), "401 unauthenticated");
    let export = house.get_as(&aygun, "/api/v1/user/export").await.data();
    assert_eq!(export["reviews"][0]["review"]["text"], TEXT);
    assert_eq!(export["replies"], json!([own_reply]));

    let own = format!("/api/v1/review/{}", written["id"]);
    for _ in 0..2 {
        assert_eq!(house.delete_as(&aygun, &own).await.data(), json!({}));
    }
    assert_eq!(house.get_as(&aygun, &path).await.data()["summary"]["count"], before);
}

#[sqlx::test(migrations = false)]
async fn what_looks_like_an_advertisement_waits_for_an_operator(pool: PgPool) {
    let house = House::start(pool).await;
    let (aygun, operator) = (house.token().await, house.token_of(OPERATOR).await);
    let (path, product) = somewhere(&house).await;
    let advertisement = json!({"rating": 5, "text": "Daha ucuzu burada: https://example.com/ucuz"});
    let written = house.post_as(&aygun, &path, &advertisement).await.data();
    assert_eq!(written["state"], "pending");
    let is_read = async || {
        let list = house.get_as(&operator, &path).await.data();
        list["reviews"].as_array().unwrap().iter().any(|review| review["id"] == written["id"])
    };
    assert!(!is_read().await, "nobody reads it yet");
    let queue = house.get_as(&operator, "/api/v1/admin/reviews?state=pending").await.data();
    let waiting = queue.as_array().unwrap().iter().find(|one| one["id"] == written["id"]).expect("it waits");
    assert_eq!((&waiting["suspicion"], &waiting["product"]["slug"]), (&json!("link"), &product["slug"]));

    let decide = format!("/api/v1/admin/reviews/{}", written["id"]);
    let silent = house.post_as(&operator, &decide, &json!({"publish": false})).await;
    assert!(silent.problem().starts_with("422 validation_failed reason="), "{}", silent.text);
    let reason = json!({"publish": false, "reason": "Reklam olmaz."});
    assert_eq!(house.post_as(&operator, &decide, &reason).await.data(), json!({}));
    let mine = house.get_as(&aygun, "/api/v1/user/reviews").await.data();
    assert_eq!((&mine[0]["review"]["state"], &mine[0]["reason"]), (&json!("rejected"), &json!("Reklam olmaz.")));
    // The path decides the id and the kind, not the body.
    let claim = json!({"publish": true, "id": 999, "isReply": true});
    assert_eq!(house.post_as(&operator, &decide, &claim).await.data(), json!({}));
    assert!(is_read().await);
    for (kind, code) in [("reviews", "review_not_found"), ("replies", "reply_not_found")] {
        for id in ["0", "-1", "x", "999999999", "99999999999999999999"] {
            let path = format!("/api/v1/admin/{kind}/{id}");
            let answer = house.post_as(&operator, &path, &json!({"publish": true})).await;
            assert_eq!(answer.problem(), format!("404 {code}"), "{path}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn nobody_takes_back_what_another_wrote(pool: PgPool) {
    let house = House::start(pool).await;
    let (aygun, stranger) = (house.token().await, house.token_of(NEIGHBOUR).await);
    let (path, _) = somewhere(&house).await;
    let written = house.post_as(&aygun, &path, &json!({"rating": 4, "text": TEXT})).await.data();
    for id in [written["id"].to_string(), "999999999".to_owned()] {
        let answer = house.delete_as(&stranger, &format!("/api/v1/review/{id}")).await;
        assert_eq!(answer.data(), json!({}), "what is another's is not there");
    }
    let theirs = house.post_as(&stranger, &path, &json!({"rating": 1, "text": TEXT})).await.data();
    assert_ne!(theirs["id"], written["id"]);
    let list = house.get_as(&stranger, &path).await.data();
    let mine =
        |id: &Value| list["reviews"].as_array().unwrap().iter().find(|one| one["id"] == *id).unwrap()["isMine"].clone();
    assert_eq!((mine(&written["id"]), mine(&theirs["id"])), (json!(false), json!(true)));
}
