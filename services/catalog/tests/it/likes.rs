//! Likes of accounts, and the lists of likes and likers.

use futures::future::join_all;
use proto::catalog::{CountLikesRequest, LikeRequest, LikersRequest, ListLikesRequest};
use serde_json::json;
use sqlx::{AssertSqlSafe, PgPool, types::Json};

use crate::shop::{Customer, TestShop, product, refusal, slugs};

const AYGUN: Customer = Customer(7);

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn concurrent_likes_of_an_account_count_once(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    let id = shop.id_of("a").await;
    let before = shop.published_kinds().await.len();
    let counts = join_all((0..20).map(|_| shop.like(AYGUN, id))).await;
    assert!(counts.into_iter().all(|count| count.unwrap() == 1));

    let counts = join_all((0..20).map(|_| shop.unlike(AYGUN, id))).await;
    assert!(counts.into_iter().all(|count| count.unwrap() == 0));
    assert_eq!(shop.published_kinds().await[before..], ["product_liked", "product_liked"]);

    let events: Vec<serde_json::Value> =
        sqlx::query_scalar("select payload from outbox where kind = 'product_liked' order by outbox_id")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(events[0], json!({"productId": id, "accountId": 7, "isLiked": true}));
    assert_eq!(events[1]["isLiked"], false);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn likes_are_paged_newest_first(pool: PgPool) {
    let shop = TestShop::start_with(pool, ["a", "b", "c"].map(|slug| product(slug, &json!({})))).await;
    for slug in ["b", "a", "c"] {
        shop.like(AYGUN, shop.id_of(slug).await).await.unwrap();
        shop.clock.advance(chrono::TimeDelta::seconds(1));
    }
    shop.like(Customer(8), shop.id_of("a").await).await.unwrap();

    let all = shop.liked_products(AYGUN).await;
    assert_eq!(slugs(&all), ["c", "a", "b"]);
    assert!(all.products.iter().all(|card| card.is_liked));
    assert_eq!((all.meta.unwrap().total, shop.liked_count(AYGUN).await), (3, 3));

    let second_request = ListLikesRequest { page: 2, per_page: 2, is_get_all: false };
    let second = shop.likes().list(shop.signed(AYGUN, second_request)).await.unwrap().into_inner();
    assert_eq!((slugs(&second), second.meta.unwrap().last_page), (vec!["b".to_owned()], 2));

    // Liking again moves a product to the front.
    let b = shop.id_of("b").await;
    shop.unlike(AYGUN, b).await.unwrap();
    shop.like(AYGUN, b).await.unwrap();
    assert_eq!(slugs(&shop.liked_products(AYGUN).await), ["b", "c", "a"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn unknown_products_cannot_be_liked(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    // Product 1 is the only one.
    for unknown in [0, -1, 2, i64::MAX] {
        assert_eq!(refusal(shop.like(AYGUN, unknown).await), "product_not_found");
        assert_eq!(refusal(shop.unlike(AYGUN, unknown).await), "product_not_found");
    }
    let id = shop.id_of("a").await;
    assert_eq!(shop.unlike(AYGUN, id).await.unwrap(), 0, "removing a like that does not exist changes nothing");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn likes_require_an_account(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let mut likes = shop.likes();
    assert_eq!(refusal(likes.list(ListLikesRequest::default()).await), "unauthenticated");
    assert_eq!(refusal(likes.count(CountLikesRequest {}).await), "unauthenticated");
    assert_eq!(refusal(likes.add(LikeRequest { product_id: 1 }).await), "unauthenticated");
    assert_eq!(refusal(likes.remove(LikeRequest { product_id: 1 }).await), "unauthenticated");
    let expired = shop.signed(AYGUN, CountLikesRequest {});
    shop.clock.advance(chrono::TimeDelta::hours(1));
    assert_eq!(refusal(likes.count(expired).await), "token_expired");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn likers_before_a_time_are_paged(pool: PgPool) {
    let shop = TestShop::start_with(pool, ["a", "b"].map(|slug| product(slug, &json!({})))).await;
    let id = shop.id_of("a").await;
    for customer in [9, 7, 8] {
        shop.like(Customer(customer), id).await.unwrap();
    }
    shop.like(Customer(1), shop.id_of("b").await).await.unwrap();
    shop.clock.advance(chrono::TimeDelta::seconds(1));
    let before = Some(proto::json::to_timestamp(shop.clock.now()));
    shop.like(Customer(6), id).await.unwrap();

    // `after` is the last id of the previous page.
    let request_after = |after, limit| LikersRequest { product_id: id, after, limit, before };
    for (request, expected) in
        [(request_after(0, 2), vec![7, 8]), (request_after(8, 2), vec![9]), (request_after(9, 2), vec![])]
    {
        assert_eq!(shop.likes().likers(request).await.unwrap().into_inner().account_ids, expected);
    }

    for refused in
        [request_after(0, 0), request_after(0, 10_001), LikersRequest { before: None, ..request_after(0, 1) }]
    {
        let status = shop.likes().likers(refused).await.unwrap_err();
        assert_eq!(status.code(), tonic::Code::InvalidArgument);
    }
}

/// The plan cached while the product has no likes must also suit many likes.
#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn page_of_likers_reads_only_its_rows(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), ["a", "b"].map(|slug| product(slug, &json!({})))).await;
    let (a, b) = (shop.id_of("a").await, shop.id_of("b").await);
    let mut tx = kit::db::begin(&pool).await.unwrap();
    let page = "select count(*) from likers_of($1, $2, now(), 1000)";
    for _ in 0..10 {
        assert_eq!(sqlx::query_scalar::<_, i64>(page).bind(a).bind(0_i64).fetch_one(&mut *tx).await.unwrap(), 0);
    }

    // 20,000 accounts like product a, and 40,000 like product b.
    sqlx::query(
        "insert into product_like (account_id, product_id, liked_at)
         select number, case number % 3 when 0 then $1 else $2 end, now() - interval '1 day'
         from generate_series(1, 60000) as number",
    )
    .bind(a)
    .bind(b)
    .execute(&mut *tx)
    .await
    .unwrap();

    for after in [0_i64, 54_000] {
        assert_eq!(sqlx::query_scalar::<_, i64>(page).bind(a).bind(after).fetch_one(&mut *tx).await.unwrap(), 1000);
        let plan = format!("explain (analyze, buffers, format json) {page}");
        let Json(plan): Json<serde_json::Value> =
            sqlx::query_scalar(AssertSqlSafe(plan)).bind(a).bind(after).fetch_one(&mut *tx).await.unwrap();
        // 8 KiB database pages that the statement has read.
        let pages = plan.pointer("/0/Plan/Shared Hit Blocks").and_then(serde_json::Value::as_u64).unwrap();
        assert!((1..60).contains(&pages), "{pages} pages were read after {after}");
    }
}
