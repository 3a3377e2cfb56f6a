//! The service without other services, for tests of SEO texts, tags, redirects and robots.txt.

use kit::{
    Language,
    client::{CallContext, Channel},
    config::LoadArgs,
};
use outbox::Outbox;
use proto::seo::{
    PageRequest, PageTexts, ProofRequest, RedirectAnswer, RedirectRequest, RemoveRedirectRequest, RobotsLines,
    RobotsRequest, SeoRedirect, SeoRedirectPage, SeoRedirectsRequest, SeoTag, SeoTagsRequest, SeoText, SeoTextsRequest,
    TagRequest, seo_client::SeoClient, seo_desk_client::SeoDeskClient,
};
use seo::{App, RuleCache};
use sqlx::PgPool;
use testkit::{audit::changes, clock::TestClock, server::TestServer, tokens::TestKeys};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Status};
use tonic_types::StatusExt as _;

/// `most-saled-page` is the API's spelling.
pub const KINDS: [&str; 25] = [
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
    "help-page",
    "search-page",
    "stores-page",
    "privacy-page",
    "bonuses-page",
    "terms-page",
    "sign-in-page",
    "checkout-page",
    "profile-page",
    "unsubscribe-page",
    "wholesale-page",
];

/// The account of both signed-in callers. Audit rows begin with it.
pub const OPERATOR: i64 = 7;

#[derive(Debug, Clone, Copy)]
pub enum Caller {
    Guest,
    Shopper,
    Operator,
}

pub struct TestSeo {
    app: App,
    client: SeoClient<Channel>,
    desk: SeoDeskClient<Channel>,
    keys: TestKeys,
    _server: TestServer,
}

impl TestSeo {
    pub async fn start(pool: PgPool) -> Self {
        let clock = TestClock::new();
        let keys = TestKeys::new(&clock);
        let outbox = Outbox::new(pool.clone());
        let app = App {
            pool,
            identity: keys.identity(),
            clock: clock.clock(),
            rules: RuleCache::without_order_service(),
            indexnow_key: None,
        };
        let server = TestServer::start(seo::routes(&app, &outbox, CancellationToken::new())).await;
        let (client, desk) = (SeoClient::new(server.channel()), SeoDeskClient::new(server.channel()));
        Self { app, client, desk, keys, _server: server }
    }

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
        let context = CallContext { language, ..CallContext::default() };
        Ok(self.client.clone().page(context.sign(request)).await?.into_inner())
    }

    fn request_of<T>(&self, caller: Caller, message: T) -> Request<T> {
        let token = match caller {
            Caller::Guest => None,
            Caller::Shopper => Some(self.keys.token(OPERATOR)),
            Caller::Operator => Some(self.keys.token_with_roles(OPERATOR, &["owner"])),
        };
        CallContext { token: token.map(Into::into), ..CallContext::default() }.sign(message)
    }

    pub async fn texts(&self, caller: Caller) -> Result<Vec<SeoText>, Status> {
        Ok(self.desk.clone().texts(self.request_of(caller, SeoTextsRequest {})).await?.into_inner().texts)
    }

    pub async fn save_text(&self, caller: Caller, text: SeoText) -> Result<SeoText, Status> {
        Ok(self.desk.clone().save_text(self.request_of(caller, text)).await?.into_inner())
    }

    pub async fn tags(&self, caller: Caller) -> Result<Vec<SeoTag>, Status> {
        Ok(self.desk.clone().tags(self.request_of(caller, SeoTagsRequest {})).await?.into_inner().tags)
    }

    pub async fn save_tag(&self, caller: Caller, tag: &str, value: &str) -> Result<SeoTag, Status> {
        let tag = SeoTag { tag: tag.to_owned(), value: value.to_owned() };
        Ok(self.desk.clone().save_tag(self.request_of(caller, tag)).await?.into_inner())
    }

    pub async fn redirects(&self, caller: Caller, search: Option<&str>) -> Result<SeoRedirectPage, Status> {
        let request = SeoRedirectsRequest { search: search.map(str::to_owned), page: 0, per_page: 0 };
        Ok(self.desk.clone().redirects(self.request_of(caller, request)).await?.into_inner())
    }

    pub async fn save_redirect(&self, caller: Caller, from: &str, to: &str, status: i64) -> Result<String, Status> {
        let redirect = SeoRedirect { from: from.to_owned(), to: to.to_owned(), status };
        let saved = self.desk.clone().save_redirect(self.request_of(caller, redirect)).await?.into_inner();
        Ok(format!("{} → {} {}", saved.from, saved.status, saved.to).trim_end().to_owned())
    }

    pub async fn remove_redirect(&self, caller: Caller, from: &str) -> Result<(), Status> {
        let request = RemoveRedirectRequest { from: from.to_owned() };
        self.desk.clone().remove_redirect(self.request_of(caller, request)).await?;
        Ok(())
    }

    /// Status and target, such as `301 /there`, or `0` without a redirect.
    pub async fn redirect(&self, path: &str) -> String {
        let request = RedirectRequest { path: path.to_owned() };
        let RedirectAnswer { status, to } =
            self.client.clone().redirect(request).await.expect("a response").into_inner();
        format!("{status} {to}").trim_end().to_owned()
    }

    pub async fn robots(&self) -> String {
        self.client.clone().robots(RobotsRequest {}).await.expect("a response").into_inner().text
    }

    /// Calls the method for staff instead of the public one.
    pub async fn robots_for_operators(&self, caller: Caller) -> Result<String, Status> {
        Ok(self.desk.clone().robots(self.request_of(caller, RobotsRequest {})).await?.into_inner().text)
    }

    pub async fn save_robots(&self, caller: Caller, text: &str) -> Result<String, Status> {
        let lines = RobotsLines { text: text.to_owned() };
        Ok(self.desk.clone().save_robots(self.request_of(caller, lines)).await?.into_inner().text)
    }

    pub async fn proof(&self, name: &str) -> String {
        let request = ProofRequest { name: name.to_owned() };
        self.client.clone().proof(request).await.expect("a response").into_inner().text
    }

    /// Account, action and subject of each audit row, oldest first.
    pub async fn audit(&self) -> Vec<String> {
        let rows = changes(&self.app.pool).await.into_iter();
        rows.map(|(account, action, subject)| format!("{account} {action} {subject}")).collect()
    }

    pub async fn tag(&self, tag: &str) -> Result<String, Status> {
        Ok(self.client.clone().tag(TagRequest { tag: tag.to_owned() }).await?.into_inner().value)
    }
}

/// The error's reason, followed by the invalid fields with their codes.
pub fn error<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    let details = outcome.expect_err("the call fails").get_error_details();
    let reason = details.error_info().map(|info| info.reason.clone()).expect("the error has a reason");
    let fields = details.bad_request().map(|bad| bad.field_violations.clone()).unwrap_or_default();
    let fields = fields.into_iter().map(|field| format!(" {}: {}", field.field, field.description));
    reason + &fields.collect::<String>()
}
