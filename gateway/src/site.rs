//! The entry point of every HTTP request.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Extension, Json, Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use futures::future::join_all;
use kit::{
    client::{CallContext, retry},
    serve::Readiness,
    worker::{self, Worker},
};
use proto::auth::{KeySet, ListKeysRequest};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::{
    admin_site::{ADMIN_ROUTES, AdminSite, Host, STAFF_ROUTES},
    api,
    api_cache::ApiCache,
    config::Config,
    headers::SecurityHeaders,
    limits::Budgets,
    notification_changes::NotificationChanges,
    observe::{self, Route},
    openapi,
    problem::Problem,
    request_context::{REQUEST_ID, RequestContext},
    services::Services,
    shell::Shell,
    staff_changes,
    streams::Streams,
};

/// The prefix of the probes for load balancers that reach only the public port.
const HEALTH: &str = "/health/";
const JWKS: &str = "/.well-known/jwks.json";

const SWEEP_INTERVAL: Duration = Duration::from_secs(30);

/// The gateway without its listener. Clones share everything.
#[derive(Clone)]
pub struct Site(Arc<Inner>);

struct Inner {
    api_cache: ApiCache,
    readiness: Readiness,
    docs: Router,
    shell: Shell,
    budgets: Budgets,
    streams: Streams,
    notification_changes: NotificationChanges,
    services: Services,
    security: SecurityHeaders,
    trusted_proxies: usize,
    is_local: bool,
}

impl Site {
    pub fn new(config: &Config, services: Services) -> anyhow::Result<Self> {
        let is_local = config.process.is_local();
        let (streams, notification_changes) = (Streams::default(), NotificationChanges::default());
        let admin_site = AdminSite::new(config)?;
        let api_router = api_router(services.clone(), &streams, &notification_changes, &admin_site, is_local);
        let api_cache = ApiCache::new(api_router, config.cache_ttl, config.cache_mib << 20);
        Ok(Self(Arc::new(Inner {
            shell: Shell::new(config, services.clone(), api_cache.clone(), admin_site)?,
            api_cache,
            services,
            readiness: Readiness::default(),
            docs: openapi::docs(),
            budgets: Budgets::new(&config.limits, &config.valkey, config.process.mode)?,
            streams,
            notification_changes,
            security: SecurityHeaders::new(config.site()),
            trusted_proxies: config.limits.trusted_proxies,
            is_local,
        })))
    }

    pub fn readiness(&self) -> Readiness {
        self.0.readiness.clone()
    }

    pub fn workers(&self) -> Vec<Worker> {
        let sweep = |site: Self| async move {
            site.0.budgets.sweep();
            Ok(worker::Next::AfterInterval)
        };
        let sweeper = Worker::new("rate_limits", SWEEP_INTERVAL, self.clone(), sweep);
        [sweeper].into_iter().chain(self.0.budgets.worker()).collect()
    }

    pub async fn listen_for_notifications(&self, stop: CancellationToken) {
        self.0.notification_changes.clone().run(self.0.services.clone(), stop).await;
    }

    pub async fn follow_staff_changes(&self, stop: CancellationToken) {
        let followers = self.0.services.staff_change_sources().map(|(service, client)| {
            staff_changes::follow(service, client, || {
                self.0.api_cache.clear();
                self.0.shell.clear_cache();
            })
        });
        stop.run_until_cancelled(join_all(followers)).await;
    }

    /// Ends all event streams, which would otherwise delay the shutdown.
    pub fn end_streams(&self) {
        self.0.streams.end();
    }

