//! The post behind its gRPC door, and a look at what it wrote down.

use std::collections::HashMap;

use chrono::TimeDelta;
use clap::Parser as _;
use kit::client::Channel as Wire;
use notification::{App, Config, Post};
use outbox::Outbox;
use proto::{
    json::to_timestamp,
    notification::{
        Channel, InboxMessage, ListInboxRequest, TakeDeliveryRequest, deliveries_client::DeliveriesClient,
        inbox_client::InboxClient,
    },
};
use sqlx::PgPool;
use testkit::{clock::TestClock, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::Status;

pub const AYGUN: &str = "+994501234567";
pub const MAILBOX: &str = "aygun@example.com";

pub struct Office {
    pub clock: TestClock,
    pub post: Post,
    pool: PgPool,
    server: TestServer,
}

/// How a delivery stands in the database.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Standing {
    pub state: String,
    pub recipient: String,
    pub is_wiped: bool,
    pub tries: i32,
}

pub fn config(flags: &[&str]) -> Config {
    let always = ["sovqat-notification", "--database-url", "postgres://unused"];
    Config::try_parse_from(always.iter().chain(flags)).expect("a configuration")
}

impl Office {
    /// In local mode, where everything lands in the inbox.
    pub async fn local(pool: PgPool) -> Self {
        Self::open(pool, &["--mode", "local"]).await
    }

    pub async fn with_mail(pool: PgPool, smtp_url: &str) -> Self {
        Self::open(pool, &["--mode", "local", "--smtp-url", smtp_url, "--mail-reply-to", "komek@sovqat.az"]).await
    }

    /// Accounts by provider, in the order of their turn.
    pub async fn with_sms(pool: PgPool, accounts: &[(&str, String)]) -> Self {
        let order = accounts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
        let mut flags = vec!["--mode".to_owned(), "local".to_owned(), "--sms-providers".to_owned(), order];
        for (name, account) in accounts {
            flags.extend([format!("--sms-{}-url", name.replace('_', "-")), account.clone()]);
        }
        Self::open(pool, &flags.iter().map(String::as_str).collect::<Vec<_>>()).await
    }

    pub async fn open(pool: PgPool, flags: &[&str]) -> Self {
        let clock = TestClock::new();
        let identity = TestKeys::new(&clock).identity();
        let app = App::open(pool.clone(), identity, clock.clock());
        let post = Post::new(&config(flags), app.clone()).expect("a post");
        let routes = notification::routes(&app, &Outbox::new(pool.clone()), CancellationToken::new());
        let server = TestServer::start(post.open(routes)).await;
        Self { clock, post, pool, server }
    }

    pub async fn take(&self, order: TakeDeliveryRequest) -> Result<(), Status> {
        DeliveriesClient::new(self.server.channel()).take(order).await.map(|_| ())
    }

    /// A code by SMS, good for five minutes.
    pub fn code(&self, id: u128) -> TakeDeliveryRequest {
        self.order(id, Channel::Sms, AYGUN, "code", &[("code", "4821")])
    }

    /// A letter with a link, good for half an hour.
    pub fn reset(&self, id: u128) -> TakeDeliveryRequest {
        let link = "https://sovqat.az/giris?sifirla=verysecrettoken";
        let order = self.order(id, Channel::Email, MAILBOX, "password_reset", &[("link", link)]);
        TakeDeliveryRequest { expires_at: Some(to_timestamp(self.clock.now() + TimeDelta::minutes(30))), ..order }
    }

    pub fn order(
        &self,
        id: u128,
        channel: Channel,
        to: &str,
        template: &str,
        values: &[(&str, &str)],
    ) -> TakeDeliveryRequest {
        let values: HashMap<_, _> = values.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        TakeDeliveryRequest {
            id: uuid::Uuid::from_u128(id).to_string(),
            channel: channel.into(),
            to: to.to_owned(),
            template: template.to_owned(),
            language: "az".to_owned(),
            values,
            expires_at: Some(to_timestamp(self.clock.now() + TimeDelta::minutes(5))),
        }
    }

    /// Everything that is due now is tried once.
    pub async fn carry(&self) {
        notification::carry_due(&self.post).await.expect("the post works");
    }

    /// Past every back-off, and not past the end of what was taken just now.
    pub fn a_minute_passes(&self) {
        self.clock.advance(TimeDelta::minutes(1));
    }

    pub fn channel(&self) -> Wire {
        self.server.channel()
    }

    pub fn inbox_client(&self) -> InboxClient<Wire> {
        InboxClient::new(self.server.channel())
    }

    pub async fn inbox(&self, to: Option<&str>) -> Vec<InboxMessage> {
        let request = ListInboxRequest { to: to.map(str::to_owned) };
        self.inbox_client().list(request).await.expect("an inbox").into_inner().messages
    }

    pub async fn standing(&self, id: u128) -> Standing {
        sqlx::query_as(
            "select state, recipient, sealed_values is null as is_wiped, tries from delivery where delivery_id = $1",
        )
        .bind(uuid::Uuid::from_u128(id))
        .fetch_one(&self.pool)
        .await
        .expect("a delivery")
    }

    /// Carrier, outcome and the carrier's own id, oldest first.
    pub async fn attempts(&self, id: u128) -> Vec<(String, String, Option<String>)> {
        sqlx::query_as(
            "select carrier, outcome, carrier_message_id from delivery_attempt
             where delivery_id = $1
             order by delivery_attempt_id",
        )
        .bind(uuid::Uuid::from_u128(id))
        .fetch_all(&self.pool)
        .await
        .expect("a log")
    }

    /// Every row of the post as text: what somebody with a copy of the database would read.
    pub async fn database(&self) -> String {
        let rows: Vec<String> = sqlx::query_scalar(
            "select delivery::text from delivery union all select delivery_attempt::text from delivery_attempt",
        )
        .fetch_all(&self.pool)
        .await
        .expect("the tables");
        rows.join("\n")
    }
}

pub fn ended(state: &str, recipient: &str, tries: i32) -> Standing {
    Standing { state: state.to_owned(), recipient: recipient.to_owned(), is_wiped: true, tries }
}
