//! Everything outside the API: pages, the web app's files, pictures, the sitemap and robots.txt.

mod address;
mod app;
mod files;
mod head;
mod home;
mod indexnow_key;
mod manifest;
mod page;
mod render;
mod robots;
mod routes;
mod sitemap;
mod state;
mod structured;
mod subject;
mod tags;
mod template;
mod tree_version;
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
    admin_site::{AdminSite, Host},
    api_cache::{ApiCache, response_cache},
    buffered_response::BufferedResponse,
    config::Config,
    observe::{self, Route},
    problem::Problem,
    request_context::RequestContext,
    services::Services,
    shell::{
        address::{Address, ParsedPath},
        app::CurrentApp,
        files::Media,
        page::{BuiltPage, Caching, PageBuilder},
        routes::{Application, ROUTES, RouteMatch},
        sitemap::{Sitemap, SitemapFile},
        tree_version::TreeVersions,
        uploads::Uploads,
    },
};

const ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const ROBOTS_TTL: Duration = Duration::from_mins(1);
/// For redirects: a renamed page can get its old name back, and a cached redirect would loop.
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

const ADMIN_HOME: &str = "idare";

pub struct Shell {
    api_cache: ApiCache,
    services: Services,
    current: CurrentApp,
    sitemap: Sitemap,
    site: String,
    admin_site: AdminSite,
    /// `None` if the cache is off.
    cache: Option<Cache<String, Arc<BufferedResponse>>>,
    tree_versions: TreeVersions,
    ttl: Duration,
    hits: Counter,
    misses: Counter,
}

impl Shell {
    pub fn new(
        config: &Config,
        services: Services,
        api_cache: ApiCache,
        admin_site: AdminSite,
    ) -> anyhow::Result<Self> {
        let uploads = config.media_url.as_deref().map(Uploads::open).transpose()?;
        let media = Media { folder: config.media_dir.clone(), uploads };
        let counter = |outcome| metrics::counter!(names::CACHE_LOOKUPS, "cache" => "pages", "outcome" => outcome);
        Ok(Self {
            api_cache,
            current: CurrentApp::new(&config.web_dir, media, config.rendering(), config.process.is_local())?,
            sitemap: Sitemap::new(services.clone(), config.site(), !config.page_ttl.is_zero()),
            services,
            site: config.site().to_owned(),
            admin_site,
            cache: (!config.page_ttl.is_zero()).then(|| response_cache(config.cache_mib << 20)),
            tree_versions: TreeVersions::default(),
            ttl: config.page_ttl,
            hits: counter("hit"),
            misses: counter("miss"),
        })
    }

    pub fn clear_cache(&self) {
        if let Some(cache) = &self.cache {
            cache.invalidate_all();
        }
    }

