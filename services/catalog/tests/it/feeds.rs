//! The catalogue applies the events of the store service, also while products are loaded, repriced and sold.

use proto::{
    catalog::ListProductsRequest,
    feed::{
        AcknowledgeRequest, Acknowledged, Event, ReadRequest, SnapshotItem, SnapshotRequest,
        feed_server::{Feed, FeedServer},
    },
    store::StoreChanged,
};
use serde_json::json;
use sqlx::PgPool;
use testkit::{database::eventually, server::TestServer};
use tokio::sync::watch;
use tokio_stream::{StreamExt as _, wrappers::WatchStream};
use tonic::{Request, Response, Status, service::Routes};

use crate::{
    shop::{Customer, Demo, TestShop, product, refusal},
    stock::line,
};

/// Serves the events of the channel, which always holds all of them.
struct FakeStoreFeed(watch::Receiver<Vec<StoreChanged>>);

#[tonic::async_trait]
impl Feed for FakeStoreFeed {
    type ReadStream = std::pin::Pin<Box<dyn tokio_stream::Stream<Item = Result<Event, Status>> + Send>>;
    type SnapshotStream = tokio_stream::Empty<Result<SnapshotItem, Status>>;

    async fn read(&self, request: Request<ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        // The consumer asks for the events after its last one.
        let mut sent = request.get_ref().after as usize;
        let new_events = WatchStream::new(self.0.clone()).map(move |published| {
            let events: Vec<_> = published.iter().enumerate().skip(sent).map(into_event).collect();
            sent = published.len();
            tokio_stream::iter(events.into_iter().map(Ok))
        });
        Ok(Response::new(Box::pin(futures::StreamExt::flatten(new_events))))
    }

    async fn snapshot(&self, _: Request<SnapshotRequest>) -> Result<Response<Self::SnapshotStream>, Status> {
        Err(Status::unimplemented("no test needs a snapshot"))
    }

    async fn acknowledge(&self, _: Request<AcknowledgeRequest>) -> Result<Response<Acknowledged>, Status> {
        Ok(Response::new(Acknowledged {}))
    }
}

/// The first event has the position 1.
fn into_event((index, store): (usize, &StoreChanged)) -> Event {
    let payload = serde_json::to_vec(store).unwrap();
    Event {
        position: index as i64 + 1,
        kind: "store_changed".to_owned(),
        payload,
        occurred_at: None,
        traceparent: None,
        epoch: String::new(),
    }
}

struct FakeStores {
    published: watch::Sender<Vec<StoreChanged>>,
    _server: TestServer,
}

impl FakeStores {
    /// Makes the catalogue follow a store service that has already published `events`.
    async fn connect(shop: &TestShop, events: Vec<StoreChanged>) -> Self {
        let (published, received) = watch::channel(events);
        let mut routes = Routes::builder();
        routes.add_service(FeedServer::new(FakeStoreFeed(received)));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(catalog::store_feed(&shop.app, server.streaming_channel()).run(server.stopping()));
        Self { published, _server: server }
    }

    fn publish(&self, event: StoreChanged) {
        self.published.send_modify(|events| events.push(event));
    }
}

/// Waits until the catalogue has read this many events, applied or not.
async fn wait_until_read(pool: &PgPool, events: i64) {
    let position =
        || sqlx::query_scalar::<_, i64>("select coalesce(max(position), 0) from feed_cursor").fetch_one(pool);
    eventually("the store events", async || position().await.unwrap() == events).await;
}

