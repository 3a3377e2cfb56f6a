//! Cached access to the API, for clients and for pages. Failures, and responses to requests with a token or a staff
//! cookie, are never cached.

mod key;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderValue, Method, header},
    response::{IntoResponse, Response},
};
use kit::{Language, telemetry::names};
use metrics::Counter;
use moka::{Expiry, future::Cache};
use tower::ServiceExt as _;

use self::key::{key, normalise};
use crate::{
    api::Cacheable, buffered_response::BufferedResponse, observe::Route, problem::Problem,
    request_context::RequestContext, staff_cookies,
};

#[derive(Clone)]
pub struct ApiCache {
    routes: Router,
    /// `None` if the cache is off.
    cache: Option<Cache<String, Arc<BufferedResponse>>>,
    /// Routes may multiply it ([`Cacheable`]).
    ttl: Duration,
    hits: Counter,
    misses: Counter,
}

/// A result that the waiting requests get, but that is not cached.
enum Uncached {
    Response(Arc<BufferedResponse>),
    Problem(Box<Problem>, Option<Route>),
}

impl ApiCache {
    pub fn new(routes: Router, ttl: Duration, weight: u64) -> Self {
        Self {
            routes,
            cache: (!ttl.is_zero()).then(|| response_cache(weight)),
            ttl,
            hits: metrics::counter!(names::CACHE_LOOKUPS, "cache" => "api", "outcome" => "hit"),
            misses: metrics::counter!(names::CACHE_LOOKUPS, "cache" => "api", "outcome" => "miss"),
        }
    }

    pub async fn respond(&self, context: &RequestContext, request: Request) -> Response {
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        let headers = request.headers();
        if !is_read || headers.contains_key(header::AUTHORIZATION) || staff_cookies::are_present(headers) {
            return self.call_uncached(request).await;
        }
        let uri = normalise(request.uri());
        let key = key(uri.path(), uri.query(), context.language);
        if let Some(response) = self.lookup(&key).await {
            return response.to_response(request.method(), request.headers());
        }
        let (parts, _) = request.into_parts();
        let mut request_to_route = Request::get(uri).body(Body::empty()).unwrap_or_default();
        *request_to_route.headers_mut() = parts.headers.clone();
        *request_to_route.extensions_mut() = parts.extensions;
        match self.load_once(key, request_to_route).await {
            Ok(response) => response.to_response(&parts.method, &parts.headers),
            Err(problem) => problem,
        }
    }

    /// Reads from the API for a page, as a visitor without a token does.
    pub async fn get_anonymous(
        &self,
        context: &RequestContext,
        language: Language,
        target: &str,
    ) -> Result<Arc<BufferedResponse>, Response> {
        let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        let key = key(path, query, language);
        if let Some(response) = self.lookup(&key).await {
            return Ok(response);
        }
        let request_to_route =
            Request::get(target).body(Body::empty()).map_err(|_| Problem::not_found().into_response());
        let mut request_to_route = request_to_route?;
        request_to_route.extensions_mut().insert(RequestContext { language, ..context.clone() });
        self.load_once(key, request_to_route).await
    }

    pub fn clear(&self) {
        if let Some(cache) = &self.cache {
            cache.invalidate_all();
        }
    }

    async fn lookup(&self, key: &str) -> Option<Arc<BufferedResponse>> {
        let response = self.cache.as_ref()?.get(key).await?;
        self.hits.increment(1);
        Some(response)
    }

    /// Concurrent requests with the same key make one call.
    async fn load_once(&self, key: String, request_to_route: Request) -> Result<Arc<BufferedResponse>, Response> {
        let outcome = match &self.cache {
            Some(cache) => {
                self.misses.increment(1);
                cache.try_get_with(key, self.load(request_to_route)).await.map_err(|uncached| match &*uncached {
                    Uncached::Response(response) => Uncached::Response(response.clone()),
                    Uncached::Problem(problem, route) => Uncached::Problem(problem.clone(), route.clone()),
                })
            }
            None => self.load(request_to_route).await,
        };
        match outcome {
            Ok(response) | Err(Uncached::Response(response)) => Ok(response),
            Err(Uncached::Problem(problem, route)) => {
                let mut response = problem.into_response();
                if let Some(route) = route {
                    response.extensions_mut().insert(route);
                }
                Err(response)
            }
        }
    }

