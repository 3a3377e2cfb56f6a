//! The service with carriers, for tests of deliveries.

use std::collections::HashMap;

use chrono::TimeDelta;
use clap::Parser as _;
use kit::client::Channel as GrpcChannel;
use notification::{App, Config, Sender};
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

pub struct TestDeliveryService {
    pub clock: TestClock,
    pub sender: Sender,
    pool: PgPool,
    server: TestServer,
}

#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct DeliveryState {
    pub state: String,
    pub recipient: String,
    /// Whether the values of the template were deleted.
    pub is_wiped: bool,
    pub tries: i32,
}

/// `--database-url` is required but not used.
pub fn config(flags: &[&str]) -> Config {
    let always = ["sovqat-notification", "--database-url", "postgres://unused"];
    Config::try_parse_from(always.iter().chain(flags)).expect("a configuration")
}

impl TestDeliveryService {
    pub async fn local(pool: PgPool) -> Self {
        Self::open(pool, &["--mode", "local"]).await
    }

    pub async fn with_mail(pool: PgPool, smtp_url: &str) -> Self {
        Self::open(pool, &["--mode", "local", "--smtp-url", smtp_url, "--mail-reply-to", "komek@sovqat.az"]).await
    }

    /// Providers are tried in this order.
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
        let sender = Sender::new(&config(flags), app.clone()).expect("a sender");
        let routes = notification::routes(&app, &Outbox::new(pool.clone()), CancellationToken::new());
        let server = TestServer::start(sender.add_services(routes)).await;
        Self { clock, sender, pool, server }
    }

    pub async fn submit(&self, request: TakeDeliveryRequest) -> Result<(), Status> {
        DeliveriesClient::new(self.server.channel()).take(request).await.map(|_| ())
    }

    /// A sign-in code by SMS, which expires after 5 minutes.
    pub fn code(&self, id: u128) -> TakeDeliveryRequest {
        self.request(id, Channel::Sms, AYGUN, "code", &[("code", "4821")])
    }

    /// A mail with a link, which expires after 30 minutes.
    pub fn password_reset(&self, id: u128) -> TakeDeliveryRequest {
        let link = "https://sovqat.az/giris?sifirla=verysecrettoken";
        let request = self.request(id, Channel::Email, MAILBOX, "password_reset", &[("link", link)]);
        TakeDeliveryRequest { expires_at: Some(to_timestamp(self.clock.now() + TimeDelta::minutes(30))), ..request }
    }

    pub fn request(
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

    pub async fn deliver_due(&self) {
        notification::deliver_due(&self.sender).await.expect("every attempt is recorded");
    }

    /// Past the first retry delays, but not past the expiry of a new delivery.
    pub fn advance_a_minute(&self) {
        self.clock.advance(TimeDelta::minutes(1));
    }

    pub fn channel(&self) -> GrpcChannel {
        self.server.channel()
    }

    pub fn inbox_client(&self) -> InboxClient<GrpcChannel> {
        InboxClient::new(self.server.channel())
    }

    /// Newest first.
    pub async fn inbox(&self, to: Option<&str>) -> Vec<InboxMessage> {
        let request = ListInboxRequest { to: to.map(str::to_owned) };
        self.inbox_client().list(request).await.expect("an inbox").into_inner().messages
    }

    pub async fn state_of(&self, id: u128) -> DeliveryState {
        sqlx::query_as(
            "select state, recipient, sealed_values is null as is_wiped, tries from delivery where delivery_id = $1",
        )
        .bind(uuid::Uuid::from_u128(id))
        .fetch_one(&self.pool)
        .await
        .expect("a delivery")
    }

    /// Carrier, outcome and the carrier's message id, oldest first.
    pub async fn attempts(&self, id: u128) -> Vec<(String, String, Option<String>)> {
        sqlx::query_as(
            "select carrier, outcome, carrier_message_id from delivery_attempt
             where delivery_id = $1
             order by delivery_attempt_id",
        )
        .bind(uuid::Uuid::from_u128(id))
        .fetch_all(&self.pool)
        .await
        .expect("the log of attempts")
    }

    /// All rows about deliveries, as in a copy of the database.
    pub async fn dump_tables(&self) -> String {
        let rows: Vec<String> = sqlx::query_scalar(
            "select delivery::text from delivery union all select delivery_attempt::text from delivery_attempt",
        )
        .fetch_all(&self.pool)
        .await
        .expect("the tables");
        rows.join("\n")
    }
}

pub fn ended(state: &str, recipient: &str, tries: i32) -> DeliveryState {
    DeliveryState { state: state.to_owned(), recipient: recipient.to_owned(), is_wiped: true, tries }
}
