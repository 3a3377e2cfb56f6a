//! Favourites of shoppers, which the contract calls likes.

use axum::extract::State;
use kit::client::retry;
use proto::catalog::{LikeCount, LikeRequest, ListLikesRequest};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::products::ProductListing;
use crate::{
    extract::{Caller, Json, Query},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(add)).routes(routes!(remove))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct LikesQuery {
    /// All favourites on one page, at most 1,000
    #[param(required = false)]
    is_get_all: bool,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// Favourites, most recently added first
#[utoipa::path(get, path = "/product/likes", operation_id = "listLikedProducts",
    tag = "products", params(LikesQuery), security(("bearer" = [])),
    responses((status = OK, description = "The caller's favourites", body = Paged<ProductListing>)))]
async fn list(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<LikesQuery>,
) -> PagedReply<ProductListing> {
    let request = ListLikesRequest { is_get_all: query.is_get_all, page: query.page, per_page: query.per_page };
    let response = retry(async || services.likes().list(caller.request(request)).await).await;
    reply_paged(response, ProductListing::from)
}

/// Add a product to the favourites
///
/// Has no effect if the product is already there.
#[utoipa::path(post, path = "/product/like", operation_id = "likeProduct",
    tag = "products", request_body = LikeRequest, security(("bearer" = [])),
    responses((status = OK, description = "The number of favourites", body = Data<LikeCount>)))]
async fn add(State(services): State<Services>, caller: Caller, Json(body): Json<LikeRequest>) -> Reply<LikeCount> {
    reply(services.likes().add(caller.request(body)).await)
}

/// Remove a product from the favourites
#[utoipa::path(post, path = "/product/like/remove", operation_id = "unlikeProduct",
    tag = "products", request_body = LikeRequest, security(("bearer" = [])),
    responses((status = OK, description = "The number of favourites", body = Data<LikeCount>)))]
async fn remove(State(services): State<Services>, caller: Caller, Json(body): Json<LikeRequest>) -> Reply<LikeCount> {
    reply(services.likes().remove(caller.request(body)).await)
}