    /// `Ok` is kept in the cache; `Err` is only passed on.
    async fn load(&self, request_to_route: Request) -> Result<Arc<BufferedResponse>, Uncached> {
        let Ok(mut response) = self.routes.clone().oneshot(request_to_route).await;
        let route: Option<Route> = response.extensions().get().cloned();
        if let Some(mut problem) = response.extensions_mut().remove::<Problem>() {
            problem.allow = response.headers_mut().remove(header::ALLOW).map(Box::new);
            return Err(Uncached::Problem(Box::new(problem), route));
        }
        let cacheable = response.extensions_mut().remove::<Cacheable>();
        let response = BufferedResponse::read(response).await;
        let response = response.map_err(|_| Uncached::Problem(Box::new(Problem::internal()), route))?;
        let Some(cacheable) = cacheable else {
            return Err(Uncached::Response(Arc::new(response)));
        };
        let lifetime = cacheable.lifetime(self.ttl);
        let cache_control = HeaderValue::from_str(&format!("public, max-age={}", lifetime.as_secs()));
        let cache_control = cache_control.unwrap_or(HeaderValue::from_static("no-cache"));
        Ok(Arc::new(response.with_header(header::CACHE_CONTROL, cache_control).with_lifetime(lifetime)))
    }

    async fn call_uncached(&self, request: Request) -> Response {
        let (method, headers) = (request.method().clone(), request.headers().clone());
        let Ok(response) = self.routes.clone().oneshot(request).await;
        let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        if !is_json {
            return response;
        }
        // `BufferedResponse` drops cookies, because it could be cached.
        let cookies: Vec<_> = response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
        let mut response = match BufferedResponse::read(response).await {
            Ok(response) => response.to_response(&method, &headers),
            Err(_) => return Problem::internal().into_response(),
        };
        response.headers_mut().extend(cookies.into_iter().map(|cookie| (header::SET_COOKIE, cookie)));
        response
    }
}

pub fn response_cache(weight: u64) -> Cache<String, Arc<BufferedResponse>> {
    Cache::builder()
        .max_capacity(weight)
        .weigher(|key: &String, response: &Arc<BufferedResponse>| response.weight().saturating_add(key.len() as u32))
        .expire_after(Lifetime)
        .build()
}

struct Lifetime;

impl Expiry<String, Arc<BufferedResponse>> for Lifetime {
    fn expire_after_create(&self, _: &String, response: &Arc<BufferedResponse>, _: Instant) -> Option<Duration> {
        Some(response.lifetime)
    }

    fn expire_after_update(
        &self,
        _: &String,
        response: &Arc<BufferedResponse>,
        _: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(response.lifetime)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use axum::{
        http::HeaderMap,
        middleware::map_response,
        response::AppendHeaders,
        routing::{get, post},
    };

    use super::*;

    fn cache() -> ApiCache {
        let cookies = || AppendHeaders([(header::SET_COOKIE, "a=1"), (header::SET_COOKIE, "b=2")]);
        let route = move || async move { (cookies(), crate::reply::envelope(1)) };
        let router = Router::new().route("/write", post(route)).route("/read", get(route));
        ApiCache::new(router.layer(map_response(crate::api::mark_cacheable)), Duration::from_hours(1), 1 << 20)
    }

    async fn cookies(cache: &ApiCache, request: axum::http::request::Builder) -> Vec<String> {
        let request = request.body(Body::empty()).unwrap();
        let context = RequestContext::new(&HeaderMap::new(), IpAddr::from([127, 0, 0, 1]), 0);
        let response = cache.respond(&context, request).await;
        let cookies = response.headers().get_all(header::SET_COOKIE).iter();
        cookies.map(|cookie| cookie.to_str().unwrap().to_owned()).collect()
    }

    #[tokio::test]
    async fn cookies_are_passed_on_but_never_cached() {
        let cache = cache();
        assert_eq!(cookies(&cache, Request::post("/write")).await, ["a=1", "b=2"]);
        let with_cookie = || Request::get("/read").header(header::COOKIE, "__Host-staff=x");
        assert_eq!(cookies(&cache, with_cookie()).await, ["a=1", "b=2"]);
        assert!(cache.lookup("az/read").await.is_none(), "a request with a staff cookie fills no cache");
        assert!(cookies(&cache, Request::get("/read")).await.is_empty());
        assert!(cache.lookup("az/read").await.is_some());
        assert_eq!(cookies(&cache, with_cookie()).await.len(), 2, "nor is it answered from the cache");
    }
}
