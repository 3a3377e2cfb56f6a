//! A running catalogue for tests. Its products are written as demo files and loaded by `load`, as in production.

use std::{fs, path::Path};

use catalog::{Accounts, App, Media, Readers, Search, SearchRules, Searches, StockBatches};
use kit::{Language, client::Channel, config::LoadArgs, db::warm_pool::WarmPool};
use outbox::Outbox;
use proto::catalog::{
    CategoryList, CountLikesRequest, GetProductRequest, LikeRequest, ListLikesRequest, ListProductsRequest, Product,
    ProductPage, TreeRequest, categories_client::CategoriesClient, likes_client::LikesClient,
    lists_client::ListsClient, pictures_client::PicturesClient, products_client::ProductsClient,
    reviews_client::ReviewsClient, search_client::SearchClient, stock_client::StockClient,
};
use serde_json::{Value, json};
use sqlx::{PgPool, postgres::PgPoolOptions};
use tempfile::TempDir;
use testkit::{clock::TestClock, server::TestServer, tokens::TestKeys};
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

use crate::fakes::FakeAccounts;

pub struct TestShop {
    pub app: App,
    pub clock: TestClock,
    pub accounts: FakeAccounts,
    pub keys: TestKeys,
    server: TestServer,
    pub media: TempDir,
    /// One client for all calls, because the order service uses one channel, too.
    stock: StockClient<Channel>,
    _auth: TestServer,
    index: TempDir,
}

/// An account id. `FakeAccounts` has the names.
#[derive(Clone, Copy)]
pub struct Customer(pub i64);

#[derive(Clone)]
pub struct Demo {
    /// gul-evi (id 1) and sirin-ev (id 2), unless the test replaces them.
    pub stores: Value,
    /// guller with its subtree, then hediyyeler. The loaded tree has hediyyeler first.
    pub categories: Vec<Value>,
    pub products: Vec<Value>,
    /// `pictures.json`; null if no product has pictures.
    pub pictures: Value,
    pub reviews: Option<Value>,
}

impl Demo {
    /// Two top categories, one with a subtree, and two stores.
    pub fn with(products: impl IntoIterator<Item = Value>) -> Self {
        // Bouquets inherit the colour of flowers and add the other two fields.
        let colour = json!({"key": "color", "type": "choice", "name": names("Rəng"), "values": [
            {"value": "red", "label": {"az": "Qırmızı", "ru": "Красный", "en": "Red"}},
            {"value": "white", "label": {"az": "Ağ", "ru": "Белый", "en": "White"}},
            {"value": "blue", "label": {"az": "Mavi", "ru": "Синий", "en": "Blue"}}]});
        let pieces = json!({"az": "ədəd", "ru": "шт.", "en": "pcs"});
        let stems = json!({"key": "stems", "type": "range", "name": {"az": "Gül sayı"}, "unit": pieces});
        let fresh = json!({"key": "fresh", "type": "toggle", "name": {"az": "Təzə", "ru": "Свежие", "en": "Fresh"}});

        let roses = json!({"slug": "qizilgul", "name": {"az": "Qızılgül", "ru": "Розы", "en": "Roses"}});
        let tulips = json!({"slug": "lale", "name": names("Lalə")});
        let bouquets = json!({
            "slug": "buketler", "name": {"az": "Buketlər", "ru": "Букеты", "en": "Bouquets"},
            "fields": [stems, fresh], "children": [roses, tulips],
        });
        let plants = json!({"slug": "dibcek", "name": names("Dibçək")});
        let flowers = json!({
            "slug": "guller", "name": {"az": "Güllər", "ru": "Цветы", "en": "Flowers"},
            "fields": [colour], "children": [bouquets, plants],
        });
        let gifts = json!({"slug": "hediyyeler", "name": names("Hədiyyələr")});

        let stores =
            json!([{"id": 1, "slug": "gul-evi", "name": "Gül evi"}, {"id": 2, "slug": "sirin-ev", "name": "Şirin ev"}]);

        Self {
            stores,
            categories: vec![flowers, gifts],
            products: products.into_iter().collect(),
            pictures: Value::Null,
            reviews: None,
        }
    }

    fn write(&self, folder: &Path) {
        fs::create_dir_all(folder.join("categories")).unwrap();
        fs::create_dir_all(folder.join("products")).unwrap();
        fs::write(folder.join("stores.json"), self.stores.to_string()).unwrap();
        fs::write(folder.join("pictures.json"), self.pictures.to_string()).unwrap();
        if let Some(reviews) = &self.reviews {
            fs::write(folder.join("reviews.json"), reviews.to_string()).unwrap();
        }

        for category in &self.categories {
            let slug = category["slug"].as_str().unwrap();
            fs::write(folder.join(format!("categories/{slug}.json")), category.to_string()).unwrap();
        }

        let lines: Vec<_> = self.products.iter().map(Value::to_string).collect();
        fs::write(folder.join("products/all.jsonl"), lines.join("\n\n")).unwrap();
    }
}

