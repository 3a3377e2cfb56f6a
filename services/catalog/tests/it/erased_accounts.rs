//! Erased accounts lose their likes.

use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    fakes::FakeFeeds,
    shop::{Customer, TestShop, product},
};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn likes_of_erased_accounts_are_deleted_once(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({}))]).await;
    let (aygun, leyla) = (Customer(7), Customer(8));
    for slug in ["a", "b"] {
        let id = shop.id_of(slug).await;
        shop.like(aygun, id).await.unwrap();
        shop.like(leyla, id).await.unwrap();
    }
    let feeds = FakeFeeds::connect(&shop).await;
    feeds.connect_accounts(&shop);
    feeds.erase(aygun).await;
    // Delivered twice, as in a replay: the second time there is nothing to do.
    feeds.erase(aygun).await;
    feeds.erase(Customer(404)).await;
    eventually("the feed of accounts", async || feeds.is_applied().await).await;
    assert_eq!((shop.liked_count(aygun).await, shop.liked_count(leyla).await), (0, 2));
    let likes = shop.published_kinds().await.into_iter().filter(|kind| kind == "product_liked").count();
    assert_eq!(likes, 4 + 2, "each like is published as removed, once");
}
