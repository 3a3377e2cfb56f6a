//! The shop's pages and files: everything except the API. A page is the web app's template with a head for search
//! engines, initial data and the rendered HTML; the app hydrates it.

mod address;
mod app;
mod files;
mod head;
mod manifest;
mod page;
mod proof;
mod render;
mod robots;
mod routes;
mod sitemap;
mod state;
mod structured;
mod subject;
mod tags;
mod template;
mod uploads;

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::telemetry::names;
use metrics::Counter;
use moka::future::Cache;

use crate::{
    answer::Answer,
    answers::{Answers, memory},
    asked::Asked,
    config::Config,
    observe::{self, Route},
    problem::Problem,
    services::Services,
    shell::{
        address::{Address, Reading},
        app::Current,
        files::Media,
        page::{Made, Maker, Retell},
        routes::{Place, ROUTES},
        sitemap::{Sitemap, Wanted},
        uploads::Uploads,
    },
};

const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// Crawlers request it often, and operators change it rarely.
const ROBOTS_KEPT: Duration = Duration::from_mins(1);
/// A renamed page can get its old name back, and a cached redirect would then send browsers back and forth.
const AS_LONG_AS_IT_IS_SO: HeaderValue = HeaderValue::from_static("no-cache");

pub struct Shell {
    answers: Answers,
    services: Services,
    current: Current,
    sitemap: Sitemap,
    site: String,
    kept: Option<Cache<String, Arc<Answer>>>,
    ttl: Duration,
    hits: Counter,
    misses: Counter,
}

impl Shell {
    pub fn new(config: &Config, services: Services, answers: Answers) -> anyhow::Result<Self> {
        let uploads = config.media_url.as_deref().map(Uploads::open).transpose()?;
        let media = Media { folder: config.media_dir.clone(), uploads };
        let counter = |outcome| metrics::counter!(names::CACHE_LOOKUPS, "cache" => "pages", "outcome" => outcome);
        Ok(Self {
            answers,
            current: Current::new(&config.web_dir, media, config.rendering(), config.process.is_local())?,
            sitemap: Sitemap::new(services.clone(), config.site(), !config.page_ttl.is_zero()),
            services,
            site: config.site().to_owned(),
            kept: (!config.page_ttl.is_zero()).then(|| memory(config.cache_mib << 20)),
            ttl: config.page_ttl,
            hits: counter("hit"),
            misses: counter("miss"),
        })
    }

    pub async fn answer(&self, asked: &Asked, request: Request) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Problem::method_not_allowed(Some(HeaderValue::from_static("GET,HEAD"))).into_response();
        }
        if request.uri().path() == robots::PATH {
            return self.robots(request.method(), request.headers()).await;
        }
        if let Some(wanted) = Wanted::read(request.uri().path()) {
            return self.sitemap.answer(wanted, request.method(), request.headers()).await;
        }
        let app = self.current.app();
        if let Some(file) = app.files.find(&request) {
            return file.serve(request).await;
        }
        if let Some(name) = proof::name(request.uri().path())
            && let Some(answer) = proof::answer(&self.services, name).await
        {
            return answer.tell(request.method(), request.headers());
        }
        match Address::read(request.uri().path()) {
            Reading::Address(address) => self.page(asked, &app, &address, request).await,
            Reading::Moved(to) => moved(StatusCode::MOVED_PERMANENTLY, &to, request.uri().query(), AN_HOUR),
            Reading::Nonsense => nothing(),
        }
    }

    async fn robots(&self, method: &Method, headers: &HeaderMap) -> Response {
        let kept = match &self.kept {
            Some(kept) => kept.get(robots::PATH).await,
            None => None,
        };
        let Some(answer) = kept else {
            let Some(answer) = robots::answer(&self.services, &self.site).await else {
                return Problem::unavailable().into_response();
            };
            let answer = Arc::new(answer.lasting(ROBOTS_KEPT));
            if let Some(kept) = &self.kept {
                kept.insert(robots::PATH.to_owned(), answer.clone()).await;
            }
            return answer.tell(method, headers);
        };
        answer.tell(method, headers)
    }

    async fn page(&self, asked: &Asked, app: &app::App, address: &Address, request: Request) -> Response {
        let place = ROUTES.find(address, request.uri().query());
        let maker = Maker { answers: &self.answers, services: &self.services, asked, app, site: &self.site, address };
        // A missing file gets no rendered page, but an operator's redirect may exist, for example from a `.html` page
        // of the previous shop.
        if place.is_none() && address.segments.last().is_some_and(|name| name.contains('.')) {
            return match maker.redirect().await {
                Some((StatusCode::GONE, _)) | None => nothing(),
                Some((status, to)) => moved(status, &to, request.uri().query(), AS_LONG_AS_IT_IS_SO),
            };
        }
        let key = place.as_ref().map(|place| key(address, place));
        if let (Some(kept), Some(key)) = (&self.kept, &key)
            && let Some(answer) = kept.get(key).await
        {
            self.hits.increment(1);
            return answer.tell(request.method(), request.headers());
        }
        self.misses.increment(1);
        let (parts, _) = request.into_parts();
        let pattern: Arc<str> = place.as_ref().map_or("/{unknown}", |place| &place.route.pattern).into();
        let trace = observe::traceparent(&parts.headers);
        let work = async {
            let (answer, retell) = match Box::pin(maker.make(place.as_ref())).await {
                Made::Page(answer, retell) => (Arc::new(answer.lasting(self.ttl)), retell),
                Made::Moved(status, to) => return moved(status, &to, parts.uri.query(), AS_LONG_AS_IT_IS_SO),
            };
            if let (Some(kept), Some(key), Retell::Yes) = (&self.kept, key, retell) {
                kept.insert(key, answer.clone()).await;
            }
            answer.tell(&parts.method, &parts.headers)
        };
        observe::work(&parts.method, &pattern, trace.as_deref(), work).await
    }
}

/// Returns the cache key of a page: its address and the query parameters that the page uses. Others, such as campaign
/// parameters, are ignored.
fn key(address: &Address, place: &Place) -> String {
    let mut key = address.path();
    for question in place.questions() {
        key.push(' ');
        key.push_str(&question.target());
    }
    key
}

fn moved(status: StatusCode, to: &str, query: Option<&str>, caching: HeaderValue) -> Response {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let Ok(location) = HeaderValue::from_str(&format!("{to}{query}")) else { return nothing() };
    let mut response = status.into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, caching);
    response
}

fn nothing() -> Response {
    let mut response = Response::new(Body::from(Bytes::from_static(b"There is nothing here.\n")));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response.extensions_mut().insert(Route("/{nothing}".into()));
    response
}
