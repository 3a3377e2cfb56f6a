//! The SEO service, and what a test asks it.

use kit::{
    Language,
    client::{Channel, OnBehalf},
    config::LoadArgs,
};
use proto::seo::{PageRequest, PageTexts, TagRequest, seo_client::SeoClient};
use seo::App;
use sqlx::PgPool;
use testkit::server::TestServer;
use tonic::Status;
use tonic_types::StatusExt as _;

/// Every kind of page that `design/api.md` names, and those of search and of the list of stores.
pub const KINDS: [&str; 16] = [
    "home-page",
    "new-products-page",
    "sale-page",
    "most-saled-page",
    "product-page",
    "store-page",
    "delivery-page",
    "payment-page",
    "cart-page",
    "favorite-page",
    "notification-page",
    "category-page",
    "contact-page",
    "faq-page",
    "search-page",
    "stores-page",
];

pub struct TestSeo {
    app: App,
    client: SeoClient<Channel>,
    _server: TestServer,
}

impl TestSeo {
    pub async fn start(pool: PgPool) -> Self {
        let app = App { pool };
        let server = TestServer::start(seo::routes(&app)).await;
        Self { app, client: SeoClient::new(server.channel()), _server: server }
    }

    /// With the demo's own texts.
    pub async fn with_demo(pool: PgPool) -> Self {
        let service = Self::start(pool).await;
        service.load(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/local/demo")).await.expect("the demo loads");
        service
    }

    pub async fn load(&self, folder: &str) -> anyhow::Result<()> {
        seo::load(&self.app, &LoadArgs { folder: folder.into(), pictures: None, sample: 1 }).await
    }

    pub async fn page(&self, language: Language, page: &str, subject: Option<&str>) -> Result<PageTexts, Status> {
        let request = PageRequest { page: page.to_owned(), subject: subject.map(str::to_owned) };
        let on_behalf = OnBehalf { language, ..OnBehalf::default() };
        Ok(self.client.clone().page(on_behalf.sign(request)).await?.into_inner())
    }

    pub async fn tag(&self, tag: &str) -> Result<String, Status> {
        Ok(self.client.clone().tag(TagRequest { tag: tag.to_owned() }).await?.into_inner().value)
    }
}

pub fn refused<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    let details = outcome.expect_err("a refusal").get_error_details();
    let reason = details.error_info().map(|info| info.reason.clone()).expect("our own refusals carry a reason");
    let fields = details.bad_request().map(|bad| bad.field_violations.clone()).unwrap_or_default();
    let fields = fields.into_iter().map(|field| format!(" {}: {}", field.field, field.description));
    reason + &fields.collect::<String>()
}
