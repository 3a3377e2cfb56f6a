//! Fakes of the catalogue and auth services, which publish events.
//!
//! Each fake has its outbox in a separate schema, because the store service uses the public schema.

use outbox::Outbox;
use proto::{
    auth::AccountErased,
    catalog::{ProductChanged, ProductRated},
    event::Event,
};
use sqlx::{PgPool, postgres::PgPoolOptions};
use testkit::{database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::test_store::{GUL_EVI, TestStore};

struct FakeFeed {
    /// Name of the feed and of the schema.
    feed: &'static str,
    /// Connects to the fake's schema.
    pool: PgPool,
    /// Stops when dropped.
    server: TestServer,
}

impl FakeFeed {
    async fn open(service: &TestStore, feed: &'static str) -> Self {
        let tables = format!(
            "create schema {feed};
             create table {feed}.outbox (like public.outbox including all);
             create table {feed}.outbox_head (like public.outbox_head including all);
             create table {feed}.feed_consumer (like public.feed_consumer including all);
             insert into {feed}.outbox_head (position) values (0)"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(tables)).execute(&service.pool).await.unwrap();
        let options = (*service.pool.connect_options()).clone().options([("search_path", feed)]);
        let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        Self { feed, pool, server }
    }

    async fn publish(&self, event: impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        outbox::append(&mut tx, &event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Waits until the service has applied all events.
    async fn wait_until_applied(&self, service: &TestStore) {
        let published: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&self.pool).await.unwrap();
        eventually("the cursor at the end of the fake feed", || async {
            let cursor: Option<i64> = sqlx::query_scalar("select position from feed_cursor where feed = $1")
                .bind(self.feed)
                .fetch_optional(&service.pool)
                .await
                .unwrap();
            cursor == Some(published)
        })
        .await;
        let parked: i64 =
            sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&service.pool).await.unwrap();
        assert_eq!(parked, 0, "no event has failed");
    }
}

pub struct FakeCatalogue(FakeFeed);

impl FakeCatalogue {
    /// Starts the fake, and a consumer in the service.
    pub async fn connect(service: &TestStore) -> Self {
        let catalogue = Self(FakeFeed::open(service, "catalog").await);
        catalogue.add_replica(service);
        catalogue
    }

    /// Starts another consumer, as another replica would.
    pub fn add_replica(&self, service: &TestStore) {
        let server = &self.0.server;
        tokio::spawn(store::catalog_feed(&service.app, server.streaming_channel()).run(server.stopping()));
    }

    pub async fn publish(&self, product_id: i64, store_id: i64) {
        self.0.publish(ProductChanged { product_id, store_id, is_published: true }).await;
    }

    pub async fn withdraw(&self, product_id: i64, store_id: i64) {
        self.0.publish(ProductChanged { product_id, store_id, is_published: false }).await;
    }

    /// Publishes all events in one transaction. Without a store, a product is withdrawn.
    pub async fn publish_together(&self, products: impl IntoIterator<Item = (i64, Option<i64>)>) {
        let events = products.into_iter().map(|(product_id, store)| ProductChanged {
            product_id,
            // The store of a withdrawn product does not matter.
            store_id: store.unwrap_or(GUL_EVI),
            is_published: store.is_some(),
        });
        let mut tx = kit::db::begin(&self.0.pool).await.unwrap();
        outbox::append_all(&mut tx, events).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn rate(&self, product_id: i64, stars: &[i64]) {
        let (review_count, star_sum) = (stars.len() as i64, stars.iter().sum());
        self.0.publish(ProductRated { product_id, review_count, star_sum }).await;
    }

    pub async fn wait_until_applied(&self, service: &TestStore) {
        self.0.wait_until_applied(service).await;
    }
}

pub struct FakeAuth(FakeFeed);

impl FakeAuth {
    /// Starts the fake, and a consumer in the service.
    pub async fn connect(service: &TestStore) -> Self {
        let auth = Self(FakeFeed::open(service, "auth").await);
        let server = &auth.0.server;
        tokio::spawn(store::auth_feed(&service.app, server.streaming_channel()).run(server.stopping()));
        auth
    }

    pub async fn erase(&self, account_id: i64) {
        self.0.publish(AccountErased { account_id }).await;
    }

    pub async fn wait_until_applied(&self, service: &TestStore) {
        self.0.wait_until_applied(service).await;
    }
}