/// An event of store 1, which is gul-evi in the demo.
fn store(name: &str, slug: &str, is_open: bool) -> StoreChanged {
    StoreChanged { store_id: 1, name: name.to_owned(), slug: slug.to_owned(), is_open }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn stores_are_renamed_closed_and_opened_again(pool: PgPool) {
    // `a` belongs to store 1, `b` to another store.
    let shop =
        TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({"store": "sirin-ev"}))]).await;
    let stores = FakeStores::connect(&shop, Vec::new()).await;
    let customer = Customer(1);
    shop.like(customer, shop.id_of("a").await).await.unwrap();
    let total = async || shop.list(ListProductsRequest::default()).await.unwrap().meta.unwrap().total;

    stores.publish(store("Gül bağı", "gul-bagi", true));
    eventually("the new name", async || shop.page_of("a").await.unwrap().store.unwrap().name == "Gül bağı").await;
    shop.wait_for_index().await;
    let of_store = |slug: &str| ListProductsRequest { store: Some(slug.to_owned()), ..Default::default() };
    let cards = shop.list(of_store("gul-bagi")).await.unwrap().products;
    let names: Vec<_> = cards.into_iter().map(|card| (card.slug, card.store.unwrap().name)).collect();
    assert_eq!(names, [("a".to_owned(), "Gül bağı".to_owned())]);
    assert_eq!(refusal(shop.list(of_store("gul-evi")).await), "store_not_found");

    stores.publish(store("Gül bağı", "gul-bagi", false));
    eventually("the closed store", async || total().await == 1).await;
    assert_eq!(refusal(shop.page_of("a").await), "product_not_found");
    assert_eq!(refusal(shop.list(of_store("gul-bagi")).await), "store_not_found");
    assert_eq!((shop.liked_count(customer).await, shop.liked_products(customer).await.products.len()), (0, 0));
    let categories = shop.tree().await.categories;
    let flowers = categories.iter().find(|category| category.slug == "guller").unwrap();
    assert_eq!(flowers.product_count, 1, "only `b` is for sale");

    stores.publish(store("Gül bağı", "gul-bagi", true));
    eventually("the opened store", async || total().await == 2).await;
    assert_eq!(shop.slugs(of_store("1")).await, ["a"]);
    assert_eq!(shop.liked_count(customer).await, 1, "the like counts again with its store");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn announced_store_keeps_its_name_when_the_demo_is_loaded(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let _stores = FakeStores::connect(&shop, vec![store("Elan edilmiş", "elan", true)]).await;

    let of_store = ListProductsRequest { store: Some("elan".to_owned()), ..Default::default() };
    eventually("the store", async || shop.list(of_store.clone()).await.is_ok()).await;

    // The demo has another name and slug for the store.
    shop.load(&Demo::with([product("a", &json!({}))])).await.unwrap();
    assert_eq!(shop.page_of("a").await.unwrap().store.unwrap().name, "Elan edilmiş");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_stay_correct_under_concurrent_changes(pool: PgPool) {
    const ROUNDS: i64 = 12;

    let shop = TestShop::start(pool.clone()).await;
    let stores = FakeStores::connect(&shop, Vec::new()).await;

    // Prices, discounts and categories change in each round.
    let demo = |round: i64| {
        let discount_until = (shop.clock.now() + chrono::TimeDelta::seconds(round + 1)).to_rfc3339();
        // Even and odd products take turns in the second category.
        let second_category = |number: i64| (number % 2 == round % 2).then_some("lale");
        let demo_line = |number: i64| {
            let also: Vec<_> = second_category(number).into_iter().collect();
            let changing =
                json!({"price": 1000 + round, "discounted": 500, "discountUntil": discount_until, "also": also});
            product(&format!("p{number}"), &changing)
        };
        // Each round adds a product while its store may be closing.
        Demo::with((0..10 + round).map(demo_line))
    };

    for round in 0..ROUNDS {
        shop.clock.advance(chrono::TimeDelta::seconds(1));
        let is_open = round % 2 == 0;
        stores.publish(store("Gül evi", "gul-evi", is_open));
        let now = demo(round);
        let (loaded, repriced, repriced_too) =
            tokio::join!(shop.load(&now), catalog::reprice(&shop.app), catalog::reprice(&shop.app));
        loaded.unwrap();
        repriced.unwrap();
        repriced_too.unwrap();
    }

    wait_until_read(&pool, ROUNDS).await;
    assert_eq!(shop.list_errors().await, Vec::<String>::new());
    // Parked events are those that could not be applied.
    let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&pool).await.unwrap();
    assert_eq!(parked, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sales_continue_during_renames_and_price_changes(pool: PgPool) {
    const ROUNDS: i64 = 10;
    const ORDERS_PER_ROUND: usize = 40;
    const PRODUCTS: i64 = 30;

    let demo = |price: i64| {
        Demo::with(
            (0..PRODUCTS).map(move |number| product(&format!("p{number}"), &json!({"stock": 1_000, "price": price}))),
        )
    };
    let shop = TestShop::start_with(pool.clone(), demo(1_000).products).await;
    let stores = FakeStores::connect(&shop, Vec::new()).await;

    let mut ids = Vec::new();
    for number in 0..PRODUCTS {
        ids.push(shop.id_of(&format!("p{number}")).await);
    }

    for round in 0..ROUNDS {
        stores.publish(store(&format!("Gül evi {round}"), "gul-evi", true));
        let demo = demo(1_001 + round);
        let sales = (0..ORDERS_PER_ROUND).map(|number| {
            // Orders share products, and do not list them by id, which could lead to deadlocks.
            let indexes = [29, 11, 0].map(|step| (number * 7 + step) % ids.len());
            let lines_of_order: Vec<_> = indexes.map(|index| line(ids[index], 1)).into();
            let shop = &shop;
            async move { shop.reserve(&format!("order-{round}-{number}"), &lines_of_order).await }
        });
        let (loaded, sold) = tokio::join!(shop.load(&demo), futures::future::join_all(sales));
        loaded.unwrap();
        assert!(sold.into_iter().all(|sold| sold.unwrap().shortages.is_empty()));
    }

    wait_until_read(&pool, ROUNDS).await;
    // Each order reserves three units.
    let reserved: i64 = sqlx::query_scalar("select sum(reserved)::bigint from product").fetch_one(&pool).await.unwrap();
    let expected = ROUNDS * ORDERS_PER_ROUND as i64 * 3;
    assert_eq!((reserved, shop.page_of("p0").await.unwrap().store.unwrap().name.as_str()), (expected, "Gül evi 9"));
    assert_eq!(shop.list_errors().await, Vec::<String>::new());
}
