//! Error pages in the layout of the shop or of the back office. Before a 404 or 410, the seo service is asked for a
//! redirect.

use std::sync::Arc;

use axum::http::{HeaderValue, StatusCode, header};
use kit::{
    Language,
    client::{OnBehalf, retry},
};
use proto::seo::RedirectRequest;
use serde_json::Value;

use super::{Made, Maker, Retell, WITHDRAWN};
use crate::{
    answer::Answer,
    problem::words,
    shell::{
        address::Address,
        head::{Head, NAME},
        routes::ROUTES,
        state::{self, Question},
        template::Filling,
    },
};

const GONE: &str = "page_gone";

impl Maker<'_> {
    /// Returns the redirect of a missing page, or an error page.
    pub(super) async fn missing(&self, status: StatusCode) -> Made {
        let is_final = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
        match if is_final { self.redirect().await } else { None } {
            Some((StatusCode::GONE, _)) => self.not_there(StatusCode::GONE, GONE).await,
            Some((redirect, to)) => Made::Moved(redirect, to),
            None => {
                let code = match status {
                    StatusCode::NOT_FOUND => "not_found",
                    StatusCode::GONE => WITHDRAWN,
                    _ => "service_unavailable",
                };
                self.not_there(status, code).await
            }
        }
    }

    /// Asks the seo service for a redirect. Returns `None` if it is unavailable.
    pub async fn redirect(&self) -> Option<(StatusCode, String)> {
        let path = self.address.path_in(Language::default());
        let ask = || OnBehalf::default().sign(RedirectRequest { path: path.clone() });
        let answer = retry(async || self.services.seo().redirect(ask()).await).await;
        let redirect = answer.ok()?.into_inner();
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

    async fn not_there(&self, status: StatusCode, code: &str) -> Made {
        let application = ROUTES.application(self.address);
        let layout = ROUTES.of_layout(application);
        let (outcomes, tags) = tokio::join!(self.ask(&layout), self.tags(application));
        let answered: Vec<(Question, Arc<Answer>)> =
            layout.into_iter().zip(outcomes).filter_map(|(question, answer)| Some((question, answer.ok()?))).collect();
        let (title, detail) = words::of(self.address.language).problem(code, status);
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
        let state = state::write(language, &tags, &answered);
        let scripts = self.app.scripts(application, None, language);
        let filling = Filling { language, head: &head.to_string(), rendered: None, state: &state, scripts: &scripts };
        let mut answer = self.write(status, application, "/{unknown}", &filling, &tags);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            answer = answer.with(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        Made::Page(Box::new(answer), Retell::No)
    }
}
