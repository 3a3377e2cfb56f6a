//! The catalogue applies the events of the store service.

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
    shop::{Customer, TestShop, product, refusal},
    stock::line,
};

/// Serves the events in the channel.
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

/// Positions begin with 1.
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

/// An event of store 1.
fn store(name: &str, slug: &str, is_open: bool) -> StoreChanged {
    StoreChanged { store_id: 1, name: name.to_owned(), slug: slug.to_owned(), is_open }
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn stores_are_renamed_closed_and_opened_again(pool: PgPool) {
    let shop =
        TestShop::start_with(pool, [product("a", &json!({})), product("b", &json!({"store": "sirin-ev"}))]).await;
    let (events, received) = watch::channel(Vec::new());
    let mut routes = Routes::builder();
    routes.add_service(FeedServer::new(FakeStoreFeed(received)));
    let stores = TestServer::start(routes.routes()).await;
    tokio::spawn(catalog::store_feed(&shop.app, stores.streaming_channel()).run(stores.stopping()));

    let publish = |event: StoreChanged| events.send_modify(|published| published.push(event));
    let (aygun, liked) = (Customer(1), shop.id_of("a").await);
    shop.like(aygun, liked).await.unwrap();
    let total = async || shop.list(ListProductsRequest::default()).await.unwrap().meta.unwrap().total;

    publish(store("Gül bağı", "gul-bagi", true));
    eventually("the new name", async || shop.page_of("a").await.unwrap().store.unwrap().name == "Gül bağı").await;
    shop.wait_for_index().await;
    let of_store = |slug: &str| ListProductsRequest { store: Some(slug.to_owned()), ..Default::default() };
    let cards = shop.list(of_store("gul-bagi")).await.unwrap().products;
    let names: Vec<_> = cards.into_iter().map(|card| (card.slug, card.store.unwrap().name)).collect();
    assert_eq!(names, [("a".to_owned(), "Gül bağı".to_owned())]);
    assert_eq!(refusal(shop.list(of_store("gul-evi")).await), "store_not_found");

    publish(store("Gül bağı", "gul-bagi", false));
    eventually("the closed store", async || total().await == 1).await;
    assert_eq!(refusal(shop.page_of("a").await), "product_not_found");
    assert_eq!(refusal(shop.list(of_store("gul-bagi")).await), "store_not_found");
    assert_eq!((shop.liked_count(aygun).await, shop.liked_products(aygun).await.products.len()), (0, 0));
    assert_eq!(shop.tree().await.categories[1].product_count, 1);

    publish(store("Gül bağı", "gul-bagi", true));
    eventually("the opened store", async || total().await == 2).await;
    assert_eq!(shop.slugs(of_store("1")).await, ["a"]);
    assert_eq!(shop.liked_count(aygun).await, 1, "the like counts again with its store");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn announced_store_keeps_its_name_when_the_demo_is_loaded(pool: PgPool) {
    let shop = TestShop::start(pool).await;
    let (_announce, received) = watch::channel(vec![store("Elan edilmiş", "elan", true)]);
    let mut routes = Routes::builder();
    routes.add_service(FeedServer::new(FakeStoreFeed(received)));
    let stores = TestServer::start(routes.routes()).await;
    tokio::spawn(catalog::store_feed(&shop.app, stores.streaming_channel()).run(stores.stopping()));

    let of_store = ListProductsRequest { store: Some("elan".to_owned()), ..Default::default() };
    eventually("the store", async || shop.list(of_store.clone()).await.is_ok()).await;

    shop.load(&crate::shop::Demo::with([product("a", &json!({}))])).await.unwrap();
    assert_eq!(shop.page_of("a").await.unwrap().store.unwrap().name, "Elan edilmiş");
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn lists_stay_correct_under_concurrent_changes(pool: PgPool) {
    const ROUNDS: i64 = 12;

    let shop = TestShop::start(pool.clone()).await;
    let (events, received) = watch::channel(Vec::new());
    let mut routes = Routes::builder();
    routes.add_service(FeedServer::new(FakeStoreFeed(received)));
    let stores = TestServer::start(routes.routes()).await;
    tokio::spawn(catalog::store_feed(&shop.app, stores.streaming_channel()).run(stores.stopping()));

    // Prices, discounts and categories change in each round.
    let demo = |round: i64| {
        let ends = (shop.clock.now() + chrono::TimeDelta::seconds(round + 1)).to_rfc3339();
        let line = |number: i64| {
            let changing = json!({"price": 1000 + round, "discounted": 500, "discountUntil": ends, "also": if number % 2 == round % 2 { vec!["lale"] } else { vec![] }});
            product(&format!("p{number}"), &changing)
        };
        // Each round adds a product while its store may be closing.
        crate::shop::Demo::with((0..10 + round).map(line))
    };

    for round in 0..ROUNDS {
        shop.clock.advance(chrono::TimeDelta::seconds(1));
        events.send_modify(|published| published.push(store("Gül evi", "gul-evi", round % 2 == 0)));
        let now = demo(round);
        let (loaded, repriced, again) =
            tokio::join!(shop.load(&now), catalog::reprice(&shop.app), catalog::reprice(&shop.app));
        loaded.unwrap();
        repriced.unwrap();
        again.unwrap();
    }

    let position =
        || sqlx::query_scalar::<_, i64>("select coalesce(max(position), 0) from feed_cursor").fetch_one(&pool);
    eventually("the store events", async || position().await.unwrap() == ROUNDS).await;
    assert_eq!(shop.list_errors().await, Vec::<String>::new());
    let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&pool).await.unwrap();
    assert_eq!(parked, 0);
}

#[sqlx::test(migrator = "catalog::MIGRATOR")]
async fn sales_continue_during_renames_and_price_changes(pool: PgPool) {
    const ROUNDS: i64 = 10;
    const ORDERS_PER_ROUND: usize = 40;
    const PRODUCTS: i64 = 30;

    let demo = |price: i64| {
        crate::shop::Demo::with(
            (0..PRODUCTS).map(move |number| product(&format!("p{number}"), &json!({"stock": 1_000, "price": price}))),
        )
    };
    let shop = TestShop::start_with(pool.clone(), demo(1_000).products).await;
    let (events, received) = watch::channel(Vec::new());
    let mut routes = Routes::builder();
    routes.add_service(FeedServer::new(FakeStoreFeed(received)));
    let stores = TestServer::start(routes.routes()).await;
    tokio::spawn(catalog::store_feed(&shop.app, stores.streaming_channel()).run(stores.stopping()));

    let mut ids = Vec::new();
    for number in 0..PRODUCTS {
        ids.push(shop.id_of(&format!("p{number}")).await);
    }

    for round in 0..ROUNDS {
        events.send_modify(|published| published.push(store(&format!("Gül evi {round}"), "gul-evi", true)));
        let demo = demo(1_001 + round);
        let sales = (0..ORDERS_PER_ROUND).map(|number| {
            let lines_of_order: Vec<_> = [29, 11, 0].map(|step| line(ids[(number * 7 + step) % ids.len()], 1)).into();
            let shop = &shop;
            async move { shop.reserve(&format!("order-{round}-{number}"), &lines_of_order).await }
        });
        let (loaded, sold) = tokio::join!(shop.load(&demo), futures::future::join_all(sales));
        loaded.unwrap();
        assert!(sold.into_iter().all(|sold| sold.unwrap().shortages.is_empty()));
    }

    let position =
        || sqlx::query_scalar::<_, i64>("select coalesce(max(position), 0) from feed_cursor").fetch_one(&pool);
    eventually("the store events", async || position().await.unwrap() == ROUNDS).await;
    // Each order reserves three units.
    let reserved: i64 = sqlx::query_scalar("select sum(reserved)::bigint from product").fetch_one(&pool).await.unwrap();
    let expected = ROUNDS * ORDERS_PER_ROUND as i64 * 3;
    assert_eq!((reserved, shop.page_of("p0").await.unwrap().store.unwrap().name.as_str()), (expected, "Gül evi 9"));
    assert_eq!(shop.list_errors().await, Vec::<String>::new());
}
