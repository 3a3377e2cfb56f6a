//! The service on a free port beside neighbours of which only a feed is there. All outboxes would share one database's tables
//! in a test, and may: this service announces nothing, and it asks each feed for its own kinds only.

use std::time::Duration;

use kit::client::Channel;
use outbox::{Event, Outbox};
use proto::{
    auth::{
        AccountErased, BirthdayNear, BirthdayToday, EmailChanged, InfluencerDecided, PasswordChanged,
        SessionReuseDetected, UserRegistered,
    },
    notification::{
        CountNotificationsRequest, ListNotificationsRequest, Notification, NotificationPage, NotificationsSince,
        NotificationsSinceRequest, PulseBeat, PulseRequest, ReadAllNotificationsRequest, ReadNotificationRequest,
        notifications_client::NotificationsClient,
    },
    order::{BonusesExpiring, CashoutEnded, OrderMoved, OrderPaid},
    seo::ContactChanged,
};
use serde::Serialize;
use sqlx::PgPool;
use testkit::{clock::TestClock, database::eventually, server::TestServer, tokens::TestKeys};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status, Streaming, service::Routes};

/// Whom a beat names that only says that it is heard.
pub const NOBODY: [i64; 1] = [0];

pub struct House {
    pub clock: TestClock,
    pub keys: TestKeys,
    pool: PgPool,
    app: notification::App,
    neighbours: TestServer,
    _server: TestServer,
    /// One line for everybody: a crowd on lines of its own is more than a busy machine accepts at once.
    line: Channel,
}

/// What the neighbours announce.
macro_rules! announcements {
    ($($name:ident($message:ty) = $kind:literal),* $(,)?) => {
        $(
            #[derive(Serialize)]
            #[serde(transparent)]
            pub struct $name(pub $message);

            impl Event for $name {
                const KIND: &'static str = $kind;
            }
        )*
    };
}

pub(crate) use announcements;

announcements! {
    Registered(UserRegistered) = "user_registered",
    Reused(SessionReuseDetected) = "session_reuse_detected",
    PasswordIsChanged(PasswordChanged) = "password_changed",
    EmailIsChanged(EmailChanged) = "email_changed",
    BirthdayIsNear(BirthdayNear) = "birthday_near",
    BirthdayIsToday(BirthdayToday) = "birthday_today",
    InfluencerIsDecided(InfluencerDecided) = "influencer_decided",
    AccountIsErased(AccountErased) = "account_erased",
    OrderHasMoved(OrderMoved) = "order_moved",
    OrderIsPaid(OrderPaid) = "order_paid",
    BonusesExpire(BonusesExpiring) = "bonuses_expiring",
    CashoutIsOver(CashoutEnded) = "cashout_ended",
    ContactHasChanged(ContactChanged) = "contact_changed",
}

/// An event of the same feed that is none of this service's business.
#[derive(Serialize)]
pub struct Unrelated {}

impl Event for Unrelated {
    const KIND: &'static str = "something_unheard_of";
}

pub fn registered(account_id: i64) -> Registered {
    Registered(UserRegistered { account_id, language: "az".to_owned() })
}

pub fn reused(account_id: i64) -> Reused {
    Reused(SessionReuseDetected { account_id })
}

impl House {
    pub async fn open(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let app = notification::App::open(pool.clone(), keys.identity(), clock.clock());
        let outbox = Outbox::new(pool.clone());
        let server = TestServer::start(notification::routes(&app, &outbox, CancellationToken::new())).await;
        let neighbours = serve_feed(&outbox).await;
        tokio::spawn(app.pulse.clone().run(pool.clone(), server.stopping()));
        let line = server.channel();
        let house = Self { clock, keys, pool, app, neighbours, _server: server, line };
        house.listen();
        house
    }

    /// A reader of the feeds; one more is a replica's.
    pub fn listen(&self) -> JoinHandle<anyhow::Result<()>> {
        let (channel, stop) = (self.neighbours.streaming_channel(), self.neighbours.stopping());
        let accounts = notification::auth_feed(&self.app, channel.clone()).run(stop.clone());
        let orders = notification::order_feed(&self.app, channel.clone()).run(stop.clone());
        let contact = notification::seo_feed(&self.app, channel).run(stop);
        tokio::spawn(async { tokio::try_join!(accounts, orders, contact).map(drop) })
    }

    /// Announced by a neighbour.
    pub async fn announce(&self, event: &impl Event) {
        let mut tx = self.pool.begin().await.unwrap();
        outbox::append(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Everything announced so far has been heard.
    pub async fn all_is_heard(&self) {
        eventually("the feed", || async {
            let unheard: i64 = sqlx::query_scalar(
                "select count(*)
                 from outbox
                 left join feed_cursor on feed = case
                     when kind similar to '(order|bonuses|cashout)%' then 'order'
                     when kind = 'contact_changed' then 'seo'
                     else 'auth'
                 end
                 where kind <> 'something_unheard_of'
                   and (outbox.position is null or outbox.position > coalesce(feed_cursor.position, 0))",
            )
            .fetch_one(&self.pool)
            .await
            .unwrap();
            unheard == 0
        })
        .await;
    }

    pub async fn welcomed(&self, account: i64) -> Notification {
        self.announce(&registered(account)).await;
        self.all_is_heard().await;
        self.list(account, "az").await.remove(0)
    }

    pub fn notifications(&self) -> NotificationsClient<Channel> {
        NotificationsClient::new(self.line.clone())
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

    /// Whose list changes from now on. What the service itself has not begun to hear yet is waited for.
    pub async fn pulse(&self) -> Streaming<PulseBeat> {
        loop {
            let mut beats = self.notifications().pulse(PulseRequest {}).await.unwrap().into_inner();
            sqlx::query("select pg_notify('notification_changed', '0')").execute(&self.pool).await.unwrap();
            let first = tokio::time::timeout(Duration::from_millis(500), beats.message()).await;
            if let Ok(Ok(Some(beat))) = first {
                assert_eq!(beat.account_ids, NOBODY);
                return beats;
            }
        }
    }
}

async fn serve_feed(outbox: &Outbox) -> TestServer {
    let mut routes = Routes::builder();
    routes.add_service(outbox.service(CancellationToken::new()));
    let neighbours = TestServer::start(routes.routes()).await;
    tokio::spawn(outbox.clone().run(neighbours.stopping()));
    neighbours
}
