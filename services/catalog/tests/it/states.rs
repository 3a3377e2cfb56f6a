//! Which products shoppers see: drafts, published and withdrawn ones.

use catalog::State;
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Customer, TestShop, product, refusal};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn withdrawn_products_are_reported_and_drafts_are_not_found(pool: PgPool) {
    let shop = TestShop::start_with(pool, ["a", "b"].map(|slug| product(slug, &json!({})))).await;
    let (a, leyla) = (shop.id_of("a").await, Customer(2));
    shop.like(leyla, a).await.unwrap();
    let before = shop.published_kinds().await.len();

    // Product count of guller, length of the list, likes, and the response for the page.
    let observed = async || {
        let listed = shop.slugs(ListProductsRequest::default()).await.len();
        let flowers = shop.tree().await.categories.into_iter().find(|category| category.slug == "guller");
        let counted = flowers.unwrap().product_count;
        (counted, listed, shop.liked_count(leyla).await, refusal(shop.page_of("a").await))
    };
    let expected = |counted, listed, liked, page: &str| (counted, listed, liked, page.to_owned());

    for _ in 0..2 {
        catalog::publish(&shop.app, a, State::Withdrawn).await.unwrap();
        assert_eq!(observed().await, expected(1, 1, 0, "product_withdrawn"));
    }
    assert_eq!(refusal(shop.page_of(&a.to_string()).await), "product_withdrawn");

    catalog::publish(&shop.app, a, State::Draft).await.unwrap();
    assert_eq!(observed().await, expected(1, 1, 0, "product_not_found"));
    catalog::publish(&shop.app, a, State::Published).await.unwrap();
    assert_eq!(observed().await, expected(2, 2, 1, "accepted"));

    assert_eq!(shop.published_kinds().await[before..], ["product_changed"; 3], "one event each");
    assert!(catalog::publish(&shop.app, 404, State::Draft).await.is_err());
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn first_publication_makes_a_product_new(pool: PgPool) {
    let old = json!({"days": 300});
    let shop = TestShop::start_with(pool, [product("old", &old), product("newer", &json!({"days": 1}))]).await;
    let newest = async || {
        let request = ListProductsRequest { sort: proto::catalog::ProductSort::Newest.into(), ..Default::default() };
        shop.slugs(request).await.remove(0)
    };
    let id = shop.id_of("old").await;
    // Only a draft that is published moves to the front; a withdrawn product keeps its age.
    for (from, first) in [(State::Withdrawn, "newer"), (State::Draft, "old")] {
        catalog::publish(&shop.app, id, from).await.unwrap();
        catalog::publish(&shop.app, id, State::Published).await.unwrap();
        assert_eq!(newest().await, first, "{from:?}");
    }
}
