//! Neighbours that announce what a test tells them to. Each one's outbox stands in a schema of its own: this service
//! announces through the usual one.

use outbox::{Event, Outbox};
use proto::{
    auth::AccountErased,
    catalog::{ProductChanged, ProductRated},
};
use serde::Serialize;
use sqlx::{PgPool, postgres::PgPoolOptions};
use testkit::{database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;

use crate::house::House;

#[derive(Serialize)]
#[serde(transparent)]
struct Changed(ProductChanged);

impl Event for Changed {
    const KIND: &'static str = "product_changed";
}

#[derive(Serialize)]
#[serde(transparent)]
struct Rated(ProductRated);

impl Event for Rated {
    const KIND: &'static str = "product_rated";
}

#[derive(Serialize)]
#[serde(transparent)]
struct Erased(AccountErased);

impl Event for Erased {
    const KIND: &'static str = "account_erased";
}

/// A service of which only the feed is there.
struct Announcer {
    feed: &'static str,
    pool: PgPool,
    server: TestServer,
}

impl Announcer {
    async fn open(house: &House, feed: &'static str) -> Self {
        let tables = format!(
            "create schema {feed};
             create table {feed}.outbox (like public.outbox including all);
             create table {feed}.outbox_head (like public.outbox_head including all);
             create table {feed}.feed_consumer (like public.feed_consumer including all);
             insert into {feed}.outbox_head (position) values (0)"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(tables)).execute(&house.pool).await.unwrap();
        let options = (*house.pool.connect_options()).clone().options([("search_path", feed)]);
        let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        Self { feed, pool, server }
    }

    async fn announce(&self, event: impl Event) {
        let mut tx = self.pool.begin().await.unwrap();
        outbox::append(&mut tx, &event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Everything announced so far has been heard, and nothing of it was too much.
    async fn all_is_heard(&self, house: &House) {
        let announced: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&self.pool).await.unwrap();
        eventually("the neighbour's feed", || async {
            let heard: Option<i64> = sqlx::query_scalar("select position from feed_cursor where feed = $1")
                .bind(self.feed)
                .fetch_optional(&house.pool)
                .await
                .unwrap();
            heard == Some(announced)
        })
        .await;
        let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&house.pool).await.unwrap();
        assert_eq!(parked, 0);
    }
}

pub struct Catalogue(Announcer);

impl Catalogue {
    pub async fn heard_by(house: &House) -> Self {
        let catalogue = Self(Announcer::open(house, "catalog").await);
        catalogue.also_heard_by(house);
        catalogue
    }

    /// Another replica of the service hears the same.
    pub fn also_heard_by(&self, house: &House) {
        let server = &self.0.server;
        tokio::spawn(store::catalog_feed(&house.app, server.streaming_channel()).run(server.stopping()));
    }

    pub async fn publish(&self, product_id: i64, store_id: i64) {
        self.0.announce(Changed(ProductChanged { product_id, store_id, is_published: true })).await;
    }

    pub async fn withdraw(&self, product_id: i64, store_id: i64) {
        self.0.announce(Changed(ProductChanged { product_id, store_id, is_published: false })).await;
    }

    /// Products, each with the store that sells it from now on; none says it is withdrawn. In one breath.
    pub async fn tell(&self, products: impl IntoIterator<Item = (i64, Option<i64>)>) {
        let events = products.into_iter().map(|(product_id, store)| {
            Changed(ProductChanged { product_id, store_id: store.unwrap_or(1), is_published: store.is_some() })
        });
        let mut tx = self.0.pool.begin().await.unwrap();
        outbox::append_all(&mut tx, events).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The stars that people gave it, all of them.
    pub async fn rate(&self, product_id: i64, stars: &[i64]) {
        let (review_count, star_sum) = (stars.len() as i64, stars.iter().sum());
        self.0.announce(Rated(ProductRated { product_id, review_count, star_sum })).await;
    }

    pub async fn all_is_heard(&self, house: &House) {
        self.0.all_is_heard(house).await;
    }
}

pub struct Accounts(Announcer);

impl Accounts {
    pub async fn heard_by(house: &House) -> Self {
        let accounts = Self(Announcer::open(house, "auth").await);
        let server = &accounts.0.server;
        tokio::spawn(store::auth_feed(&house.app, server.streaming_channel()).run(server.stopping()));
        accounts
    }

    pub async fn erase(&self, account_id: i64) {
        self.0.announce(Erased(AccountErased { account_id })).await;
    }

    pub async fn all_is_heard(&self, house: &House) {
        self.0.all_is_heard(house).await;
    }
}
