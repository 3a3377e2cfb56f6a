//! The service with fakes of all that it calls, for tests from an event to the mails, SMS and pushes. The inbox of
//! local mode stores SMS.

use notification::{App, Peers, Sender, WorkerContext};
use outbox::Outbox;
use proto::{
    auth::contacts_server,
    catalog::likes_server,
    event::Event,
    notification::{
        GetPreferencesRequest, ListNotificationsRequest, Notification, NotificationPreferences, PushSubscription,
        RemovePushRequest, Topic, UnsubscribeRequest, Unsubscribed, notifications_client::NotificationsClient,
        preferences_client::PreferencesClient,
    },
    store::stores_server,
};
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, service::Routes};

use crate::{
    fake_services::{FakeServices, phone},
    fake_smtp_server::{FakeSmtpServer, ReceivedMail},
    test_delivery_service::config,
};

pub struct TestShop {
    pub clock: TestClock,
    pub context: WorkerContext,
    pub smtp: FakeSmtpServer,
    pub services: FakeServices,
    sender: Sender,
    pool: PgPool,
    keys: TestKeys,
    _peers: TestServer,
    server: TestServer,
}

impl TestShop {
    pub async fn open(pool: PgPool) -> Self {
        let (clock, smtp, services) = (TestClock::new(), FakeSmtpServer::start().await, FakeServices::default());
        let keys = TestKeys::new(&clock);
        let app = App::open(pool.clone(), keys.identity(), clock.clock());
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes
            .add_service(outbox.service(CancellationToken::new()))
            .add_service(contacts_server::ContactsServer::new(services.clone()))
            .add_service(stores_server::StoresServer::new(services.clone()))
            .add_service(likes_server::LikesServer::new(services.clone()));
        let peers = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.clone().run(peers.stopping()));

        let smtp_url = smtp.url();
        let config = config(&["--mode", "local", "--smtp-url", &smtp_url, "--public-url", "https://sovqat.az"]);
        let sender = Sender::new(&config, app.clone()).expect("a sender");
        let sender = notification::enable_push(sender, &config).await.expect("a key");
        let peer_channels = Peers { auth: peers.channel(), stores: peers.channel(), catalog: peers.channel() };
        let context = WorkerContext::new(&config, app.clone(), sender.clone(), peer_channels).expect("a signing key");
        let routes = notification::routes(&app, &outbox, CancellationToken::new());
        let server = TestServer::start(context.add_preferences_service(sender.add_services(routes))).await;

