//! Erasing an account.

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
    let (erased, other) = (Customer(7), Customer(8));
    for slug in ["a", "b"] {
        let id = shop.id_of(slug).await;
        shop.like(erased, id).await.unwrap();
        shop.like(other, id).await.unwrap();
    }

    let feeds = FakeFeeds::connect(&shop).await;
    // A second consumer of the same feed.
    feeds.connect_accounts(&shop);
    feeds.erase(erased).await;
    // Delivered twice, as in a replay.
    feeds.erase(erased).await;
    feeds.erase(Customer(404)).await;

    eventually("the feed of accounts", async || feeds.is_applied().await).await;
    assert_eq!((shop.liked_count(erased).await, shop.liked_count(other).await), (0, 2));
    let like_events = shop.published_kinds().await.into_iter().filter(|kind| kind == "product_liked").count();
    assert_eq!(like_events, 4 + 2, "four likes and two removals are events of the same kind");
}
