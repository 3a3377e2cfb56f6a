//! Tests that new consumers of events receive all published deliveries in the snapshot.

use proto::feed::{SnapshotRequest, feed_client::FeedClient};
use serde_json::Value;
use sqlx::PgPool;

use crate::shop::TestShop;

#[sqlx::test(migrator = "order::MIGRATOR")]
async fn a_snapshot_contains_the_announced_deliveries(pool: PgPool) {
    let shop = TestShop::start(pool.clone()).await;
    shop.stock.set_count(1, 20);
    shop.stock.set_count(2, 20);
    let (aygun, rauf) = (shop.shopper(1), shop.shopper(2));
    let delivered = shop.deliver_order(&aygun).await;
    // A refund does not undo the delivery.
    let requested = aygun.request_refund(&delivered.code, &[(delivered.lines[0].id, 1)], "back").await.unwrap();
    shop.any_operator().approve_refund(requested.id).await.unwrap();
    shop.deliver_order(&rauf).await;
    // Cancelled and open orders are not in the snapshot.
    let cancelled = shop.shopper(3).order_one().await;
    shop.shopper(3).cancel(&cancelled.code).await.unwrap();
    shop.shopper(4).order_one().await;

    let published: Vec<Value> =
        sqlx::query_scalar("select payload from outbox where kind = 'order_delivered' order by outbox_id")
            .fetch_all(&pool)
            .await
            .unwrap();
    assert_eq!(published.len(), 2);
    let kinds = vec!["order_delivered".to_owned(), "order_moved".to_owned()];
    let items = FeedClient::new(shop.channel()).snapshot(SnapshotRequest { kinds }).await.unwrap().into_inner();
    let items: Vec<_> = futures::TryStreamExt::try_collect(items).await.unwrap();
    let entities = items.into_iter().filter_map(|item| item.entity);
    let entities = entities.map(|entity| serde_json::from_slice::<Value>(&entity.payload).unwrap());
    assert_eq!(entities.collect::<Vec<_>>(), published);
}
