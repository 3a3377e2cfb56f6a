//! The service with fake feeds. One outbox serves all of them, because each consumer asks only for its own kinds of
//! events.

use std::time::Duration;

use kit::client::Channel;
use outbox::Outbox;
use proto::{
    auth::{SessionReuseDetected, UserRegistered},
    event::Event,
    notification::{
        CountNotificationsRequest, ListNotificationsRequest, Notification, NotificationPage, NotificationsSince,
        NotificationsSinceRequest, PulseBeat, PulseRequest, ReadAllNotificationsRequest, ReadNotificationRequest,
        notifications_client::NotificationsClient,
    },
};
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, Streaming, service::Routes};

/// The accounts of the notice that [`TestService::changes`] sends to itself.
pub const PROBE: [i64; 1] = [0];

pub struct TestService {
    pub clock: TestClock,
    pub keys: TestKeys,
    pool: PgPool,
    app: notification::App,
    peers: TestServer,
    _server: TestServer,
    /// Shared by all calls: a busy machine does not accept thousands of connections at once.
    channel: Channel,
}

/// An event that the service does not consume.
#[derive(serde::Serialize)]
pub struct Unrelated {}

impl Event for Unrelated {
    const KIND: &'static str = "unknown_kind";
}

pub fn user_registered(account_id: i64) -> UserRegistered {
    UserRegistered { account_id, language: "az".to_owned() }
}

pub fn session_reused(account_id: i64) -> SessionReuseDetected {
    SessionReuseDetected { account_id }
}

impl TestService {
    pub async fn open(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let app = notification::App::open(pool.clone(), keys.identity(), clock.clock());
        let outbox = Outbox::new(pool.clone());
        let server = TestServer::start(notification::routes(&app, &outbox, CancellationToken::new())).await;
        let peers = serve_feed(&outbox).await;
        tokio::spawn(app.change_notifier.clone().run(pool.clone(), server.stopping()));
        let channel = server.channel();
        let service = Self { clock, keys, pool, app, peers, _server: server, channel };
        service.consume_feeds();
        service
    }

    /// A further call starts the consumers of another replica.
    pub fn consume_feeds(&self) -> JoinHandle<anyhow::Result<()>> {
        let (channel, stop) = (self.peers.streaming_channel(), self.peers.stopping());
        let accounts = notification::auth_feed(&self.app, channel.clone()).run(stop.clone());
        let orders = notification::order_feed(&self.app, channel.clone()).run(stop.clone());
        let contact = notification::seo_feed(&self.app, channel).run(stop);
        tokio::spawn(async { tokio::try_join!(accounts, orders, contact).map(drop) })
    }

    pub async fn publish(&self, event: &impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.unwrap();
        outbox::append(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn wait_for_feed(&self) {
        eventually("the feed", || async {
            let not_applied: i64 = sqlx::query_scalar(
                "select count(*)
                 from outbox
                 left join feed_cursor on feed = case
                     when kind similar to '(order|bonuses|cashout)%' then 'order'
                     when kind = 'contact_changed' then 'seo'
                     else 'auth'
                 end
                 where kind <> 'unknown_kind'
                   and (outbox.position is null or outbox.position > coalesce(feed_cursor.position, 0))",
            )
            .fetch_one(&self.pool)
            .await
            .unwrap();
            not_applied == 0
        })
        .await;
    }

    pub async fn welcome(&self, account: i64) -> Notification {
        self.publish(&user_registered(account)).await;
        self.wait_for_feed().await;
        self.list(account, "az").await.remove(0)
    }

    pub fn notifications(&self) -> NotificationsClient<Channel> {
        NotificationsClient::new(self.channel.clone())
    }

    pub fn signed<T>(&self, account: i64, language: &'static str, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = format!("Bearer {}", self.keys.token(account));
        request.metadata_mut().insert("authorization", token.parse().unwrap());
        request.metadata_mut().insert("accept-language", language.parse().unwrap());
        request
    }

    pub async fn page(&self, account: i64, page: i64, per_page: i64) -> Result<NotificationPage, Status> {
        let request = self.signed(account, "az", ListNotificationsRequest { page, per_page });
        Ok(self.notifications().list(request).await?.into_inner())
    }

    /// Newest first.
    pub async fn list(&self, account: i64, language: &'static str) -> Vec<Notification> {
        let request = self.signed(account, language, ListNotificationsRequest { page: 0, per_page: 0 });
        self.notifications().list(request).await.unwrap().into_inner().notifications
    }

    pub async fn count(&self, account: i64, has_viewed: Option<bool>) -> i64 {
        let request = self.signed(account, "az", CountNotificationsRequest { has_viewed });
        self.notifications().count(request).await.unwrap().into_inner().count
    }

    pub async fn read(&self, account: i64, id: i64) -> Result<Notification, Status> {
        let request = self.signed(account, "az", ReadNotificationRequest { id });
        Ok(self.notifications().read(request).await?.into_inner())
    }

    pub async fn read_all(&self, account: i64) -> i64 {
        let request = self.signed(account, "az", ReadAllNotificationsRequest {});
        self.notifications().read_all(request).await.unwrap().into_inner().count
    }

    pub async fn since(&self, account: i64, after: Option<i64>) -> NotificationsSince {
        let request = self.signed(account, "az", NotificationsSinceRequest { after });
        self.notifications().since(request).await.unwrap().into_inner()
    }

    /// Subscribes to changes. Returns once a probe has shown that the service listens to the database.
    pub async fn changes(&self) -> Streaming<PulseBeat> {
        loop {
            let mut changes = self.notifications().pulse(PulseRequest {}).await.unwrap().into_inner();
            sqlx::query("select pg_notify('notification_changed', '0')").execute(&self.pool).await.unwrap();
            let first = tokio::time::timeout(Duration::from_millis(500), changes.message()).await;
            if let Ok(Ok(Some(change))) = first {
                assert_eq!(change.account_ids, PROBE);
                return changes;
            }
        }
    }
}

async fn serve_feed(outbox: &Outbox) -> TestServer {
    let mut routes = Routes::builder();
    routes.add_service(outbox.service(CancellationToken::new()));
    let peers = TestServer::start(routes.routes()).await;
    tokio::spawn(outbox.clone().run(peers.stopping()));
    peers
}
