//! Cached access to the API, for HTTP clients and for the pages that the gateway renders. Public responses to requests
//! without a token are kept for a short time. Concurrent requests for the same key make a single call to the services.
//!
//! Failures and responses to requests with a token are never cached.

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

use self::key::{key, plain};
use crate::{answer::Answer, api::Shared, asked::Asked, observe::Route, problem::Problem};

#[derive(Clone)]
pub struct Answers {
    origin: Router,
    kept: Option<Cache<String, Arc<Answer>>>,
    ttl: Duration,
    hits: Counter,
    misses: Counter,
}

/// A response that is passed to the waiting requests but not cached.
enum Fleeting {
    Answer(Arc<Answer>),
    Problem(Box<Problem>, Option<Route>),
}

impl Answers {
    /// `origin` is the router of all API routes; `weight` is the cache's capacity in bytes.
    pub fn new(origin: Router, ttl: Duration, weight: u64) -> Self {
        Self {
            origin,
            kept: (!ttl.is_zero()).then(|| memory(weight)),
            ttl,
            hits: metrics::counter!(names::CACHE_LOOKUPS, "cache" => "api", "outcome" => "hit"),
            misses: metrics::counter!(names::CACHE_LOOKUPS, "cache" => "api", "outcome" => "miss"),
        }
    }

    pub async fn answer(&self, asked: &Asked, request: Request) -> Response {
        let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
        if !is_read || request.headers().contains_key(header::AUTHORIZATION) {
            return self.ask_and_tell(request).await;
        }
        let uri = plain(request.uri());
        let key = key(uri.path(), uri.query(), asked.language);
        if let Some(answer) = self.remembered(&key).await {
            return answer.tell(request.method(), request.headers());
        }
        let (parts, _) = request.into_parts();
        let mut question = Request::get(uri).body(Body::empty()).unwrap_or_default();
        *question.headers_mut() = parts.headers.clone();
        *question.extensions_mut() = parts.extensions;
        match self.ask_once(key, question).await {
            Ok(answer) => answer.tell(&parts.method, &parts.headers),
            Err(problem) => problem,
        }
    }

    /// Returns the response to a request without a token. `target` is the path and query that a browser would send.
    pub async fn anonymous(&self, asked: &Asked, language: Language, target: &str) -> Result<Arc<Answer>, Response> {
        let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        let key = key(path, query, language);
        if let Some(answer) = self.remembered(&key).await {
            return Ok(answer);
        }
        let question = Request::get(target).body(Body::empty()).map_err(|_| Problem::not_found().into_response());
        let mut question = question?;
        question.extensions_mut().insert(Asked { language, ..asked.clone() });
        self.ask_once(key, question).await
    }

    async fn remembered(&self, key: &str) -> Option<Arc<Answer>> {
        let answer = self.kept.as_ref()?.get(key).await?;
        self.hits.increment(1);
        Some(answer)
    }

    async fn ask_once(&self, key: String, question: Request) -> Result<Arc<Answer>, Response> {
        let outcome = match &self.kept {
            Some(kept) => {
                self.misses.increment(1);
                kept.try_get_with(key, self.ask(question)).await.map_err(|fleeting| match &*fleeting {
                    Fleeting::Answer(answer) => Fleeting::Answer(answer.clone()),
                    Fleeting::Problem(problem, route) => Fleeting::Problem(problem.clone(), route.clone()),
                })
            }
            None => self.ask(question).await,
        };
        match outcome {
            Ok(answer) | Err(Fleeting::Answer(answer)) => Ok(answer),
            Err(Fleeting::Problem(problem, route)) => {
                let mut response = problem.into_response();
                if let Some(route) = route {
                    response.extensions_mut().insert(route);
                }
                Err(response)
            }
        }
    }

    async fn ask(&self, question: Request) -> Result<Arc<Answer>, Fleeting> {
        let Ok(mut response) = self.origin.clone().oneshot(question).await;
        let route: Option<Route> = response.extensions().get().cloned();
        if let Some(mut problem) = response.extensions_mut().remove::<Problem>() {
            problem.allow = response.headers_mut().remove(header::ALLOW).map(Box::new);
            return Err(Fleeting::Problem(Box::new(problem), route));
        }
        let shared = response.extensions_mut().remove::<Shared>();
        let answer = Answer::read(response).await;
        let answer = answer.map_err(|_| Fleeting::Problem(Box::new(Problem::internal()), route))?;
        let Some(Shared { times }) = shared else { return Err(Fleeting::Answer(Arc::new(answer))) };
        let lasts = self.ttl * times;
        let cache_control = HeaderValue::from_str(&format!("public, max-age={}", lasts.as_secs()));
        let cache_control = cache_control.unwrap_or(HeaderValue::from_static("no-cache"));
        Ok(Arc::new(answer.with(header::CACHE_CONTROL, cache_control).lasting(lasts)))
    }

    /// Calls the route without the cache: for writes and for requests with a token.
    async fn ask_and_tell(&self, request: Request) -> Response {
        let (method, headers) = (request.method().clone(), request.headers().clone());
        let Ok(response) = self.origin.clone().oneshot(request).await;
        let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
        if !is_json {
            return response;
        }
        match Answer::read(response).await {
            Ok(answer) => answer.tell(&method, &headers),
            Err(_) => Problem::internal().into_response(),
        }
    }
}

/// Creates a cache of at most `weight` bytes, in which each response expires after its own lifetime.
pub fn memory(weight: u64) -> Cache<String, Arc<Answer>> {
    Cache::builder()
        .max_capacity(weight)
        .weigher(|key: &String, answer: &Arc<Answer>| answer.weight().saturating_add(key.len() as u32))
        .expire_after(Lifetime)
        .build()
}

struct Lifetime;

impl Expiry<String, Arc<Answer>> for Lifetime {
    fn expire_after_create(&self, _: &String, answer: &Arc<Answer>, _: Instant) -> Option<Duration> {
        Some(answer.lasts)
    }

    fn expire_after_update(
        &self,
        _: &String,
        answer: &Arc<Answer>,
        _: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(answer.lasts)
    }
}
