//! The REST routes, one file per domain. A route parses the request, calls a service with the caller's token and
//! returns its response. Business rules are in the services. A few routes combine responses of several services.

mod addresses;
mod auditor;
mod auth;
mod bonuses;
mod campaign_desk;
mod campaigns;
mod cart;
mod cashouts;
mod categories;
mod clients;
mod codes;
mod content;
mod content_desk;
mod deliveries;
mod desk;
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
mod passwords;
mod payments;
mod pictures;
mod places;
mod preferences;
mod products;
mod profile;
mod promise_desk;
mod promises;
mod promo_desk;
mod reviews;
mod search;
mod seo;
mod seo_desk;
mod stores;
mod track;
mod vitals;
mod wholesale;
mod wholesale_desk;

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse as _, Response},
};
use utoipa_axum::router::OpenApiRouter;

use crate::services::Services;

/// The path prefix of all routes in this module.
pub const BASE: &str = "/api/v1";

/// Returns all routes, relative to [`BASE`].
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().merge(public()).merge(unhurried()).merge(personal())
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
        .route_layer(from_fn(mark_shared::<1>))
}

/// Public routes that may be cached longer, because no price or stock is shown by them.
fn unhurried() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(search::public_routes())
        .merge(reviews::public_routes())
        .merge(lists::public_routes())
        .route_layer(from_fn(mark_shared::<3>))
}

/// Routes whose response depends on the caller. Their responses are never cached.
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
        .merge(desk::routes())
        .merge(promo_desk::routes())
        .merge(promise_desk::routes())
        .merge(auditor::routes())
        .merge(wholesale::routes())
        .merge(wholesale_desk::routes())
        .merge(stores::routes())
        .merge(campaign_desk::routes())
        .merge(content::routes())
        .merge(content_desk::routes())
        .merge(seo_desk::routes())
        .merge(preferences::routes())
        .merge(notifications::routes())
        .merge(vitals::routes())
        .route_layer(map_response(keep_to_yourself))
}

/// Marks a response as cacheable. Stored in the response's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    /// The lifetime in the cache, as a multiple of the configured one.
    pub times: u32,
}

/// Marks a successful response as cacheable for the configured time.
pub async fn share(response: Response) -> Response {
    share_for(1, response)
}

fn share_for(times: u32, mut response: Response) -> Response {
    if response.status() == StatusCode::OK {
        response.extensions_mut().insert(Shared { times });
    }
    response
}

/// Marks responses to requests without a token as cacheable, unless the route has set `Cache-Control`.
async fn mark_shared<const TIMES: u32>(request: Request, next: Next) -> Response {
    let is_anonymous = !request.headers().contains_key(header::AUTHORIZATION);
    let response = next.run(request).await;
    let is_for_one = response.headers().contains_key(header::CACHE_CONTROL);
    if is_anonymous && !is_for_one { share_for(TIMES, response) } else { keep_to_yourself(response).await }
}

const FOR_ONE: [(HeaderName, HeaderValue); 1] =
    [(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"))];

async fn keep_to_yourself(response: Response) -> Response {
    (FOR_ONE, response).into_response()
}
