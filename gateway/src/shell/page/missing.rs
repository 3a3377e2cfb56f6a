//! Error pages. Before 404 or 410, the seo service is asked for a redirect of the path.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use kit::{
    Language,
    client::{CallContext, retry},
};
use proto::seo::RedirectRequest;
use serde_json::Value;

use super::{BuiltPage, Caching, PageBuilder, WITHDRAWN};
use crate::{
    buffered_response::BufferedResponse,
    problem::texts,
    shell::{
        address::Address,
        head::{Head, NAME},
        routes::ROUTES,
        state::{self, ApiQuery},
        template::PageParts,
    },
};

/// Staff have marked the page as gone.
const GONE: &str = "page_gone";

impl PageBuilder<'_> {
    pub(super) async fn missing(&self, status: StatusCode) -> BuiltPage {
        let is_final = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
        match if is_final { self.redirect().await } else { None } {
            Some((StatusCode::GONE, _)) => self.error_page(StatusCode::GONE, GONE).await,
            Some((redirect, to)) => BuiltPage::Moved(redirect, to),
            None => {
                let code = match status {
                    StatusCode::NOT_FOUND => "not_found",
                    StatusCode::GONE => WITHDRAWN,
                    _ => "service_unavailable",
                };
                self.error_page(status, code).await
            }
        }
    }

    /// Returns the redirect of the path. Returns `None` also if the service is unavailable.
    pub async fn redirect(&self) -> Option<(StatusCode, String)> {
        let path = self.address.path_in(Language::default());
        let request = || CallContext::default().sign(RedirectRequest { path: path.clone() });
        let response = retry(async || self.services.seo().redirect(request()).await).await;
        let redirect = response.ok()?.into_inner();
        match u16::try_from(redirect.status).ok().and_then(|status| StatusCode::from_u16(status).ok())? {
            StatusCode::GONE => Some((StatusCode::GONE, String::new())),
            status if status.is_redirection() => {
                let segments = redirect.to.split('/').filter(|segment| !segment.is_empty()).map(str::to_owned);
                let to = Address { language: self.address.language, segments: segments.collect() };
                Some((status, to.path()))
            }
            _ => None,
        }
    }

    async fn error_page(&self, status: StatusCode, code: &str) -> BuiltPage {
        let application = ROUTES.application(self.address);
        let layout = ROUTES.layout_queries(application);
        let (results, tags) = tokio::join!(self.fetch(&layout), self.tags(application));
        let responses: Vec<(ApiQuery, Arc<BufferedResponse>)> = layout
            .into_iter()
            .zip(results)
            .filter_map(|(api_query, response)| Some((api_query, response.ok()?)))
            .collect();
        let (title, detail) = texts::of(self.address.language).problem(code, status);
        let language = self.address.language;
        let preloads = self.app.preloads(application, None, language);
        let title = format!("{title} · {NAME}");
        let head = Head {
            site: self.site,
            address: self.address,
            title: &title,
            description: detail,
            is_indexed: false,
            page: None,
            verification: None,
            is_product: false,
            picture: None,
            preloads: &preloads,
            structured: &[] as &[Value],
        };
        let tags = tags.unwrap_or_default();
        let state = state::write(language, &tags, &responses);
        let scripts = self.app.scripts(application, None, language);
        let parts = PageParts { language, head: &head.to_string(), rendered: None, state: &state, scripts: &scripts };
        let mut response = self.write(status, application, "/{unknown}", &parts, &tags);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response = response.with_header(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        BuiltPage::Page(Box::new(response), Caching::Forbidden)
    }
}
