//! Concurrent reads share connections (`src/readers.rs`).

use futures::future::join_all;
use proto::catalog::ListProductsRequest;
use serde_json::json;
use sqlx::PgPool;

use crate::shop::{Customer, TestShop, product};

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn concurrent_readers_leave_connections_for_writers(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("a", &json!({}))]).await;
    let liked = shop.id_of("a").await;
    // More readers than the pool has connections.
    let reads = join_all((0..100).map(|_| shop.list(ListProductsRequest::default())));
    let (pages, like) = tokio::join!(reads, shop.like(Customer(1), liked));

    assert!(pages.into_iter().all(|page| page.unwrap().products.len() == 1));
    assert_eq!(like.unwrap(), 1);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn broken_connection_is_not_reused(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("a", &json!({}))]).await;
    let read = async || shop.list(ListProductsRequest::default()).await;

    for _ in 0..3 {
        read().await.unwrap();

        // Breaks all other connections.
        let mut killer = pool.acquire().await.unwrap();
        sqlx::query(
            "select pg_terminate_backend(pid)
             from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        )
        .execute(&mut *killer)
        .await
        .unwrap();
        drop(killer);
        // Only the request on the broken connection may fail.
        let _ = read().await;
        read().await.unwrap();
    }
}
