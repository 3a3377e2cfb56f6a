//! The service beside a catalogue and a store service that serve only their feed and slugs. All outboxes share one database's
//! tables, and may: each feed is asked for its own kinds only, and none of these tests publishes an event of the service itself.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::TimeDelta;
use outbox::{Event, Outbox};
use proto::{
    catalog::{
        GetProductRequest, ListProductsRequest, LookupRequest, LookupResponse, Product, ProductCard, ProductChanged,
        ProductPage, SimilarProducts, SimilarProductsRequest, products_server,
    },
    seo::{ProofRequest, seo_client::SeoClient},
    store::StoreChanged,
};
use seo::{App, Herald, IndexNow, Promises, Turn};
use serde::Serialize;
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, service::Routes};

use crate::search_engine::SearchEngine;

pub const KEY: &str = "0123456789abcdef-Sovqat";

#[derive(Serialize)]
#[serde(transparent)]
struct ProductHasChanged(ProductChanged);

impl Event for ProductHasChanged {
    const KIND: &'static str = "product_changed";
}

#[derive(Serialize)]
#[serde(transparent)]
struct StoreHasChanged(StoreChanged);

impl Event for StoreHasChanged {
    const KIND: &'static str = "store_changed";
}

/// What is for sale, by id.
#[derive(Clone, Default)]
struct Shelves(Arc<Mutex<BTreeMap<i64, String>>>);

pub struct Town {
    pub engine: SearchEngine,
    pub herald: Herald,
    clock: TestClock,
    pool: PgPool,
    shelves: Shelves,
    server: TestServer,
    neighbours: TestServer,
}

impl Town {
    pub async fn open(pool: PgPool) -> Self {
        let (clock, engine, shelves) = (TestClock::new(), SearchEngine::start().await, Shelves::default());
        let key: seo::Key = KEY.parse().expect("a key");
        let indexnow = IndexNow::new(&engine.url, "https://sovqat.az/", key.clone()).expect("addresses");
        let identity = TestKeys::new(&clock).identity();
        let app = App {
            pool: pool.clone(),
            identity,
            clock: clock.clock(),
            promises: Promises::none(),
            indexnow_key: Some(key),
        };
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes
            .add_service(outbox.service(CancellationToken::new()))
            .add_service(products_server::ProductsServer::new(shelves.clone()));
        let neighbours = TestServer::start(routes.routes()).await;
        let stop = neighbours.stopping();
        tokio::spawn(outbox.clone().run(stop.clone()));
        tokio::spawn(seo::catalog_feed(&app, neighbours.streaming_channel()).run(stop.clone()));
        tokio::spawn(seo::store_feed(&app, neighbours.streaming_channel()).run(stop));
        let server = TestServer::start(seo::routes(&app, &outbox, CancellationToken::new())).await;
        let herald = Herald::new(app, indexnow, neighbours.channel());
        Self { engine, herald, clock, pool, shelves, server, neighbours }
    }

    /// A product that is for sale from now on, or reads differently.
    pub async fn product_changes(&self, id: i64, slug: &str) {
        self.shelves.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, slug.to_owned());
        self.announce(&ProductHasChanged(ProductChanged { product_id: id, store_id: 1, is_published: true })).await;
    }

    pub async fn product_is_withdrawn(&self, id: i64) {
        self.shelves.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.announce(&ProductHasChanged(ProductChanged { product_id: id, store_id: 1, is_published: false })).await;
    }

    pub async fn store_changes(&self, id: i64, slug: &str, is_open: bool) {
        let changed = StoreChanged { store_id: id, name: "Gül evi".to_owned(), slug: slug.to_owned(), is_open };
        self.announce(&StoreHasChanged(changed)).await;
    }

    /// Announced by a neighbour, and heard.
    async fn announce(&self, event: &impl Event) {
        let mut tx = self.pool.begin().await.expect("a transaction");
        outbox::append(&mut tx, event).await.expect("an event");
        tx.commit().await.expect("it is announced");
        eventually("the feed", || async {
            let unheard = "select count(*)
                 from outbox
                 left join feed_cursor on feed = case when kind like 'store%' then 'store' else 'catalog' end
                 where outbox.position is null or outbox.position > coalesce(feed_cursor.position, 0)";
            self.number(unheard).await == 0
        })
        .await;
    }

    pub async fn number(&self, question: &'static str) -> i64 {
        sqlx::query_scalar(question).fetch_one(&self.pool).await.expect("a number")
    }

    /// How many pages are still to be told of.
    pub async fn untold(&self) -> i64 {
        self.number("select count(*) from indexnow_change").await
    }

    pub fn time_passes(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub async fn turn(&self) -> Turn {
        seo::tell(&self.herald).await.expect("a database")
    }

    pub async fn turn_after(&self, seconds: i64) -> Turn {
        self.time_passes(seconds);
        self.turn().await
    }

    pub fn kill_neighbours(&self) {
        self.neighbours.kill();
    }

    /// What stands in the file of that name.
    pub async fn proof(&self, name: &str) -> String {
        let request = ProofRequest { name: name.to_owned() };
        SeoClient::new(self.server.channel()).proof(request).await.expect("an answer").into_inner().text
    }
}

fn not_here<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not in this town"))
}

#[tonic::async_trait]
impl products_server::Products for Shelves {
    async fn list(&self, request: Request<ListProductsRequest>) -> Result<Response<ProductPage>, Status> {
        let ListProductsRequest { ids, per_page, .. } = request.into_inner();
        if ids.is_empty() || ids.len() > 100 || per_page != 100 {
            return Err(Status::invalid_argument("the real one refuses that, or answers in part"));
        }
        let shelves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let card = |id: i64| Some(ProductCard { id, slug: shelves.get(&id)?.clone(), ..ProductCard::default() });
        Ok(Response::new(ProductPage {
            products: ids.into_iter().filter_map(card).collect(),
            ..ProductPage::default()
        }))
    }

    async fn get(&self, _: Request<GetProductRequest>) -> Result<Response<Product>, Status> {
        not_here()
    }

    async fn similar(&self, _: Request<SimilarProductsRequest>) -> Result<Response<SimilarProducts>, Status> {
        not_here()
    }

    async fn lookup(&self, _: Request<LookupRequest>) -> Result<Response<LookupResponse>, Status> {
        not_here()
    }
}