    pub async fn respond(&self, peer: IpAddr, mut request: Request) -> Response {
        let received_at = Instant::now();
        let site = &*self.0;
        let context = RequestContext::new(request.headers(), peer, site.trusted_proxies);
        let method = request.method().clone();
        // Pages set `Content-Language` themselves; files have none.
        let mut has_language = request.uri().path().starts_with(api::BASE);
        request.extensions_mut().insert(context.clone());
        let mut response = match site.budgets.spend(context.client, &method, request.uri().path()).await {
            Ok(()) => self.route(&context, request).await,
            Err(problem) => problem.into_response(),
        };
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            problem.write(&mut response, context.language, context.id());
            response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Language"));
            has_language = true;
        }
        let headers = response.headers_mut();
        if has_language {
            headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(context.language.code()));
        }
        headers.insert(REQUEST_ID, context.response_id());
        site.security.add_to(headers);
        let route = response.extensions_mut().remove::<Route>();
        observe::record_duration(&method, route, response.status(), received_at.elapsed().as_secs_f64());
        response
    }

    async fn route(&self, context: &RequestContext, request: Request) -> Response {
        let path = request.uri().path();
        if path == openapi::DOCS || path.strip_prefix(openapi::DOCS).is_some_and(|below| below.starts_with('/')) {
            let Ok(response) = self.0.docs.clone().oneshot(request).await;
            return response;
        }
        let is_inbox = self.0.is_local && api::inbox::is_inbox_path(path);
        if path == "/api" || path.starts_with("/api/") || path == JWKS || is_inbox {
            return self.0.api_cache.respond(context, request).await;
        }
        if let Some(probe) = path.strip_prefix(HEALTH) {
            return self.health(probe);
        }
        self.0.shell.respond(context, request).await
    }

    fn health(&self, probe: &str) -> Response {
        match probe {
            "live" => "live".into_response(),
            "ready" if self.0.readiness.is_ready() => "ready".into_response(),
            "ready" => (StatusCode::SERVICE_UNAVAILABLE, "not ready").into_response(),
            _ => Problem::not_found().into_response(),
        }
    }
}

fn api_router(
    services: Services,
    streams: &Streams,
    notification_changes: &NotificationChanges,
    admin_site: &AdminSite,
    is_local: bool,
) -> Router {
    let (routes, paths) = api::routes().split_for_parts();
    let document = openapi::text(&openapi::complete(paths));
    let well_known = Router::new()
        .route(JWKS, get(keys))
        .route(
            openapi::PATH,
            get(move || async move { ([(header::CONTENT_TYPE, "application/json")], document.clone()) }),
        )
        .layer(middleware::map_response(api::mark_cacheable));
    let inbox_routes = if is_local { api::inbox::routes() } else { Router::new() };
    Router::new()
        .nest(api::BASE, routes)
        .merge(inbox_routes)
        .merge(well_known)
        .fallback(async || Problem::not_found())
        .method_not_allowed_fallback(async || Problem::method_not_allowed(None))
        .layer(middleware::from_fn(refuse_staff_elsewhere))
        .layer(Extension(admin_site.clone()))
        .layer(Extension(streams.clone()))
        .layer(Extension(notification_changes.clone()))
        .layer(middleware::from_fn(observe::trace_api))
        .with_state(services)
}

/// A route for customers, because an invitation is accepted on the shop's origin with a customer's session.
const ACCEPT_INVITATION: &str = "/staff/invitations/accept";

/// Hides the routes for staff on the shop's origin.
async fn refuse_staff_elsewhere(Extension(site): Extension<AdminSite>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().and_then(|path| path.as_str().strip_prefix(api::BASE));
    let is_for_staff = route.is_some_and(|route| {
        route.starts_with(ADMIN_ROUTES) || (route.starts_with(STAFF_ROUTES) && route != ACCEPT_INVITATION)
    });
    if is_for_staff && site.host(request.uri(), request.headers()) == Host::Shop {
        return Problem::not_found().into_response();
    }
    next.run(request).await
}

/// Returns the public keys of tokens as a JWK set (RFC 7517).
async fn keys(State(services): State<Services>) -> Result<Json<KeySet>, Problem> {
    let call = || CallContext::default().sign(ListKeysRequest {});
    let response = retry(async || services.keys().list(call()).await).await?;
    Ok(Json(response.into_inner()))
}
