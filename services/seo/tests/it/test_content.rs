//! The service with a fake order service, for tests of content pages and settings.

use std::time::Duration;

use kit::client::Channel;
use outbox::Outbox;
use proto::seo::{
    ContentPage, ContentPageRequest, ContentVersion, Office, PreviewContentRequest, PublishContentRequest,
    SiteSettings, content_client::ContentClient, content_desk_client::ContentDeskClient,
};
use seo::{App, RuleCache};
use sqlx::PgPool;
use testkit::{audit::changes, clock::TestClock, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

use crate::fake_order_service::FakeOrderService;

pub const OPERATOR: i64 = 9;

pub struct TestContent {
    /// Advanced only by the tests.
    pub clock: TestClock,
    pub order_service: FakeOrderService,
    order_server: TestServer,
    server: TestServer,
    pub keys: TestKeys,
    pool: PgPool,
}

pub fn in_language<T>(language: &'static str, message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.metadata_mut().insert("accept-language", language.parse().expect("a language"));
    request
}

/// The invalid fields with their error codes.
pub fn field_errors(status: &Status) -> Vec<(String, String)> {
    let details = status.get_error_details();
    let Some(bad) = details.bad_request() else { panic!("the error names no field: {status}") };
    bad.field_violations.iter().map(|violation| (violation.field.clone(), violation.description.clone())).collect()
}

impl TestContent {
    pub async fn start(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let order_service = FakeOrderService::default();
        let order_server = order_service.serve().await;
        let app = App {
            pool: pool.clone(),
            identity: keys.identity(),
            clock: clock.clock(),
            rules: RuleCache::new(order_server.channel(), Duration::ZERO),
            indexnow_key: None,
        };
        let routes = seo::routes(&app, &Outbox::new(pool.clone()), CancellationToken::new());
        let server = TestServer::start(routes).await;
        Self { clock, order_service, order_server, server, keys, pool }
    }

    pub fn kill_order_service(&self) {
        self.order_server.kill();
    }

    pub fn channel(&self) -> Channel {
        self.server.channel()
    }

    pub fn content_client(&self) -> ContentClient<Channel> {
        ContentClient::new(self.server.channel())
    }

    pub fn content_desk_client(&self) -> ContentDeskClient<Channel> {
        ContentDeskClient::new(self.server.channel())
    }

    /// Signs as the operator, with these roles instead of `owner`.
    pub fn with_roles<T>(&self, roles: &[&str], message: T) -> Request<T> {
        let mut request = Request::new(message);
        let token = self.keys.token_with_roles(OPERATOR, roles);
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().expect("a token"));
        request
    }

    pub fn as_operator<T>(&self, message: T) -> Request<T> {
        self.with_roles(&["owner"], message)
    }

    pub async fn page(&self, page: &str, language: &'static str) -> Result<ContentPage, Status> {
        let request = in_language(language, ContentPageRequest { page: page.to_owned() });
        Ok(self.content_client().page(request).await?.into_inner())
    }

    pub async fn preview(&self, page: &str, markdown: &str) -> Result<ContentPage, Status> {
        let (page, title, markdown) = (page.to_owned(), "Sınaq".to_owned(), markdown.to_owned());
        let request = self.as_operator(PreviewContentRequest { page, title, markdown });
        Ok(self.content_desk_client().preview(request).await?.into_inner())
    }

    /// Publishes on the Azerbaijani page about bonuses.
    pub async fn publish(&self, from_version: i64, markdown: &str) -> Result<ContentVersion, Status> {
        let request = PublishContentRequest {
            page: "bonuses".to_owned(),
            language: "az".to_owned(),
            from_version,
            title: "Bonuslar".to_owned(),
            markdown: markdown.to_owned(),
        };
        Ok(self.content_desk_client().publish(self.as_operator(request)).await?.into_inner())
    }

    pub async fn save_settings(&self, settings: SiteSettings) -> Result<SiteSettings, Status> {
        Ok(self.content_desk_client().save_settings(self.as_operator(settings)).await?.into_inner())
    }

    pub async fn save_office(&self, office: Office) -> Result<Office, Status> {
        Ok(self.content_desk_client().save_office(self.as_operator(office)).await?.into_inner())
    }

    /// Operator, action and subject of each audit row, oldest first.
    pub async fn audit(&self) -> Vec<(i64, String, String)> {
        changes(&self.pool).await
    }

    /// Kind and payload of each published event, oldest first.
    pub async fn events(&self) -> Vec<(String, serde_json::Value)> {
        sqlx::query_as("select kind, payload from outbox order by outbox_id")
            .fetch_all(&self.pool)
            .await
            .expect("the outbox can be read")
    }
}
