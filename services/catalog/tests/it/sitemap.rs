//! The sitemap contains all public pages once, in stable chunks. A chunk is one file of the sitemap.

use kit::client::Channel;
use proto::{
    catalog::sitemap_client::SitemapClient,
    common::{SitemapChunk, SitemapChunksRequest, SitemapEntriesRequest, SitemapEntry},
};
use serde_json::json;
use sqlx::PgPool;
use tonic::Status;

use crate::shop::{TestShop, product};

/// Kinds of pages are `product`, `category` and `list`.
struct Sitemaps(SitemapClient<Channel>);

impl Sitemaps {
    async fn chunks(&self, kind: &str) -> Result<Vec<SitemapChunk>, Status> {
        Ok(self.0.clone().chunks(SitemapChunksRequest { kind: kind.into() }).await?.into_inner().chunks)
    }

    async fn entries(&self, kind: &str, chunk: i64) -> Result<Vec<SitemapEntry>, Status> {
        let request = SitemapEntriesRequest { kind: kind.into(), chunk };
        let mut stream = self.0.clone().entries(request).await?.into_inner();
        let mut entries = Vec::new();
        while let Some(entry) = stream.message().await? {
            entries.push(entry);
        }
        Ok(entries)
    }

    async fn slugs(&self, kind: &str, chunk: i64) -> Vec<String> {
        self.entries(kind, chunk).await.unwrap().into_iter().map(|entry| entry.slug).collect()
    }
}

async fn insert_copies(shop: &TestShop, first: i64, count: i64) {
    let copied = "insert into product (product_id, store_id, category_id, slug, name, price, stock, published_at,
                                       category_name, category_slug, store_name, store_slug, store_is_open)
                  select id, store_id, category_id, 'p' || id, name, price, stock, published_at,
                         category_name, category_slug, store_name, store_slug, store_is_open
                  from generate_series($1::bigint, $1 + $2 - 1) as id,
                       (select * from product order by product_id limit 1) as original";
    sqlx::query(copied).bind(first).bind(count).execute(&shop.app.pool).await.unwrap();
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn every_product_is_in_one_chunk_once(pool: PgPool) {
    let shop = TestShop::start_with(pool, [product("first", &json!({}))]).await;
    insert_copies(&shop, 4_000, 7_001).await;
    let sitemaps = shop.sitemaps();
    let chunks: Vec<i64> = sitemaps.chunks("product").await.unwrap().iter().map(|chunk| chunk.chunk).collect();
    assert_eq!(chunks, [0, 1, 2]);

    let mut counts = Vec::new();
    for chunk in chunks {
        let mut slugs = sitemaps.slugs("product", chunk).await;
        counts.push(slugs.len());
        slugs.sort();
        slugs.dedup();
        assert_eq!(Some(&slugs.len()), counts.last());
    }

    // A chunk has 5000 consecutive ids: product 1 and 4000 to 4999, 5000 to 9999, and 10000 to 11000.
    assert_eq!(counts, [1_001, 5_000, 1_001]);

    assert!(sitemaps.slugs("product", 7).await.is_empty());
    assert!(sitemaps.slugs("product", i64::MAX).await.is_empty());
    assert_eq!(sitemaps.slugs("product", -1).await.len(), 1_001, "a negative chunk is treated as the first");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn chunk_changes_with_the_last_change_of_its_pages(pool: PgPool) {
    let shop = TestShop::start_with(pool.clone(), [product("first", &json!({})), product("second", &json!({}))]).await;
    let sitemaps = shop.sitemaps();
    // The last change in the only chunk.
    let changed = async || sitemaps.chunks("product").await.unwrap()[0].changed_at.unwrap();
    let change = async |statement: &'static str| sqlx::query(statement).execute(&pool).await.unwrap().rows_affected();

    let first = changed().await;
    change("update product set stock = stock + 1, popularity = popularity + 1").await;
    assert_eq!(changed().await, first, "stock is not part of the page");
    change("update product set price = price where slug = 'first'").await;
    assert_eq!(changed().await, first, "rewriting the same values is not a change");

    let mut last = (first.seconds, first.nanos);
    for statements in [
        "update product set price = price + 1 where slug = 'first'",
        "update product_text set description = description || '!' where language = 'ru'",
        "update product set state = 'withdrawn' where slug = 'second'",
        // A store without products closes, and a slug changes.
        "update store_ref set is_open = false where slug = 'sirin-ev'; update product set slug = 'third' where slug = 'first'",
    ] {
        for statement in statements.split(';') {
            change(statement.trim()).await;
        }
        let now = changed().await;
        assert!((now.seconds, now.nanos) > last, "{statements}");
        last = (now.seconds, now.nanos);
    }
    assert_eq!(sitemaps.slugs("product", 0).await, ["third"]);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn only_pages_with_products_for_sale_are_listed(pool: PgPool) {
    let draft = product("hidden", &json!({"category": "hediyyeler"}));
    let shop = TestShop::start_with(pool.clone(), [product("first", &json!({})), draft]).await;
    sqlx::query("update product set state = 'draft' where slug = 'hidden'").execute(&pool).await.unwrap();

    // One list has a product for sale, one is empty, and one has only a draft.
    let lists = "insert into product_list (account_id, slug, name, description, author, created_at)
                 select 1, slug, '', '', '', now()
                 from unnest(array['full', 'empty', 'hidden']) as slug";
    sqlx::query(lists).execute(&pool).await.unwrap();
    let items = "insert into product_list_item (list_id, product_id, added_at)
                 select list_id, product_id, now()
                 from product_list
                 join product on (product_list.slug, product.slug) in (('full', 'first'), ('hidden', 'hidden'))";
    sqlx::query(items).execute(&pool).await.unwrap();

    let sitemaps = shop.sitemaps();
    assert_eq!(sitemaps.slugs("product", 0).await, ["first"]);
    let mut categories = sitemaps.slugs("category", 0).await;
    categories.sort();
    assert_eq!(categories, ["buketler", "guller", "qizilgul"]);
    assert_eq!(sitemaps.slugs("list", 0).await, ["full"]);
    assert_eq!(sitemaps.chunks("category").await.unwrap().len(), 1);
    let lists = sitemaps.chunks("list").await.unwrap();
    assert_eq!(lists.len(), 1);
    assert!(lists[0].changed_at.is_some());

    let unknown = sitemaps.chunks("secret").await.unwrap_err();
    assert_eq!((unknown.code(), unknown.message()), (tonic::Code::NotFound, "sitemap_not_found"));
}

impl TestShop {
    fn sitemaps(&self) -> Sitemaps {
        Sitemaps(SitemapClient::new(self.channel()))
    }
}
