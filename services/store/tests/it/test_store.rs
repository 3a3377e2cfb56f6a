//! The fixture of all tests: a running store service, with helpers that load data and call its API.

use std::fs;

use chrono::{DateTime, Utc};
use kit::{client::Channel, config::LoadArgs};
use outbox::Outbox;
use proto::store::{
    GetStoreRequest, ListStoresRequest, Store, StorePage, StoreSort, SubscribeRequest, SubscriptionsRequest,
    campaign_desk_client::CampaignDeskClient, campaigns_client::CampaignsClient, sitemap_client::SitemapClient,
    stores_client::StoresClient,
};
use serde_json::{Value, json};
use sqlx::PgPool;
use store::{App, CampaignNotifier};
use tempfile::TempDir;
use testkit::{clock::TestClock, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

pub use kit::id::AccountId;

/// Has all permissions.
pub const OPERATOR: AccountId = AccountId(100);
pub const AYGUN: AccountId = AccountId(7);

// Ids in `three_stores`.
pub const GUL_EVI: i64 = 1;
pub const SIRIN_EV: i64 = 2;
pub const CIRAQ: i64 = 3;

pub struct TestStore {
    pub pool: PgPool,
    pub clock: TestClock,
    pub app: App,
    pub keys: TestKeys,
    /// Stops when dropped.
    _server: TestServer,
    pub channel: Channel,
}

impl TestStore {
    pub async fn open(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let app = App {
            pool: pool.clone(),
            identity: keys.identity(),
            clock: clock.clock(),
            campaign_notifier: CampaignNotifier::default(),
        };
        let outbox = Outbox::new(pool.clone());
        let server = TestServer::start(store::routes(&app, &outbox, CancellationToken::new())).await;
        let channel = server.channel();
        Self { pool, clock, app, keys, _server: server, channel }
    }

    pub async fn loaded(pool: PgPool, stores: &[Value]) -> Self {
        let service = Self::open(pool).await;
        service.load(stores).await.unwrap();
        service
    }

    pub async fn load(&self, stores: &[Value]) -> anyhow::Result<()> {
        self.load_with(stores, &[]).await
    }

    /// Loads data as the command `load` does. Only Gül evi has pictures.
    pub async fn load_with(&self, stores: &[Value], campaigns: &[Value]) -> anyhow::Result<()> {
        let folder = TempDir::new()?;
        fs::write(folder.path().join("stores.json"), json!(stores).to_string())?;
        fs::write(folder.path().join("campaigns.json"), json!(campaigns).to_string())?;
        let pictures = folder.path().join("pictures.json");
        let gul_evi = json!({"logo": "/media/l/640.webp", "cover": "/media/c/640.webp"});
        fs::write(&pictures, json!({"stores": {"gul-evi": gul_evi}}).to_string())?;
        let args = LoadArgs { folder: folder.path().to_owned(), pictures: Some(pictures), sample: 1 };
        store::load(&self.app, &args).await
    }

    pub fn stores(&self) -> StoresClient<Channel> {
        StoresClient::new(self.channel.clone())
    }

    pub fn campaigns(&self) -> CampaignsClient<Channel> {
        CampaignsClient::new(self.channel.clone())
    }

    pub fn campaign_admin(&self) -> CampaignDeskClient<Channel> {
        CampaignDeskClient::new(self.channel.clone())
    }

    pub fn sitemap(&self) -> SitemapClient<Channel> {
        SitemapClient::new(self.channel.clone())
    }

    pub fn as_customer<T>(&self, customer: AccountId, message: T) -> Request<T> {
        self.with_token(customer, &[], message)
    }

    pub fn as_operator<T>(&self, message: T) -> Request<T> {
        self.with_token(OPERATOR, &["owner"], message)
    }

    /// Signs a request with these roles. `store_owner@1`, for example, is the owner of store 1.
    pub fn with_token<T>(&self, account: AccountId, roles: &[&str], message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = format!("Bearer {}", self.keys.token_with_roles(account.0, roles));
        request.metadata_mut().insert("authorization", token.parse().unwrap());
        request
    }

    pub async fn follow(&self, customer: AccountId, store: &str) -> Result<Store, Status> {
        let request = self.as_customer(customer, SubscribeRequest { store: store.to_owned() });
        Ok(self.stores().subscribe(request).await?.into_inner())
    }

    pub async fn unfollow(&self, customer: AccountId, store: &str) -> Result<Store, Status> {
        let request = self.as_customer(customer, SubscribeRequest { store: store.to_owned() });
        Ok(self.stores().unsubscribe(request).await?.into_inner())
    }

    pub async fn followed_by(&self, customer: AccountId) -> Vec<String> {
        let request = SubscriptionsRequest { is_get_all: true, ..Default::default() };
        slugs(self.stores().subscriptions(self.as_customer(customer, request)).await.unwrap().into_inner())
    }

    /// Returns the number of followers. Asserts that the stored count equals the number of rows.
    pub async fn follower_count(&self, store: &str) -> i64 {
        let found = self.find(store, "az").await.unwrap();
        let rows: i64 = sqlx::query_scalar("select count(*) from follower where store_id = $1")
            .bind(found.id)
            .fetch_one(&self.pool)
            .await
            .unwrap();
        assert_eq!(found.subscriber_count, rows, "follower count of {store}");
        rows
    }

    pub async fn list(&self, request: ListStoresRequest) -> Result<StorePage, Status> {
        Ok(self.stores().list(request).await?.into_inner())
    }

    pub async fn list_sorted_by(&self, sort: StoreSort) -> Vec<String> {
        slugs(self.list(ListStoresRequest { sort: sort.into(), ..Default::default() }).await.unwrap())
    }

    pub async fn search(&self, text: &str) -> Vec<String> {
        slugs(self.list(ListStoresRequest { search: Some(text.to_owned()), ..Default::default() }).await.unwrap())
    }

    pub async fn find(&self, slug_or_id: &str, language: &'static str) -> Result<Store, Status> {
        let mut request = Request::new(GetStoreRequest { store: slug_or_id.to_owned() });
        request.metadata_mut().insert(kit::client::LANGUAGE, language.parse().unwrap());
        Ok(self.stores().get(request).await?.into_inner())
    }

    pub async fn product_counts(&self, stores: [&str; 2]) -> [i64; 2] {
        let [first, second] = stores;
        [self.find(first, "az").await.unwrap().product_count, self.find(second, "az").await.unwrap().product_count]
    }
}

pub fn slugs(page: StorePage) -> Vec<String> {
    page.stores.into_iter().map(|store| store.slug).collect()
}

/// A store of `stores.json`, with an Azerbaijani text only.
pub fn store(id: i64, slug: &str, name: &str, opened_days_ago: i64) -> Value {
    json!({"id": id, "slug": slug, "name": name, "about": {"az": format!("{name} haqqında")}, "days": opened_days_ago})
}

/// Gül evi (with texts in all languages), Şirin ev and Çıraq.
pub fn three_stores() -> [Value; 3] {
    let mut gul_evi = store(GUL_EVI, "gul-evi", "Gül evi", 900);
    gul_evi["about"] = json!({"az": "Təzə güllər", "ru": "Свежие цветы", "en": "Fresh flowers"});
    [gul_evi, store(SIRIN_EV, "sirin-ev", "Şirin ev", 100), store(CIRAQ, "ciraq", "Çıraq", 400)]
}

pub async fn opened_at(service: &TestStore, slug: &str) -> DateTime<Utc> {
    sqlx::query_scalar("select opened_at from store where slug = $1").bind(slug).fetch_one(&service.pool).await.unwrap()
}

/// Returns the error code and the invalid fields, or `accepted`.
pub fn refusal<T>(outcome: Result<T, Status>) -> String {
    let Err(status) = outcome else { return "accepted".to_owned() };
    let fields = status.get_details_bad_request().map(|details| details.field_violations).unwrap_or_default();
    let fields: Vec<_> = fields.iter().map(|field| format!(" {}: {}", field.field, field.description)).collect();
    format!("{}{}", status.message(), fields.join(","))
}