pub fn names(name: &str) -> Value {
    json!({"az": name, "ru": format!("{name} (ru)"), "en": format!("{name} (en)")})
}

/// The demo line of a product. By default, it costs 1000 qəpik (10 manat), and belongs to the store gul-evi and to
/// qizilgul (below buketler, below guller).
pub fn product(slug: &str, overrides: &Value) -> Value {
    let mut product = json!({
        "slug": slug, "category": "qizilgul", "store": "gul-evi", "name": names(slug), "description": names("Təsvir"),
        "price": 1000, "stock": 10, "rating": 4.5, "reviews": 3, "popularity": 50, "days": 10, "fields": {},
    });
    for (key, value) in overrides.as_object().unwrap() {
        product[key] = value.clone();
    }
    product
}

pub fn size_line(name: &str, price: i64, stock: i64) -> Value {
    json!({"name": {"az": name}, "price": price, "stock": stock})
}

impl TestShop {
    pub async fn start(pool: PgPool) -> Self {
        let folder = TempDir::new().unwrap();
        let media = Media::open(&format!("file://{}", folder.path().display())).unwrap();
        Self::start_in(pool, media, folder).await
    }

    /// Stores pictures in `media` instead of a folder.
    pub async fn start_storing(pool: PgPool, media: Media) -> Self {
        Self::start_in(pool, media, TempDir::new().unwrap()).await
    }

    async fn start_in(pool: PgPool, media: Media, folder: TempDir) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let index = TempDir::new().unwrap();
        let accounts = FakeAccounts::new(keys.identity());
        let auth = accounts.serve().await;

        let warm_pool = WarmPool::new(pool.clone());
        let app = App {
            pool: pool.clone(),
            readers: Readers::open(&warm_pool),
            stock_batches: StockBatches::open(&warm_pool),
            warm_pool,
            identity: keys.identity(),
            clock: clock.clock(),
            media,
            accounts: Accounts::new(auth.channel()),
            search: Search::new(index.path().to_owned()),
            // Three visitors must have searched for a text before it is suggested, instead of five.
            searches: Searches::new(3, &[7; 32]).unwrap(),
            search_rules: SearchRules::default(),
        };

        let stop = tokio_util::sync::CancellationToken::new();
        let server = TestServer::start(catalog::routes(&app, &Outbox::new(pool.clone()), stop)).await;

