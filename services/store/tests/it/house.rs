//! The service on a free port, a folder with a demo to load, and a catalogue that announces what a test tells it to.
//!
//! The catalogue's outbox stands in a schema of its own: this service announces stores through the other one.

use std::fs;

use chrono::{DateTime, Utc};
use kit::{client::Channel, config::LoadArgs};
use outbox::{Event, Outbox};
use proto::{
    catalog::ProductChanged,
    store::{GetStoreRequest, ListStoresRequest, Store, StorePage, StoreSort, stores_client::StoresClient},
};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{PgPool, postgres::PgPoolOptions};
use store::App;
use tempfile::TempDir;
use testkit::{clock::TestClock, database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, service::Routes};

pub struct House {
    pub pool: PgPool,
    pub clock: TestClock,
    app: App,
    server: TestServer,
}

impl House {
    pub async fn open(pool: PgPool) -> Self {
        let app = App { pool: pool.clone() };
        let outbox = Outbox::new(pool.clone());
        let server = TestServer::start(store::routes(&app, &outbox, CancellationToken::new())).await;
        Self { pool, clock: TestClock::new(), app, server }
    }

    pub async fn loaded(pool: PgPool, stores: &[Value]) -> Self {
        let house = Self::open(pool).await;
        house.load(stores).await.unwrap();
        house
    }

    /// Loads the demo from a folder, as `sovqat-store load` does.
    pub async fn load(&self, stores: &[Value]) -> anyhow::Result<()> {
        let folder = TempDir::new()?;
        let pictures = folder.path().join("pictures.json");
        fs::write(folder.path().join("stores.json"), json!(stores).to_string())?;
        fs::write(
            &pictures,
            json!({"stores": {"gul-evi": {"logo": "/media/l/640.webp", "cover": "/media/c/640.webp"}}}).to_string(),
        )?;
        let args = LoadArgs { folder: folder.path().to_owned(), pictures: Some(pictures), sample: 1 };
        store::load(&self.app, &self.clock.clock(), &args).await
    }

    pub fn stores(&self) -> StoresClient<Channel> {
        StoresClient::new(self.server.channel())
    }

    pub async fn page(&self, request: ListStoresRequest) -> Result<StorePage, Status> {
        Ok(self.stores().list(request).await?.into_inner())
    }

    /// The slugs in the order of `sort`.
    pub async fn sorted(&self, sort: StoreSort) -> Vec<String> {
        slugs(self.page(ListStoresRequest { sort: sort.into(), ..Default::default() }).await.unwrap())
    }

    pub async fn searched(&self, search: &str) -> Vec<String> {
        slugs(self.page(ListStoresRequest { search: Some(search.to_owned()), ..Default::default() }).await.unwrap())
    }

    pub async fn find(&self, store: &str, language: &'static str) -> Result<Store, Status> {
        let mut request = Request::new(GetStoreRequest { store: store.to_owned() });
        request.metadata_mut().insert("accept-language", language.parse().unwrap());
        Ok(self.stores().get(request).await?.into_inner())
    }

    pub async fn counts(&self, stores: [&str; 2]) -> [i64; 2] {
        let [first, second] = stores;
        [self.find(first, "az").await.unwrap().product_count, self.find(second, "az").await.unwrap().product_count]
    }
}

pub fn slugs(page: StorePage) -> Vec<String> {
    page.stores.into_iter().map(|store| store.slug).collect()
}

/// A store as `stores.json` tells it, with the texts it has.
pub fn store(id: i64, slug: &str, name: &str, rating: f64, days: i64) -> Value {
    json!({"id": id, "slug": slug, "name": name, "about": {"az": format!("{name} haqqında")}, "rating": rating, "days": days})
}

pub fn three_stores() -> [Value; 3] {
    let mut flowers = store(1, "gul-evi", "Gül evi", 4.9, 900);
    flowers["about"] = json!({"az": "Təzə güllər", "ru": "Свежие цветы", "en": "Fresh flowers"});
    [flowers, store(2, "sirin-ev", "Şirin ev", 4.8, 100), store(3, "ciraq", "Çıraq", 5.0, 400)]
}

/// The catalogue service, as far as it can be heard.
pub struct Catalogue {
    pool: PgPool,
    server: TestServer,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Changed(ProductChanged);

impl Event for Changed {
    const KIND: &'static str = "product_changed";
}

impl Catalogue {
    pub async fn heard_by(house: &House) -> Self {
        sqlx::raw_sql("create schema catalogue; create table catalogue.outbox (like public.outbox including all); create table catalogue.outbox_head (like public.outbox_head including all); insert into catalogue.outbox_head (position) values (0)")
            .execute(&house.pool)
            .await
            .unwrap();
        let options = (*house.pool.connect_options()).clone().options([("search_path", "catalogue")]);
        let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.unwrap();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        tokio::spawn(store::catalog_feed(&house.app, server.streaming_channel()).run(server.stopping()));
        Self { pool, server }
    }

    /// Another replica of the service hears the same.
    pub fn also_heard_by(&self, house: &House) {
        tokio::spawn(store::catalog_feed(&house.app, self.server.streaming_channel()).run(self.server.stopping()));
    }

    pub async fn publish(&self, product_id: i64, store_id: i64) {
        self.announce(ProductChanged { product_id, store_id, is_published: true }).await;
    }

    pub async fn withdraw(&self, product_id: i64, store_id: i64) {
        self.announce(ProductChanged { product_id, store_id, is_published: false }).await;
    }

    async fn announce(&self, product: ProductChanged) {
        let mut tx = self.pool.begin().await.unwrap();
        outbox::append(&mut tx, &Changed(product)).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Everything announced so far has been heard.
    pub async fn all_is_heard(&self, house: &House) {
        let announced: i64 = sqlx::query_scalar("select count(*) from outbox").fetch_one(&self.pool).await.unwrap();
        eventually("the catalogue's feed", || async {
            let heard: Option<i64> = sqlx::query_scalar("select position from feed_cursor where feed = 'catalog'")
                .fetch_optional(&house.pool)
                .await
                .unwrap();
            heard == Some(announced)
        })
        .await;
    }
}

pub async fn opened_at(house: &House, slug: &str) -> DateTime<Utc> {
    sqlx::query_scalar("select opened_at from store where slug = $1").bind(slug).fetch_one(&house.pool).await.unwrap()
}
