//! Fakes of the services that the catalogue calls, and of the feeds (event streams) that it reads.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use chrono::{DateTime, Utc};
use kit::identity::Identity;
use outbox::Outbox;
use proto::{
    auth::{
        AccountErased, MeRequest, User,
        accounts_server::{Accounts, AccountsServer},
    },
    event::Event,
    order::{DeliveredLine, OrderDelivered},
    store::{CampaignChanged, CampaignEnded, CampaignStarted},
};
use sqlx::PgPool;
use testkit::{database::eventually, server::TestServer};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, service::Routes};

use crate::shop::{Customer, TestShop};

/// Number of the next delivered order.
static ORDERS: AtomicU64 = AtomicU64::new(1);

/// Customer 1 is Aysel, customer 2 is Leyla, and others have no last name.
#[derive(Clone)]
pub struct FakeAccounts {
    identity: Identity,
    /// Account ids.
    bloggers: Arc<Mutex<HashSet<i64>>>,
}

impl FakeAccounts {
    pub fn new(identity: Identity) -> Self {
        Self { identity, bloggers: Arc::default() }
    }

    pub async fn serve(&self) -> TestServer {
        let mut routes = Routes::builder();
        routes.add_service(AccountsServer::new(self.clone()));
        TestServer::start(routes.routes()).await
    }

    pub fn make_blogger(&self, customer: Customer) {
        self.bloggers.lock().unwrap().insert(customer.0);
    }
}

#[tonic::async_trait]
impl Accounts for FakeAccounts {
    async fn me(&self, request: Request<MeRequest>) -> Result<Response<User>, Status> {
        let id = self.identity.account(&request).await?;
        let (first_name, last_name) = match id {
            1 => ("Aysel", "Məmmədova"),
            2 => ("Leyla", "ibrahimova"),
            _ => ("Nigar", ""),
        };
        let is_blogger = self.bloggers.lock().unwrap().contains(&id);
        let (first_name, last_name) = (first_name.to_owned(), last_name.to_owned());
        Ok(Response::new(User { id, first_name, last_name, is_blogger, ..User::default() }))
    }
}

/// The feeds of the auth and order services. The catalogue's own outbox can serve them, because a consumer receives
/// only the kinds that it requests.
pub struct FakeFeeds {
    pool: PgPool,
    server: TestServer,
}

impl FakeFeeds {
    pub async fn connect(shop: &TestShop) -> Self {
        let pool = shop.app.pool.clone();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        let feeds = Self { pool, server };
        feeds.connect_accounts(shop);
        tokio::spawn(catalog::order_feed(&shop.app, feeds.server.streaming_channel()).run(feeds.server.stopping()));
        feeds
    }

    pub fn connect_accounts(&self, shop: &TestShop) {
        tokio::spawn(catalog::auth_feed(&shop.app, self.server.streaming_channel()).run(self.server.stopping()));
    }

    pub async fn erase(&self, customer: Customer) {
        self.publish(&AccountErased { account_id: customer.0 }).await;
    }

    /// Delivers one unit of each product.
    pub async fn deliver(&self, customer: Customer, products: &[i64]) {
        let units: Vec<_> = products.iter().map(|product| (*product, 1)).collect();
        self.deliver_units(customer, &units).await;
    }

    /// Each unit is a product id and a quantity.
    pub async fn deliver_units(&self, customer: Customer, units: &[(i64, i64)]) {
        let line = |&(product_id, count): &(i64, i64)| DeliveredLine { product_id, size_id: None, count };
        let lines = units.iter().map(line).collect();
        let order = format!("order {}", ORDERS.fetch_add(1, Ordering::Relaxed));
        self.publish(&OrderDelivered { order, account_id: customer.0, lines }).await;
    }

    async fn publish(&self, event: &impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        outbox::append(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Whether the catalogue has applied all published events.
    pub async fn is_applied(&self) -> bool {
        let query = "select not exists (
                         select
                         from (values ('auth', 'account_erased'), ('order', 'order_delivered')) as consumed (feed, kind)
                         join lateral (
                             select max(position) as position, bool_or(position is null) as is_new
                             from outbox
                             where outbox.kind = consumed.kind
                         ) as last on true
                         left join feed_cursor on feed_cursor.feed = consumed.feed
                         where last.is_new or last.position > coalesce(feed_cursor.position, 0)
                     )";
        sqlx::query_scalar(query).fetch_one(&self.pool).await.unwrap()
    }
}

/// The store service's campaign events, served like [`FakeFeeds`].
pub struct FakeCampaigns {
    pool: PgPool,
    _server: TestServer,
    /// Three days after the fake was connected.
    ends_at: String,
}

impl FakeCampaigns {
    pub async fn connect(shop: &TestShop) -> Self {
        let pool = shop.app.pool.clone();
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes.add_service(outbox.service(CancellationToken::new()));
        let server = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.run(server.stopping()));
        tokio::spawn(catalog::store_feed(&shop.app, server.streaming_channel()).run(server.stopping()));
        let ends_at = (shop.clock.now() + chrono::TimeDelta::days(3)).to_rfc3339();
        Self { pool, _server: server, ends_at }
    }

    pub async fn start(&self, campaign: i64, store: i64, percent: i64) {
        self.start_for_products(campaign, store, percent, &[]).await;
    }

    /// An empty slice means all products of the store.
    pub async fn start_for_products(&self, campaign_id: i64, store_id: i64, percent: i64, products: &[i64]) {
        let (ends_at, product_ids) = (self.ends_at.clone(), products.to_vec());
        let event = CampaignStarted { campaign_id, store_id, percent, ends_at, product_ids, ..Default::default() };
        self.publish(&event).await;
    }

    pub async fn extend(&self, campaign_id: i64, ends_at: DateTime<Utc>) {
        self.publish(&CampaignChanged { campaign_id, ends_at: ends_at.to_rfc3339() }).await;
    }

    pub async fn end(&self, campaign_id: i64, store_id: i64) {
        self.publish(&CampaignEnded { campaign_id, store_id }).await;
    }

    async fn publish(&self, event: &impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        outbox::append(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Does not wait for the prices.
    pub async fn wait_until_recorded(&self) {
        let query = "select bool_and(position is not null) and coalesce(max(position), 0) <= (
                         select coalesce(max(position), 0)
                         from feed_cursor
                         where feed = 'store'
                     )
                     from outbox
                     where kind like 'campaign%'";
        eventually("the campaign events", async || sqlx::query_scalar(query).fetch_one(&self.pool).await.unwrap())
            .await;

        // Parked events are those that the catalogue could not apply.
        let parked: i64 = sqlx::query_scalar("select count(*) from feed_parked").fetch_one(&self.pool).await.unwrap();
        assert_eq!(parked, 0);
    }

    /// Waits until prices are updated as well.
    pub async fn wait_until_applied(&self, shop: &TestShop) {
        self.wait_until_recorded().await;
        while catalog::sweep_prices(&shop.app).await.unwrap() {}
        shop.wait_for_index().await;
    }
}