        // A separate pool, because the outbox never returns the connection with which it numbers events.
        let options = pool.connect_options().as_ref().clone();
        let outbox_pool = PgPoolOptions::new().max_connections(2).connect_with(options).await.unwrap();
        tokio::spawn(Outbox::new(outbox_pool).run(server.stopping()));
        tokio::spawn(catalog::keep_index(app.search.clone(), pool, None, server.stopping()));
        let stock = StockClient::new(server.channel());
        Self { app, clock, accounts, keys, server, media: folder, stock, _auth: auth, index }
    }

    pub async fn wait_for_index(&self) {
        testkit::database::eventually("the index", async || {
            let query = "select coalesce(max(position), 0), count(*) filter (where position is null) from outbox";
            let (last, waiting): (i64, i64) = sqlx::query_as(query).fetch_one(&self.app.pool).await.unwrap();
            waiting == 0 && self.app.search.position() >= last
        })
        .await;
    }

    pub fn index(&self) -> &Path {
        self.index.path()
    }

    /// Starts a shop with the default stores and categories and these products.
    pub async fn start_with(pool: PgPool, products: impl IntoIterator<Item = Value>) -> Self {
        let shop = Self::start(pool).await;
        shop.load(&Demo::with(products)).await.unwrap();
        shop
    }

    /// Loads the demo, and waits until it is indexed.
    pub async fn load(&self, demo: &Demo) -> anyhow::Result<()> {
        self.load_sampled(demo, 1).await
    }

    /// Loads every `sample`-th product.
    pub async fn load_sampled(&self, demo: &Demo, sample: usize) -> anyhow::Result<()> {
        let folder = TempDir::new().unwrap();
        demo.write(folder.path());
        let pictures = Some(folder.path().join("pictures.json"));
        catalog::load(&self.app, &LoadArgs { folder: folder.path().to_owned(), pictures, sample }).await?;
        self.wait_for_index().await;
        Ok(())
    }

    pub fn channel(&self) -> Channel {
        self.server.channel()
    }

    pub fn products(&self) -> ProductsClient<Channel> {
        ProductsClient::new(self.server.channel())
    }

    pub fn categories(&self) -> CategoriesClient<Channel> {
        CategoriesClient::new(self.server.channel())
    }

    pub fn search(&self) -> SearchClient<Channel> {
        SearchClient::new(self.server.channel())
    }

    pub fn likes(&self) -> LikesClient<Channel> {
        LikesClient::new(self.server.channel())
    }

    pub fn stock(&self) -> StockClient<Channel> {
        self.stock.clone()
    }

    pub fn lists(&self) -> ListsClient<Channel> {
        ListsClient::new(self.server.channel())
    }

    pub fn reviews(&self) -> ReviewsClient<Channel> {
        ReviewsClient::new(self.server.channel())
    }

    pub fn pictures(&self) -> PicturesClient<Channel> {
        PicturesClient::new(self.server.channel())
    }

    pub fn signed<T>(&self, customer: Customer, message: T) -> Request<T> {
        self.signed_as(customer, &[], message)
    }

    /// Signs the request as account 100, which has the role `owner`.
    pub fn signed_by_operator<T>(&self, message: T) -> Request<T> {
        self.signed_as(Customer(100), &["owner"], message)
    }

    fn signed_as<T>(&self, customer: Customer, roles: &[&str], message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = format!("Bearer {}", self.keys.token_with_roles(customer.0, roles));
        request.metadata_mut().insert("authorization", token.parse().unwrap());
        request
    }

    /// Returns one page. Does not wait for the index.
    pub async fn list(&self, request: ListProductsRequest) -> Result<ProductPage, Status> {
        Ok(self.products().list(request).await?.into_inner())
    }

    /// Slugs of the first page, once the index is current.
    pub async fn slugs(&self, request: ListProductsRequest) -> Vec<String> {
        self.wait_for_index().await;
        slugs(&self.list(request).await.unwrap())
    }

    /// Returns the product with this slug or id, in Azerbaijani.
    pub async fn page_of(&self, slug: &str) -> Result<Product, Status> {
        self.page_in(Language::Az, slug).await
    }

    pub async fn page_in(&self, language: Language, slug: &str) -> Result<Product, Status> {
        Ok(self
            .products()
            .get(in_language(language, GetProductRequest { product: slug.to_owned() }))
            .await?
            .into_inner())
    }

    pub async fn id_of(&self, slug: &str) -> i64 {
        self.page_of(slug).await.unwrap().id
    }

    pub async fn tree(&self) -> CategoryList {
        self.categories().tree(TreeRequest {}).await.unwrap().into_inner()
    }

    /// Returns how many products the customer likes.
    pub async fn like(&self, customer: Customer, product_id: i64) -> Result<i64, Status> {
        Ok(self.likes().add(self.signed(customer, LikeRequest { product_id })).await?.into_inner().fav_count)
    }

    /// Returns the remaining number of likes.
    pub async fn unlike(&self, customer: Customer, product_id: i64) -> Result<i64, Status> {
        Ok(self.likes().remove(self.signed(customer, LikeRequest { product_id })).await?.into_inner().fav_count)
    }

    pub async fn liked_products(&self, customer: Customer) -> ProductPage {
        let all_likes = ListLikesRequest { is_get_all: true, ..Default::default() };
        self.likes().list(self.signed(customer, all_likes)).await.unwrap().into_inner()
    }

    pub async fn liked_count(&self, customer: Customer) -> i64 {
        self.likes().count(self.signed(customer, CountLikesRequest {})).await.unwrap().into_inner().fav_count
    }

    /// Returns the kinds of all published events, oldest first.
    pub async fn published_kinds(&self) -> Vec<String> {
        testkit::database::announced(&self.app.pool).await
    }

    pub async fn product_changed_count(&self) -> usize {
        self.published_kinds().await.iter().filter(|kind| *kind == "product_changed").count()
    }
}

pub fn in_language<T>(language: Language, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert(kit::client::LANGUAGE, language.code().parse().unwrap());
    request
}

pub fn slugs(page: &ProductPage) -> Vec<String> {
    page.products.iter().map(|card| card.slug.clone()).collect()
}

/// Error code and invalid fields, or "accepted".
pub fn refusal<T>(outcome: Result<T, Status>) -> String {
    let Err(status) = outcome else { return "accepted".to_owned() };
    let fields = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
    let fields: Vec<_> = fields.iter().map(|field| format!(" {}: {}", field.field, field.description)).collect();
    format!("{}{}", status.message(), fields.join(","))
}
