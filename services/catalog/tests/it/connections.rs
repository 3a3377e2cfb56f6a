//! Readers pass connections on; the shop must not notice.

use futures::future::join_all;
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Customer, TestShop, product};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_crowd_of_readers_leaves_room_for_those_who_write(pool: PgPool) {
    let shop = TestShop::selling(pool, [product("a", &json!({}))]).await;
    let liked = shop.id_of("a").await;
    let reads = join_all((0..100).map(|_| shop.list(ListProductsRequest::default())));
    let (pages, like) = tokio::join!(reads, shop.like(Customer(1), liked));
    assert!(pages.into_iter().all(|page| page.unwrap().products.len() == 1));
    assert_eq!(like.unwrap(), 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn a_broken_connection_is_not_passed_on(pool: PgPool) {
    let shop = TestShop::selling(pool.clone(), [product("a", &json!({}))]).await;
    let read = async || shop.list(ListProductsRequest::default()).await;
    for _ in 0..3 {
        read().await.unwrap();
        let mut killer = pool.acquire().await.unwrap();
        sqlx::query(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        )
        .execute(&mut *killer)
        .await
        .unwrap();
        drop(killer);
        // Whoever was lent the broken one may see it, nobody after.
        let _ = read().await;
        read().await.unwrap();
    }
}
