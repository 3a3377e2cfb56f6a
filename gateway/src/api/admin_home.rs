//! Versions of the home page, as staff edit them.

use axum::extract::State;
use kit::client::retry;
use proto::seo::{HomePreview, HomeVersion, HomeVersionsRequest, PreviewHomeRequest, PublishHomeRequest};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, Json, Query},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(versions)).routes(routes!(publish)).routes(routes!(preview))
}

/// For operators: all versions of the home page, newest first
///
/// A page has at most 20 versions.
#[utoipa::path(get, path = "/admin/home/versions", operation_id = "listHomeVersions",
    extensions(("x-rpc" = json!("seo.v1.HomeDesk/Versions"))),
    tag = "desk", params(PageQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of versions", body = Paged<Vec<HomeVersion>>)))]
async fn versions(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<HomeVersion>> {
    let request = HomeVersionsRequest { page: query.page, per_page: query.per_page };
    let response = retry(async || services.home_desk().versions(caller.request(request)).await).await;
    reply_paged(response, |page| (page.versions, page.meta))
}

/// For operators: publish a new version of the home page
#[utoipa::path(post, path = "/admin/home", operation_id = "publishHome",
    extensions(("x-rpc" = json!("seo.v1.HomeDesk/Publish"))),
    tag = "desk", request_body = PublishHomeRequest, security(("bearer" = [])),
    responses((status = OK, description = "The published version", body = Data<HomeVersion>)))]
async fn publish(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<PublishHomeRequest>,
) -> Reply<HomeVersion> {
    reply(services.home_desk().publish(caller.request(body)).await)
}

/// For operators: show sections on the home page without publishing them
///
/// The page `/?preview=TOKEN` shows them for an hour.
#[utoipa::path(post, path = "/admin/home/preview", operation_id = "previewHome",
    extensions(("x-rpc" = json!("seo.v1.HomeDesk/Preview"))),
    tag = "desk", request_body = PreviewHomeRequest, security(("bearer" = [])),
    responses((status = OK, description = "The token of the preview", body = Data<HomePreview>)))]
async fn preview(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<PreviewHomeRequest>,
) -> Reply<HomePreview> {
    reply(services.home_desk().preview(caller.request(body)).await)
}
