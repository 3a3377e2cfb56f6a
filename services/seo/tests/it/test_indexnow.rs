//! The service with fakes of IndexNow, the catalogue and the store service. The fakes publish through one outbox,
//! because consumers ask only for their own kinds of events.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::TimeDelta;
use outbox::Outbox;
use proto::{
    catalog::{
        GetProductRequest, ListProductsRequest, LookupRequest, LookupResponse, Product, ProductCard, ProductChanged,
        ProductPage, SimilarProducts, SimilarProductsRequest, products_server,
    },
    event::Event,
    seo::{ProofRequest, seo_client::SeoClient},
    store::StoreChanged,
};
use seo::{App, IndexNow, IndexNowContext, Outcome, RuleCache};
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, service::Routes};

use crate::fake_indexnow::FakeIndexNow;

pub const KEY: &str = "0123456789abcdef-Sovqat";

/// The slugs of the products for sale, by id.
#[derive(Clone, Default)]
struct FakeCatalog(Arc<Mutex<BTreeMap<i64, String>>>);

pub struct TestIndexNow {
    pub indexnow_server: FakeIndexNow,
    pub context: IndexNowContext,
    clock: TestClock,
    pool: PgPool,
    products: FakeCatalog,
    service: TestServer,
    peers: TestServer,
}

impl TestIndexNow {
    pub async fn open(pool: PgPool) -> Self {
        let (clock, indexnow_server, products) =
            (TestClock::new(), FakeIndexNow::start().await, FakeCatalog::default());
        let key: seo::IndexNowKey = KEY.parse().expect("a key");
        let indexnow = IndexNow::new(&indexnow_server.url, "https://sovqat.az/", key.clone()).expect("valid URLs");
        let identity = TestKeys::new(&clock).identity();
        let app = App {
            pool: pool.clone(),
            identity,
            clock: clock.clock(),
            rules: RuleCache::without_order_service(),
            indexnow_key: Some(key),
        };
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes
            .add_service(outbox.service(CancellationToken::new()))
            .add_service(products_server::ProductsServer::new(products.clone()));
        let peers = TestServer::start(routes.routes()).await;
        let stop = peers.stopping();
        tokio::spawn(outbox.clone().run(stop.clone()));
        tokio::spawn(seo::catalog_feed(&app, peers.streaming_channel()).run(stop.clone()));
        tokio::spawn(seo::store_feed(&app, peers.streaming_channel()).run(stop));
        let service = TestServer::start(seo::routes(&app, &outbox, CancellationToken::new())).await;
        let context = IndexNowContext::new(app, indexnow, peers.channel());
        Self { indexnow_server, context, clock, pool, products, service, peers }
    }

    pub async fn change_product(&self, id: i64, slug: &str) {
        self.products.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id, slug.to_owned());
        self.publish_and_apply(&ProductChanged { product_id: id, store_id: 1, is_published: true }).await;
    }

    pub async fn withdraw_product(&self, id: i64) {
        self.products.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.publish_and_apply(&ProductChanged { product_id: id, store_id: 1, is_published: false }).await;
    }

    pub async fn change_store(&self, id: i64, slug: &str, is_open: bool) {
        let changed = StoreChanged { store_id: id, name: "Gül evi".to_owned(), slug: slug.to_owned(), is_open };
        self.publish_and_apply(&changed).await;
    }

    async fn publish_and_apply(&self, event: &impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.expect("a transaction");
        outbox::append(&mut tx, event).await.expect("an event");
        tx.commit().await.expect("a commit");
        eventually("the feed to apply the event", || async {
            // An event without a position has not reached the feed yet.
            let count_unapplied = "select count(*)
                 from outbox
                 left join feed_cursor on feed = case when kind like 'store%' then 'store' else 'catalog' end
                 where outbox.position is null or outbox.position > coalesce(feed_cursor.position, 0)";
            self.query_number(count_unapplied).await == 0
        })
        .await;
    }

    pub async fn query_number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.pool).await.expect("a number")
    }

    pub async fn pending(&self) -> i64 {
        self.query_number("select count(*) from indexnow_change").await
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }

    pub async fn submit(&self) -> Outcome {
        seo::submit(&self.context).await.expect("a database")
    }

    pub async fn submit_after(&self, seconds: i64) -> Outcome {
        self.advance_seconds(seconds);
        self.submit().await
    }

    pub fn kill_peers(&self) {
        self.peers.kill();
    }

    /// The text of the proof file, or "".
    pub async fn proof(&self, name: &str) -> String {
        let request = ProofRequest { name: name.to_owned() };
        SeoClient::new(self.service.channel()).proof(request).await.expect("a response").into_inner().text
    }
}

fn unimplemented<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not in this test"))
}

/// The catalogue's limit of products per call and page.
const CATALOG_LIMIT: usize = 100;

#[tonic::async_trait]
impl products_server::Products for FakeCatalog {
    async fn list(&self, request: Request<ListProductsRequest>) -> Result<Response<ProductPage>, Status> {
        let ListProductsRequest { ids, per_page, .. } = request.into_inner();
        if ids.is_empty() || ids.len() > CATALOG_LIMIT || per_page != CATALOG_LIMIT as i64 {
            return Err(Status::invalid_argument("the real catalogue rejects this, or returns only a part"));
        }
        let products = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let card = |id: i64| Some(ProductCard { id, slug: products.get(&id)?.clone(), ..ProductCard::default() });
        Ok(Response::new(ProductPage {
            products: ids.into_iter().filter_map(card).collect(),
            ..ProductPage::default()
        }))
    }

    async fn get(&self, _: Request<GetProductRequest>) -> Result<Response<Product>, Status> {
        unimplemented()
    }

    async fn similar(&self, _: Request<SimilarProductsRequest>) -> Result<Response<SimilarProducts>, Status> {
        unimplemented()
    }

    async fn lookup(&self, _: Request<LookupRequest>) -> Result<Response<LookupResponse>, Status> {
        unimplemented()
    }
}