        let (channel, stop) = (peers.streaming_channel(), peers.stopping());
        tokio::spawn(notification::auth_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::order_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::store_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::catalog_feed(&app, channel).run(stop));
        Self { clock, context, smtp, services, sender, pool, keys, _peers: peers, server }
    }

    pub async fn publish_and_apply(&self, event: &impl Event) {
        let mut tx = kit::db::begin(&self.pool).await.expect("a transaction");
        outbox::append(&mut tx, event).await.expect("an outbox");
        tx.commit().await.expect("a commit");
        eventually("the feed", || async {
            let not_applied: i64 = sqlx::query_scalar(
                "select count(*)
                 from outbox
                 left join feed_cursor on feed = case
                     when kind like 'order%' then 'order'
                     when kind like 'campaign%' then 'store'
                     when kind in ('price_dropped', 'back_in_stock', 'review_decided', 'review_answered') then 'catalog'
                     else 'auth'
                 end
                 where outbox.position is null or outbox.position > coalesce(feed_cursor.position, 0)",
            )
            .fetch_one(&self.pool)
            .await
            .expect("a count");
            not_applied == 0
        })
        .await;
        assert_eq!(self.query_number("select count(*) from feed_parked").await, 0, "an event could not be applied");
    }

    /// Runs all workers once.
    pub async fn process_everything(&self) {
        notification::fan_out_all(&self.context).await.expect("a fan-out");
        notification::dispatch_all(&self.context).await.expect("messages");
        notification::write_due_digests(&self.context).await.expect("digests");
        notification::deliver_due(&self.sender).await.expect("every attempt is recorded");
    }

    /// The next `local` time of day in Baku, today or tomorrow.
    pub fn advance_to(&self, local: &str) {
        let baku = chrono::FixedOffset::east_opt(4 * 3600).expect("an offset");
        let now = self.clock.now().with_timezone(&baku).naive_local();
        let mut then = now.date().and_time(local.parse().expect("a time of day"));
        if then < now {
            then += chrono::TimeDelta::days(1);
        }
        self.clock.advance(then - now);
    }

    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.smtp.mails()
    }

    /// Oldest first.
    pub fn subjects(&self) -> Vec<String> {
        self.mails().iter().map(|mail| mail.header("Subject").expect("a subject")).collect()
    }

    /// Oldest first.
    pub async fn sms(&self, account: i64) -> Vec<String> {
        sqlx::query_scalar("select body_text from inbox where channel = 'sms' and recipient = $1 order by inbox_id")
            .bind(phone(account))
            .fetch_all(&self.pool)
            .await
            .expect("an inbox")
    }

    /// Newest first.
    pub async fn in_app(&self, account: i64) -> Vec<Notification> {
        let request = self.signed(account, ListNotificationsRequest { page: 0, per_page: 0 });
        NotificationsClient::new(self.server.channel()).list(request).await.expect("a list").into_inner().notifications
    }

    pub fn preferences_client(&self) -> PreferencesClient<kit::client::Channel> {
        PreferencesClient::new(self.server.channel())
    }

    pub async fn preferences(&self, account: i64) -> NotificationPreferences {
        let request = self.signed(account, GetPreferencesRequest {});
        self.preferences_client().get(request).await.expect("preferences").into_inner()
    }

    pub async fn save_preferences(
        &self,
        account: i64,
        preferences: NotificationPreferences,
    ) -> Result<NotificationPreferences, Status> {
        Ok(self.preferences_client().save(self.signed(account, preferences)).await?.into_inner())
    }

    pub async fn change_preferences(&self, account: i64, change: impl FnOnce(&mut NotificationPreferences)) {
        let mut preferences = self.preferences(account).await;
        change(&mut preferences);
        self.save_preferences(account, preferences).await.expect("valid preferences");
    }

    pub async fn choose_all_channels(&self, account: i64) {
        self.change_preferences(account, |preferences| {
            for choice in &mut preferences.topics {
                (choice.in_app, choice.email, choice.sms, choice.push) = (true, true, true, true);
            }
        })
        .await;
    }

    /// Turns these channels on, and the others off.
    pub async fn choose_channels(&self, account: i64, topic: Topic, channels: &[&str]) {
        self.change_preferences(account, |preferences| {
            for choice in preferences.topics.iter_mut().filter(|choice| choice.topic() == topic) {
                choice.in_app = channels.contains(&"in_app");
                choice.email = channels.contains(&"email");
                choice.sms = channels.contains(&"sms");
                choice.push = channels.contains(&"push");
            }
        })
        .await;
    }

    pub async fn add_push_subscription(&self, account: i64, browser: PushSubscription) -> Result<(), Status> {
        self.preferences_client().add_push(self.signed(account, browser)).await.map(drop)
    }

    pub async fn remove_push_subscription(&self, account: i64, endpoint: &str) {
        let request = self.signed(account, RemovePushRequest { endpoint: endpoint.to_owned() });
        self.preferences_client().remove_push(request).await.expect("a removed subscription");
    }

    pub async fn unsubscribe(&self, token: &str) -> Result<Unsubscribed, Status> {
        Ok(self.preferences_client().unsubscribe(UnsubscribeRequest { token: token.to_owned() }).await?.into_inner())
    }

    pub async fn query_number(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query).fetch_one(&self.pool).await.expect("a number")
    }

    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    fn signed<T>(&self, account: i64, message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = format!("Bearer {}", self.keys.token(account));
        request.metadata_mut().insert("authorization", token.parse().expect("a token"));
        request.metadata_mut().insert("accept-language", "az".parse().expect("a language"));
        request
    }
}
