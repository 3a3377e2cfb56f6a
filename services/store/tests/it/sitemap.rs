//! Store pages for sitemaps. A chunk is a range of 10,000 store ids.

use chrono::TimeDelta;
use futures::TryStreamExt as _;
use proto::{
    common::{SitemapChunksRequest, SitemapEntriesRequest},
    json::to_timestamp,
};
use serde_json::Value;
use sqlx::PgPool;

use crate::test_store::{TestStore, refusal, store, three_stores};

impl TestStore {
    async fn entries(&self, chunk: i64) -> Vec<String> {
        let request = SitemapEntriesRequest { kind: "store".to_owned(), chunk };
        let entries = self.sitemap().entries(request).await.unwrap().into_inner();
        let entries: Vec<_> = entries.try_collect().await.unwrap();
        entries.into_iter().map(|entry| entry.slug).collect()
    }
}

/// Three stores in chunk 0, one in chunk 1.
fn stores_of_two_chunks() -> Vec<Value> {
    let opened_days_ago = 1;
    let mut stores = three_stores().to_vec();
    stores.push(store(10_001, "uzaq", "Uzaq", opened_days_ago));
    stores
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn every_open_store_is_in_the_chunk_of_its_id(pool: PgPool) {
    let service = TestStore::loaded(pool.clone(), &stores_of_two_chunks()).await;
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    assert_eq!(service.entries(0).await, ["gul-evi", "sirin-ev"]);
    assert_eq!(service.entries(1).await, ["uzaq"]);
    assert!(service.entries(2).await.is_empty());
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn a_chunk_has_the_time_of_the_latest_change_of_its_stores(pool: PgPool) {
    let mut stores = stores_of_two_chunks();
    let service = TestStore::loaded(pool, &stores).await;
    let loaded_at = to_timestamp(service.clock.now());
    service.clock.advance(TimeDelta::days(1));
    stores[0]["name"] = "Gül bağı".into();
    service.load(&stores).await.unwrap();
    let renamed_at = to_timestamp(service.clock.now());
    let chunks = service.sitemap().chunks(SitemapChunksRequest::default()).await.unwrap().into_inner().chunks;
    let changed: Vec<_> = chunks.into_iter().map(|chunk| (chunk.chunk, chunk.changed_at)).collect();
    assert_eq!(changed, [(0, Some(renamed_at)), (1, Some(loaded_at))]);
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn unknown_kinds_and_chunks_are_refused(pool: PgPool) {
    let service = TestStore::open(pool).await;
    let chunk_of = |kind: &str, chunk| SitemapEntriesRequest { kind: kind.to_owned(), chunk };
    let unknown_kind = "validation_failed kind: unknown_value";
    assert_eq!(
        refusal(service.sitemap().chunks(SitemapChunksRequest { kind: "product".to_owned() }).await),
        unknown_kind
    );
    assert_eq!(refusal(service.sitemap().entries(chunk_of("product", 0)).await), unknown_kind);
    for chunk in [-1, i64::MAX] {
        let refused = service.sitemap().entries(chunk_of("store", chunk)).await;
        assert_eq!(refusal(refused), "validation_failed chunk: out_of_range");
    }
}
