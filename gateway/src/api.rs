//! The REST routes, by domain. A route parses, signs the call with the caller's own token, and replies; rules are the
//! services' own. The few answers that join services stand beside the others and are named for what they join.

mod addresses;
mod auth;
mod cart;
mod categories;
mod codes;
mod content;
mod devices;
mod export;
mod families;
pub mod inbox;
mod influencers;
mod likes;
mod lists;
mod moderation;
mod notifications;
mod passwords;
pub mod pictures;
mod places;
mod products;
mod profile;
mod reviews;
mod search;
mod seo;
mod stores;

use axum::{
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::Response,
};
use utoipa_axum::router::OpenApiRouter;

use crate::services::Services;

/// Below which all of these live.
pub const BASE: &str = "/api/v1";

/// Every route, relative to [`BASE`].
pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().merge(public()).merge(personal())
}

/// Routes whose answer is the same for everybody who has no token.
fn public() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(categories::routes())
        .merge(products::routes())
        .merge(search::public_routes())
        .merge(reviews::public_routes())
        .merge(lists::public_routes())
        .merge(stores::routes())
        .merge(places::routes())
        .merge(codes::public_routes())
        .merge(content::routes())
        .merge(seo::routes())
        .route_layer(from_fn(mark_shared))
}

/// Routes whose answer is one person's.
fn personal() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .merge(auth::routes())
        .merge(codes::routes())
        .merge(passwords::routes())
        .merge(profile::routes())
        .merge(export::routes())
        .merge(devices::routes())
        .merge(addresses::routes())
        .merge(families::routes())
        .merge(influencers::routes())
        .merge(likes::routes())
        .merge(search::routes())
        .merge(reviews::routes())
        .merge(moderation::routes())
        .merge(lists::routes())
        .merge(pictures::routes())
        .merge(cart::routes())
        .merge(notifications::routes())
        .route_layer(map_response(keep_to_yourself))
}

/// An answer that may be told to others; it is carried in the response's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Shared;

/// Everybody is told the same.
pub async fn share(mut response: Response) -> Response {
    if response.status() == StatusCode::OK {
        response.extensions_mut().insert(Shared);
    }
    response
}

async fn mark_shared(request: Request, next: Next) -> Response {
    let is_anonymous = !request.headers().contains_key(header::AUTHORIZATION);
    let response = next.run(request).await;
    if is_anonymous { share(response).await } else { keep_to_yourself(response).await }
}

async fn keep_to_yourself(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    response
}
