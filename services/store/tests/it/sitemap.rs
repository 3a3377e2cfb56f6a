//! The pages of the stores, for search engines.

use chrono::TimeDelta;
use futures::TryStreamExt as _;
use proto::{
    common::{SitemapChunksRequest, SitemapEntriesRequest},
    json::to_timestamp,
};
use sqlx::PgPool;

use crate::house::{House, refusal, store, three_stores};

impl House {
    async fn entries(&self, chunk: i64) -> Vec<String> {
        let request = SitemapEntriesRequest { kind: "store".to_owned(), chunk };
        let entries = self.sitemap().entries(request).await.unwrap().into_inner();
        let entries: Vec<_> = entries.try_collect().await.unwrap();
        entries.into_iter().map(|entry| entry.slug).collect()
    }
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn every_open_store_stands_in_the_chunk_of_its_id(pool: PgPool) {
    let house = House::open(pool.clone()).await;
    let mut stores = three_stores().to_vec();
    stores.push(store(10_001, "uzaq", "Uzaq", 1));
    house.load(&stores).await.unwrap();
    let opened = house.clock.now();
    house.clock.advance(TimeDelta::days(1));
    stores[0]["name"] = "Gül bağı".into();
    house.load(&stores).await.unwrap();
    sqlx::query("update store set is_open = false where slug = 'ciraq'").execute(&pool).await.unwrap();
    assert_eq!(house.entries(0).await, ["gul-evi", "sirin-ev"]);
    assert_eq!(house.entries(1).await, ["uzaq"]);
    assert!(house.entries(2).await.is_empty());
    let chunks = house.sitemap().chunks(SitemapChunksRequest::default()).await.unwrap().into_inner().chunks;
    let told: Vec<_> = chunks.into_iter().map(|chunk| (chunk.chunk, chunk.changed_at)).collect();
    let changed = to_timestamp(house.clock.now());
    assert_eq!(told, [(0, Some(changed)), (1, Some(to_timestamp(opened)))], "a chunk is as new as its newest page");
}

#[sqlx::test(migrator = "store::MIGRATOR")]
async fn unknown_kinds_and_chunks_are_refused(pool: PgPool) {
    let house = House::open(pool).await;
    let of = |kind: &str, chunk| SitemapEntriesRequest { kind: kind.to_owned(), chunk };
    let kind = "validation_failed kind: unknown_value";
    assert_eq!(refusal(house.sitemap().chunks(SitemapChunksRequest { kind: "product".to_owned() }).await), kind);
    assert_eq!(refusal(house.sitemap().entries(of("product", 0)).await), kind);
    for chunk in [-1, i64::MAX] {
        let refused = house.sitemap().entries(of("store", chunk)).await;
        assert_eq!(refusal(refused), "validation_failed chunk: out_of_range");
    }
}