    pub async fn respond(&self, context: &RequestContext, request: Request) -> Response {
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Problem::method_not_allowed(Some(HeaderValue::from_static("GET,HEAD"))).into_response();
        }
        if request.uri().path() == robots::PATH {
            return self.robots(request.method(), request.headers()).await;
        }
        if let Some(sitemap_file) = SitemapFile::read(request.uri().path()) {
            return self.sitemap.respond(sitemap_file, request.method(), request.headers()).await;
        }
        let app = self.current.app();
        if let Some(file) = app.files.find(&request) {
            return file.serve(request).await;
        }
        if let Some(name) = indexnow_key::name(request.uri().path())
            && let Some(response) = indexnow_key::response(&self.services, name).await
        {
            return response.to_response(request.method(), request.headers());
        }
        match Address::read(request.uri().path()) {
            ParsedPath::Address(address) => match self.other_host(&address, &request) {
                Some(to) => redirect_to(StatusCode::FOUND, &to, request.uri().query(), NO_CACHE),
                None => self.page(context, &app, &address, request).await,
            },
            ParsedPath::Moved(to) => redirect_to(StatusCode::MOVED_PERMANENTLY, &to, request.uri().query(), ONE_HOUR),
            ParsedPath::Invalid => not_found(),
        }
    }

    /// Returns the address of a page that belongs to the other host: a script of the shop must not run on the origin of
    /// the back office.
    fn other_host(&self, address: &Address, request: &Request) -> Option<String> {
        let application = ROUTES.application(address);
        // The back office links to previews of the shop's home page.
        let is_preview =
            || ROUTES.find(address, request.uri().query()).is_some_and(|route_match| route_match.is_preview());
        match (self.admin_site.host(request.uri(), request.headers()), application) {
            (Host::Shop, Application::Admin) => Some(format!("{}{}", self.admin_site.admin(), address.path())),
            (Host::Admin, Application::Shop) if address.segments.is_empty() && !is_preview() => {
                let home = Address { language: address.language, segments: vec![ADMIN_HOME.to_owned()] };
                Some(home.path())
            }
            (Host::Admin, Application::Shop) => Some(format!("{}{}", self.admin_site.shop(), address.path())),
            _ => None,
        }
    }

    async fn robots(&self, method: &Method, headers: &HeaderMap) -> Response {
        if let Some(cache) = &self.cache
            && let Some(response) = cache.get(robots::PATH).await
        {
            return response.to_response(method, headers);
        }
        let Some(response) = robots::response(&self.services, &self.site).await else {
            return Problem::unavailable().into_response();
        };
        let response = Arc::new(response.with_lifetime(ROBOTS_TTL));
        if let Some(cache) = &self.cache {
            cache.insert(robots::PATH.to_owned(), response.clone()).await;
        }
        response.to_response(method, headers)
    }

    async fn page(&self, context: &RequestContext, app: &app::App, address: &Address, request: Request) -> Response {
        let route_match = ROUTES.find(address, request.uri().query());
        let builder = PageBuilder {
            api_cache: &self.api_cache,
            services: &self.services,
            context,
            app,
            site: &self.site,
            address,
        };
        // A file has no rendered page, but maybe a redirect, such as from a `.html` page.
        if route_match.is_none() && address.segments.last().is_some_and(|name| name.contains('.')) {
            return match builder.redirect().await {
                Some((StatusCode::GONE, _)) | None => not_found(),
                Some((status, to)) => redirect_to(status, &to, request.uri().query(), NO_CACHE),
            };
        }
        let cache_key = match &route_match {
            Some(route_match) if self.cache.is_some() && !route_match.is_preview() => {
                Some(self.cache_key(context, address, route_match).await)
            }
            _ => None,
        };
        if let (Some(cache), Some(cache_key)) = (&self.cache, &cache_key)
            && let Some(response) = cache.get(cache_key).await
        {
            self.hits.increment(1);
            return response.to_response(request.method(), request.headers());
        }
        self.misses.increment(1);
        let (parts, _) = request.into_parts();
        let pattern: Arc<str> =
            route_match.as_ref().map_or("/{unknown}", |route_match| &route_match.route.pattern).into();
        let work = async {
            let (response, caching) = match Box::pin(builder.build(route_match.as_ref())).await {
                BuiltPage::Page(response, caching) => (Arc::new(response.with_lifetime(self.ttl)), caching),
                BuiltPage::Moved(status, to) => return redirect_to(status, &to, parts.uri.query(), NO_CACHE),
            };
            if let (Some(cache), Some(cache_key), Caching::Allowed) = (&self.cache, cache_key, caching) {
                cache.insert(cache_key, response.clone()).await;
            }
            response.to_response(&parts.method, &parts.headers)
        };
        observe::trace_request(&parts.method, &pattern, Some(context), work).await
    }

    /// Returns the key of a page, without unknown parameters such as those of campaigns. Pages of the shop show the
    /// category tree, so the key contains its version.
    async fn cache_key(&self, context: &RequestContext, address: &Address, route_match: &RouteMatch) -> String {
        let mut cache_key = address.path();
        for query in route_match.queries() {
            cache_key.push(' ');
            cache_key.push_str(&query.target());
        }
        if route_match.route.app == Application::Shop {
            let version = self.tree_versions.current(&self.api_cache, context, address.language).await;
            cache_key = format!("{cache_key} {version:x}");
        }
        cache_key
    }
}

fn redirect_to(status: StatusCode, to: &str, query: Option<&str>, caching: HeaderValue) -> Response {
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let Ok(location) = HeaderValue::from_str(&format!("{to}{query}")) else { return not_found() };
    let mut response = status.into_response();
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, caching);
    response
}

fn not_found() -> Response {
    let mut response = Response::new(Body::from(Bytes::from_static(b"There is nothing here.\n")));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response.extensions_mut().insert(Route("/{nothing}".into()));
    response
}
