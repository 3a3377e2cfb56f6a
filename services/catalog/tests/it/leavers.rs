//! Erased accounts lose their likes.

use serde_json::json;
use sqlx::PgPool;
use testkit::database::eventually;

use crate::{
    neighbours::News,
    shop::{Customer, TestShop, product},
};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn likes_of_erased_accounts_are_deleted_once(pool: PgPool) {
    let shop = TestShop::selling(pool, [product("a", &json!({})), product("b", &json!({}))]).await;
    let (aygun, leyla) = (Customer(7), Customer(8));
    for slug in ["a", "b"] {
        let id = shop.id_of(slug).await;
        shop.like(aygun, id).await.unwrap();
        shop.like(leyla, id).await.unwrap();
    }
    let news = News::heard_by(&shop).await;
    news.also_heard_by(&shop);
    news.erase(aygun).await;
    // Delivered twice, as in a replay: the second time there is nothing to do.
    news.erase(aygun).await;
    news.erase(Customer(404)).await;
    eventually("the feed of accounts", async || news.is_heard().await).await;
    assert_eq!((shop.favourite_count(aygun).await, shop.favourite_count(leyla).await), (0, 2));
    let likes = shop.announced().await.into_iter().filter(|kind| kind == "product_liked").count();
    assert_eq!(likes, 4 + 2, "each like is announced as gone, once");
}
