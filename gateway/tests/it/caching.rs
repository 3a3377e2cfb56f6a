//! Caching of responses: which ones, for whom and for how long.

use futures::future::join_all;
use reqwest::{Method, header};
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    beside::Beside,
    house::{House, send, text},
};

async fn rename(house: &House, name: &str) {
    // Changes the database directly, so that the gateway sees the change only when its cache expires.
    sqlx::query("update category set name = jsonb_build_object('az', $1::text)")
        .bind(name)
        .execute(&house.catalog)
        .await
        .expect("categories have names");
}

#[sqlx::test(migrations = false)]
async fn a_public_answer_is_told_again_until_it_is_old(pool: PgPool) {
    let house = House::start_with(pool, &["--cache-ttl", "1h"]).await;
    let forgetful = Beside::start_with(&house, &["--cache-ttl", "1s"]).await;
    let from_forgetful = async || send(forgetful.request(Method::GET, "/api/v1/category/all")).await;
    let old = from_forgetful().await;
    assert_eq!(old.header("cache-control"), "public, max-age=1");
    let first = house.get("/api/v1/category/all?a=1&b=2").await;
    assert_eq!(first.header("cache-control"), "public, max-age=3600");
    rename(&house, "Başqa ad").await;
    let again = house.get("/api/v1/category/all?b=2&a=1").await;
    assert_eq!(
        (&first.text, first.header("etag")),
        (&again.text, again.header("etag")),
        "whatever the order of parameters"
    );
    assert_ne!(
        house.get_in("ru", "/api/v1/category/all?a=1&b=2").await.text,
        first.text,
        "but not in another language"
    );
    eventually("another answer", async || from_forgetful().await.header("etag") != old.header("etag")).await;
}

#[sqlx::test(migrations = false)]
async fn who_has_it_already_is_not_sent_it(pool: PgPool) {
    let house = House::start(pool).await;
    for path in ["/api/v1/category/all/tree", "/", "/robots.txt", "/.well-known/jwks.json"] {
        let first = house.get(path).await;
        let etag = first.header("etag").to_owned();
        let again = send(house.request(Method::GET, path).header(header::IF_NONE_MATCH, &etag)).await;
        assert_eq!((again.status, again.text.len(), again.header("etag")), (304, 0, etag.as_str()), "{path}");
        assert_eq!(again.header("vary"), first.header("vary"));
        assert!(!again.header("x-request-id").is_empty());
    }
}

#[sqlx::test(migrations = false)]
async fn nothing_personal_is_kept_or_told_to_others(pool: PgPool) {
    let house = House::start(pool).await;
    let (token, product) = (house.token().await, house.any_product().await);
    let path = format!("/api/v1/product/{}", text(&product["slug"]));
    house.post_as(&token, "/api/v1/product/like", &serde_json::json!({"productId": product["id"]})).await.data();
    for _ in 0..2 {
        let own = house.get_as(&token, &path).await;
        assert_eq!((own.header("cache-control"), own.data()["isLiked"].as_bool()), ("private, no-store", Some(true)));
        let public = house.get(&path).await;
        assert_eq!(
            (public.header("cache-control"), public.data()["isLiked"].as_bool()),
            ("public, max-age=10", Some(false))
        );
        assert!(public.header("vary").contains("Authorization"));
    }
    for path in ["/api/v1/cart/all", "/api/v1/user/me", "/api/v1/notification/all"] {
        assert_eq!(house.get_as(&token, path).await.header("cache-control"), "private, no-store", "{path}");
        assert_eq!(house.get(path).await.header("cache-control"), "no-store", "{path}");
    }
}

#[sqlx::test(migrations = false)]
async fn failures_are_forgotten_at_once_and_a_crowd_asks_once(pool: PgPool) {
    let house = House::start(pool).await;
    let product = house.any_product().await;
    let slug = text(&product["slug"]);
    assert_eq!(house.get("/api/v1/product/renamed").await.problem(), "404 product_not_found");
    sqlx::query("update product set slug = 'renamed' where slug = $1")
        .bind(slug)
        .execute(&house.catalog)
        .await
        .unwrap();
    let crowd = join_all((0..50).map(|_| house.get("/api/v1/product/renamed"))).await;
    assert!(crowd.iter().all(|answer| answer.status == 200 && answer.header("etag") == crowd[0].header("etag")));
    let ids: std::collections::HashSet<&str> = crowd.iter().map(|answer| answer.header("x-request-id")).collect();
    assert_eq!(ids.len(), 50, "each answer has a name of its own");
}

#[sqlx::test(migrations = false)]
async fn long_answers_are_compressed_for_who_can_read_them(pool: PgPool) {
    let house = House::start(pool).await;
    let token = house.token().await;
    for (path, bearer) in
        [("/api/v1/category/all/tree", None), ("/api/v1/category/all/tree", Some(&token)), ("/", None)]
    {
        let ask = |encoding: &'static str| {
            let request = house.request(Method::GET, path).header(header::ACCEPT_ENCODING, encoding);
            bearer.map_or_else(|| request.try_clone().unwrap(), |token| request.try_clone().unwrap().bearer_auth(token))
        };
        let mut lengths = Vec::new();
        for encoding in ["identity", "gzip", "gzip, br"] {
            let response = ask(encoding).send().await.unwrap();
            let told =
                response.headers().get(header::CONTENT_ENCODING).map_or("", |value| value.to_str().unwrap()).to_owned();
            assert_eq!(told, encoding.rsplit(", ").next().unwrap().replace("identity", ""), "{path}");
            lengths.push(response.bytes().await.unwrap().len());
        }
        assert!(lengths[0] > lengths[1] * 2 && lengths[1] > lengths[2], "{path}: {lengths:?}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_switched_off_memory_asks_every_time(pool: PgPool) {
    let house = House::start_with(pool, &["--cache-ttl", "0s", "--page-ttl", "0s"]).await;
    let before = house.get("/api/v1/category/all").await;
    rename(&house, "Başqa ad").await;
    assert_ne!(house.get("/api/v1/category/all").await.text, before.text);
    assert!(house.get("/").await.text.contains("Başqa ad"));
}
