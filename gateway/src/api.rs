//! The REST routes, one file per domain. A route parses the request, calls a service with the caller's token and
//! returns its response. Business rules are in the services. A few routes combine responses of several services.
//! Only calls that may be repeated are retried: reads, and writes whose repetition changes nothing.

mod addresses;
mod admin_campaigns;
mod admin_content;
mod admin_orders;
mod admin_promises;
mod admin_promos;
mod admin_seo;
mod admin_wholesale;
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

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse as _, Response},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{services::Services, staff_cookies};

pub const BASE: &str = "/api/v1";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().merge(public()).merge(slow_changing()).merge(personal())
}

/// Routes whose response is the same for every caller without a token.
fn public() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(categories::routes())
        .merge(products::routes())
        .merge(stores::public_routes())
        .merge(campaigns::routes())
        .merge(places::routes())
        .merge(codes::public_routes())
        .merge(content::public_routes())
        .merge(bonuses::public_routes())
        .merge(promises::routes())
        .merge(seo::routes())
        .route_layer(from_fn(mark_anonymous_as_cacheable::<1>))
}

/// Public routes without price or stock, so they may be cached three times as long.
fn slow_changing() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(search::public_routes())
        .merge(reviews::public_routes())
        .merge(lists::public_routes())
        .route_layer(from_fn(mark_anonymous_as_cacheable::<3>))
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
        .merge(admin_orders::routes())
        .merge(admin_promos::routes())
        .merge(admin_promises::routes())
        .merge(auditor::routes())
        .merge(wholesale::routes())
        .merge(admin_wholesale::routes())
        .merge(stores::routes())
        .merge(admin_campaigns::routes())
        .merge(content::routes())
        .merge(admin_content::routes())
        .merge(admin_seo::routes())
        .merge(preferences::routes())
        .merge(notifications::routes())
        .merge(vitals::routes())
        .route_layer(map_response(mark_private))
}

/// Marks a response as cacheable, in its extensions.
#[derive(Debug, Clone, Copy)]
pub struct Cacheable {
    /// The lifetime in the cache, as a multiple of the configured one.
    pub ttl_factor: u32,
}

/// Marks a successful response as cacheable for the configured time.
pub async fn mark_cacheable(response: Response) -> Response {
    with_ttl_factor(1, response)
}

fn with_ttl_factor(ttl_factor: u32, mut response: Response) -> Response {
    if response.status() == StatusCode::OK {
        response.extensions_mut().insert(Cacheable { ttl_factor });
    }
    response
}

/// Marks responses to requests without a token as cacheable, unless the route has set `Cache-Control`.
async fn mark_anonymous_as_cacheable<const TTL_FACTOR: u32>(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_anonymous = !headers.contains_key(header::AUTHORIZATION) && !staff_cookies::are_present(headers);
    let response = next.run(request).await;
    let is_private = response.headers().contains_key(header::CACHE_CONTROL);
    if is_anonymous && !is_private { with_ttl_factor(TTL_FACTOR, response) } else { mark_private(response).await }
}

const PRIVATE: [(HeaderName, HeaderValue); 1] =
    [(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"))];

async fn mark_private(response: Response) -> Response {
    (PRIVATE, response).into_response()
}
