//! Everything this service speaks to, with as many people as a test wants: feeds, addresses, followers and likers, a mail server
//! and the phones of local mode.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
};

use notification::{App, Herald, Neighbours, Post};
use outbox::{Event, Outbox};
use proto::{
    auth::{Contact, ContactList, ContactsRequest, contacts_server},
    catalog::{
        CountLikesRequest, LikeCount, LikeRequest, LikerPage, LikersRequest, ListLikesRequest, ProductPage,
        likes_server,
    },
    notification::{
        GetPreferencesRequest, ListNotificationsRequest, Notification, NotificationPreferences, PushSubscription,
        RemovePushRequest, Topic, UnsubscribeRequest, Unsubscribed, notifications_client::NotificationsClient,
        preferences_client::PreferencesClient,
    },
    store::{
        FollowerPage, FollowersRequest, GetStoreRequest, ListStoresRequest, Store, StorePage, SubscribeRequest,
        SubscriptionsRequest, stores_server,
    },
};
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, service::Routes};

use crate::{
    office::config,
    smtp::{Letter, Smtp},
};

pub struct Town {
    pub clock: TestClock,
    pub herald: Herald,
    pub smtp: Smtp,
    pub people: People,
    post: Post,
    pool: PgPool,
    keys: TestKeys,
    _neighbours: TestServer,
    server: TestServer,
}

/// What the neighbours know of people.
#[derive(Clone, Default)]
pub struct People(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    audience: BTreeSet<i64>,
    unverified: BTreeSet<i64>,
    languages: BTreeMap<i64, &'static str>,
    addresses_asked_for: usize,
}

impl People {
    fn known<T>(&self, look: impl FnOnce(&mut Known) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// They follow every store and like every product.
    pub fn are_fans(&self, accounts: impl IntoIterator<Item = i64>) {
        self.known(|known| known.audience.extend(accounts));
    }

    pub fn reads(&self, account: i64, language: &'static str) {
        self.known(|known| known.languages.insert(account, language));
    }

    pub fn has_not_verified(&self, account: i64) {
        self.known(|known| known.unverified.insert(account));
    }

    pub fn addresses_asked_for(&self) -> usize {
        self.known(|known| known.addresses_asked_for)
    }

    fn page(&self, after: i64, limit: i64) -> Vec<i64> {
        self.known(|known| known.audience.range(after + 1..).take(limit as usize).copied().collect())
    }
}

pub fn mailbox(account: i64) -> String {
    format!("a{account}@example.com")
}

pub fn phone(account: i64) -> String {
    format!("+9945000{account:05}")
}

impl Town {
    pub async fn open(pool: PgPool) -> Self {
        let (clock, smtp, people) = (TestClock::new(), Smtp::start().await, People::default());
        let keys = TestKeys::new(&clock);
        let app = App::open(pool.clone(), keys.identity(), clock.clock());
        let outbox = Outbox::new(pool.clone());
        let mut routes = Routes::builder();
        routes
            .add_service(outbox.service(CancellationToken::new()))
            .add_service(contacts_server::ContactsServer::new(people.clone()))
            .add_service(stores_server::StoresServer::new(people.clone()))
            .add_service(likes_server::LikesServer::new(people.clone()));
        let neighbours = TestServer::start(routes.routes()).await;
        tokio::spawn(outbox.clone().run(neighbours.stopping()));
        let smtp_url = smtp.url();
        let config = config(&["--mode", "local", "--smtp-url", &smtp_url, "--public-url", "https://sovqat.az"]);
        let post = Post::new(&config, app.clone()).expect("a post").pushing(&config).await.expect("a key");
        let asked =
            Neighbours { auth: neighbours.channel(), stores: neighbours.channel(), catalog: neighbours.channel() };
        let herald = Herald::new(&config, post.clone(), asked).expect("a herald");
        let routes = notification::routes(&app, &outbox, CancellationToken::new());
        let server = TestServer::start(herald.open(post.open(routes))).await;
        let (channel, stop) = (neighbours.streaming_channel(), neighbours.stopping());
        tokio::spawn(notification::auth_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::order_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::store_feed(&app, channel.clone()).run(stop.clone()));
        tokio::spawn(notification::catalog_feed(&app, channel).run(stop));
        Self { clock, herald, smtp, people, post, pool, keys, _neighbours: neighbours, server }
    }

