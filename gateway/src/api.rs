//! The REST routes. Only calls that may be repeated are retried.
//!
//! Comments of routes and bodies are texts of the OpenAPI document. `x-rpc` names the gRPC method whose contract states
//! the required permission.

mod addresses;
mod admin_campaigns;
mod admin_categories;
mod admin_content;
mod admin_dashboard;
mod admin_deliveries;
mod admin_home;
mod admin_imports;
mod admin_orders;
mod admin_phone_orders;
mod admin_products;
mod admin_products_bulk;
mod admin_promises;
mod admin_promos;
mod admin_search_rules;
mod admin_seo;
mod admin_stock;
mod admin_stores;
mod admin_system;
mod admin_tickets;
mod admin_wholesale;
mod admin_zones;
mod audit;
mod auditor;
mod auth;
mod bonuses;
mod campaigns;
mod cart;
mod cashouts;
mod categories;
mod clients;
mod codes;
mod content;
mod customers;
mod deliveries;
mod devices;
mod earnings;
mod export;
mod families;
mod home;
pub mod inbox;
mod influencers;
mod likes;
mod lists;
mod moderation;
mod notifications;
mod orders;
mod page;
mod passkeys;
mod passwords;
mod payments;
mod pictures;
mod places;
mod preferences;
mod products;
mod profile;
mod promises;
mod reviews;
mod saved_views;
mod search;
mod second_factors;
mod security;
mod seo;
mod staff;
mod staff_session;
mod stores;
mod track;
mod vitals;
mod wholesale;

use std::time::Duration;

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse as _, Response},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{services::Services, staff_cookies};

/// The path under which all routes of the API are.
pub const BASE: &str = "/api/v1";
/// The number of products of a shelf of the home page.
pub const HOME_SHELF_SIZE: usize = 12;

/// Returns all routes. Each group says how its responses are cached.
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().merge(fresh()).merge(public()).merge(slow_changing()).merge(personal())
}

/// The category tree and the shop's terms. Staff who change them expect to see the change at once.
fn fresh() -> OpenApiRouter<Services> {
    let at_most_a_second = Cacheable { ttl_factor: 1, at_most: Duration::from_secs(1) };
    categories::routes().merge(promises::routes()).route_layer(from_fn(move |request: Request, next: Next| {
        mark_anonymous_as_cacheable(at_most_a_second, request, next)
    }))
}

/// Routes whose response is the same for every caller without a token. A caller with a token gets personal fields, for
/// example whether a product is a favourite.
fn public() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(products::routes())
        .merge(stores::public_routes())
        .merge(campaigns::routes())
        .merge(places::routes())
        .merge(codes::public_routes())
        .merge(content::public_routes())
        .merge(home::routes())
        .merge(bonuses::public_routes())
        .merge(seo::routes())
        .route_layer(from_fn(|request: Request, next: Next| {
            mark_anonymous_as_cacheable(Cacheable::times(1), request, next)
        }))
}

/// Public routes without price or stock, so they may be cached three times as long.
fn slow_changing() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(search::public_routes())
        .merge(reviews::public_routes())
        .merge(lists::public_routes())
        .route_layer(from_fn(|request: Request, next: Next| {
            mark_anonymous_as_cacheable(Cacheable::times(3), request, next)
        }))
}

/// Routes whose response depends on the caller and is never cached.
fn personal() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(auth::routes())
        .merge(codes::routes())
        .merge(passwords::routes())
        .merge(profile::routes())
        .merge(export::routes())
        .merge(devices::routes())
        .merge(clients::routes())
        .merge(addresses::routes())
        .merge(families::routes())
        .merge(influencers::routes())
        .merge(staff::routes())
        .merge(saved_views::routes())
        .merge(staff_session::routes())
        .merge(second_factors::routes())
        .merge(passkeys::routes())
        .merge(security::routes())
        .merge(customers::routes())
        .merge(audit::routes())
        .merge(earnings::routes())
        .merge(cashouts::routes())
        .merge(likes::routes())
        .merge(search::routes())
        .merge(reviews::routes())
        .merge(moderation::routes())
        .merge(lists::routes())
        .merge(pictures::routes())
        .merge(cart::routes())
        .merge(bonuses::routes())
        .merge(deliveries::routes())
        .merge(orders::routes())
        .merge(track::routes())
        .merge(payments::routes())
        .merge(admin_dashboard::routes())
        .merge(admin_deliveries::routes())
        .merge(admin_orders::routes())
        .merge(admin_phone_orders::routes())
        .merge(admin_promos::routes())
        .merge(admin_promises::routes())
        .merge(admin_zones::routes())
        .merge(auditor::routes())
        .merge(wholesale::routes())
        .merge(admin_wholesale::routes())
        .merge(stores::routes())
        .merge(admin_campaigns::routes())
        .merge(admin_products::routes())
        .merge(admin_products_bulk::routes())
        .merge(admin_imports::routes())
        .merge(admin_stock::routes())
        .merge(admin_categories::routes())
        .merge(admin_stores::routes())
        .merge(admin_system::routes())
        .merge(content::routes())
        .merge(admin_content::routes())
        .merge(admin_home::routes())
        .merge(admin_tickets::routes())
        .merge(admin_search_rules::routes())
        .merge(admin_seo::routes())
        .merge(preferences::routes())
        .merge(notifications::routes())
        .merge(vitals::routes())
        .route_layer(map_response(mark_private))
}

/// Marks a response as cacheable, in its extensions. `ApiCache` keeps such responses.
#[derive(Debug, Clone, Copy)]
pub struct Cacheable {
    /// The lifetime in the cache, as a multiple of the configured one.
    ttl_factor: u32,
    /// The longest lifetime.
    at_most: Duration,
}

impl Cacheable {
    fn times(ttl_factor: u32) -> Self {
        Self { ttl_factor, at_most: Duration::MAX }
    }

    pub fn lifetime(self, ttl: Duration) -> Duration {
        (ttl * self.ttl_factor).min(self.at_most)
    }
}

/// Marks a successful response as cacheable for the configured time.
pub async fn mark_cacheable(response: Response) -> Response {
    mark(Cacheable::times(1), response)
}

fn mark(cacheable: Cacheable, mut response: Response) -> Response {
    if response.status() == StatusCode::OK {
        response.extensions_mut().insert(cacheable);
    }
    response
}

/// Marks responses to requests without a token as cacheable, unless the route has set `Cache-Control`.
async fn mark_anonymous_as_cacheable(cacheable: Cacheable, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_anonymous = !headers.contains_key(header::AUTHORIZATION) && !staff_cookies::are_present(headers);
    let response = next.run(request).await;
    let is_private = response.headers().contains_key(header::CACHE_CONTROL);
    if is_anonymous && !is_private { mark(cacheable, response) } else { mark_private(response).await }
}

/// Forbids browsers and proxies to keep a response.
pub const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");
const PRIVATE: [(HeaderName, HeaderValue); 1] = [(header::CACHE_CONTROL, NO_STORE)];

async fn mark_private(response: Response) -> Response {
    (PRIVATE, response).into_response()
}