    /// Announced by a neighbour, and heard.
    pub async fn hears(&self, event: &impl Event) {
        let mut tx = self.pool.begin().await.expect("a transaction");
        outbox::append(&mut tx, event).await.expect("an outbox");
        tx.commit().await.expect("a commit");
        eventually("the feed", || async {
            let unheard: i64 = sqlx::query_scalar(
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
            unheard == 0
        })
        .await;
        assert_eq!(self.number("select count(*) from feed_parked").await, 0, "an event could not be heard");
    }

    /// Everything that can be told by now is told, and everything that may leave has left.
    pub async fn everybody_is_told(&self) {
        notification::fan_out_all(&self.herald).await.expect("a fan-out");
        notification::tell_all(&self.herald).await.expect("messages");
        notification::gather_all(&self.herald).await.expect("digests");
        notification::carry_due(&self.post).await.expect("the post works");
    }

    /// By Baku's clocks, today or tomorrow.
    pub fn it_becomes(&self, local: &str) {
        let baku = chrono::FixedOffset::east_opt(4 * 3600).expect("an offset");
        let now = self.clock.now().with_timezone(&baku).naive_local();
        let mut then = now.date().and_time(local.parse().expect("a time of day"));
        if then < now {
            then += chrono::TimeDelta::days(1);
        }
        self.clock.advance(then - now);
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.smtp.letters()
    }

    pub fn subjects(&self) -> Vec<String> {
        self.letters().iter().map(|letter| letter.header("Subject").expect("a subject")).collect()
    }

    /// The texts that came to this phone.
    pub async fn sms(&self, account: i64) -> Vec<String> {
        sqlx::query_scalar("select body_text from inbox where channel = 'sms' and recipient = $1 order by inbox_id")
            .bind(phone(account))
            .fetch_all(&self.pool)
            .await
            .expect("an inbox")
    }

    pub async fn in_app(&self, account: i64) -> Vec<Notification> {
        let request = self.signed(account, ListNotificationsRequest { page: 0, per_page: 0 });
        NotificationsClient::new(self.server.channel()).list(request).await.expect("a list").into_inner().notifications
    }

    pub fn door(&self) -> PreferencesClient<kit::client::Channel> {
        PreferencesClient::new(self.server.channel())
    }

    pub async fn preferences(&self, account: i64) -> NotificationPreferences {
        let request = self.signed(account, GetPreferencesRequest {});
        self.door().get(request).await.expect("preferences").into_inner()
    }

    pub async fn saves(
        &self,
        account: i64,
        preferences: NotificationPreferences,
    ) -> Result<NotificationPreferences, Status> {
        Ok(self.door().save(self.signed(account, preferences)).await?.into_inner())
    }

    /// Changes what the account has.
    pub async fn chooses(&self, account: i64, change: impl FnOnce(&mut NotificationPreferences)) {
        let mut preferences = self.preferences(account).await;
        change(&mut preferences);
        self.saves(account, preferences).await.expect("good preferences");
    }

    /// Every topic by every way.
    pub async fn wants_everything(&self, account: i64) {
        self.chooses(account, |preferences| {
            for choice in &mut preferences.topics {
                (choice.in_app, choice.email, choice.sms, choice.push) = (true, true, true, true);
            }
        })
        .await;
    }

    pub async fn wants(&self, account: i64, topic: Topic, ways: &[&str]) {
        self.chooses(account, |preferences| {
            for choice in preferences.topics.iter_mut().filter(|choice| choice.topic() == topic) {
                choice.in_app = ways.contains(&"in_app");
                choice.email = ways.contains(&"email");
                choice.sms = ways.contains(&"sms");
                choice.push = ways.contains(&"push");
            }
        })
        .await;
    }

    /// A browser of theirs agrees to be pushed to.
    pub async fn agrees(&self, account: i64, browser: PushSubscription) -> Result<(), Status> {
        self.door().add_push(self.signed(account, browser)).await.map(drop)
    }

    pub async fn no_longer_agrees(&self, account: i64, endpoint: &str) {
        let request = self.signed(account, RemovePushRequest { endpoint: endpoint.to_owned() });
        self.door().remove_push(request).await.expect("nothing to say against it");
    }

    pub async fn follows_the_link(&self, token: &str) -> Result<Unsubscribed, Status> {
        Ok(self.door().unsubscribe(UnsubscribeRequest { token: token.to_owned() }).await?.into_inner())
    }

    pub async fn number(&self, question: &'static str) -> i64 {
        sqlx::query_scalar(question).fetch_one(&self.pool).await.expect("a number")
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

#[tonic::async_trait]
impl contacts_server::Contacts for People {
    async fn of(&self, request: Request<ContactsRequest>) -> Result<Response<ContactList>, Status> {
        let accounts = request.into_inner().account_ids;
        let contacts = self.known(|known| {
            known.addresses_asked_for += accounts.len();
            let contact = |account_id: i64| Contact {
                account_id,
                email: mailbox(account_id),
                email_verified: !known.unverified.contains(&account_id),
                phone_number: phone(account_id),
                language: (*known.languages.get(&account_id).unwrap_or(&"az")).to_owned(),
            };
            accounts.into_iter().map(contact).collect()
        });
        Ok(Response::new(ContactList { contacts }))
    }
}

fn not_here<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not in this town"))
}

#[tonic::async_trait]
impl stores_server::Stores for People {
    async fn list(&self, _: Request<ListStoresRequest>) -> Result<Response<StorePage>, Status> {
        not_here()
    }

    async fn get(&self, _: Request<GetStoreRequest>) -> Result<Response<Store>, Status> {
        not_here()
    }

    async fn subscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        not_here()
    }

    async fn unsubscribe(&self, _: Request<SubscribeRequest>) -> Result<Response<Store>, Status> {
        not_here()
    }

    async fn subscriptions(&self, _: Request<SubscriptionsRequest>) -> Result<Response<StorePage>, Status> {
        not_here()
    }

    async fn followers(&self, request: Request<FollowersRequest>) -> Result<Response<FollowerPage>, Status> {
        let FollowersRequest { after, limit, .. } = request.into_inner();
        Ok(Response::new(FollowerPage { account_ids: self.page(after, limit) }))
    }
}

#[tonic::async_trait]
impl likes_server::Likes for People {
    async fn list(&self, _: Request<ListLikesRequest>) -> Result<Response<ProductPage>, Status> {
        not_here()
    }

    async fn count(&self, _: Request<CountLikesRequest>) -> Result<Response<LikeCount>, Status> {
        not_here()
    }

    async fn add(&self, _: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        not_here()
    }

    async fn remove(&self, _: Request<LikeRequest>) -> Result<Response<LikeCount>, Status> {
        not_here()
    }

    async fn likers(&self, request: Request<LikersRequest>) -> Result<Response<LikerPage>, Status> {
        let LikersRequest { after, limit, .. } = request.into_inner();
        Ok(Response::new(LikerPage { account_ids: self.page(after, limit) }))
    }
}
