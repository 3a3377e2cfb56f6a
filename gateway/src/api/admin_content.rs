//! Content pages, contacts and the seller's details, as staff edits them.

use axum::extract::State;
use kit::client::retry;
use proto::seo::{
    ContentDeskPagesRequest, ContentPage, ContentPageHead, ContentVersion, ContentVersionsRequest, Office,
    OfficeRequest, PreviewContentRequest, PublishContentRequest, SiteSettings,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Caller, Json, Query, Segment, SegmentPair},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(pages))
        .routes(routes!(versions))
        .routes(routes!(publish))
        .routes(routes!(preview))
        .routes(routes!(save_settings))
        .routes(routes!(office, save_office))
}

/// For operators: all published pages
#[utoipa::path(get, path = "/admin/content", operation_id = "listContentPages",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/Pages"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The pages without their texts", body = Data<Vec<ContentPageHead>>)))]
async fn pages(State(services): State<Services>, caller: Caller) -> Reply<Vec<ContentPageHead>> {
    let response =
        retry(async || services.content_desk().pages(caller.request(ContentDeskPagesRequest {})).await).await;
    reply_with(response, |list| list.pages)
}

/// For operators: all versions of a page in a language, newest first
#[utoipa::path(get, path = "/admin/content/{page}/{language}", operation_id = "listContentVersions",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/Versions"))),
    tag = "desk", security(("bearer" = [])),
    params(("page" = String, Path, description = "A page"), ("language" = String, Path, description = "az, ru or en"), PageQuery),
    responses((status = OK, description = "A page of versions", body = Paged<Vec<ContentVersion>>)))]
async fn versions(
    State(services): State<Services>,
    caller: Caller,
    SegmentPair(Segment(page), Segment(language)): SegmentPair,
    Query(query): Query<PageQuery>,
) -> PagedReply<Vec<ContentVersion>> {
    let request = ContentVersionsRequest { page, language, page_number: query.page, per_page: query.per_page };
    let response = retry(async || services.content_desk().versions(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.versions, page.meta))
}

/// For operators: publish a new version of a page
#[utoipa::path(post, path = "/admin/content", operation_id = "publishContent",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/Publish"))),
    tag = "desk", request_body = PublishContentRequest, security(("bearer" = [])),
    responses((status = OK, description = "The published version", body = Data<ContentVersion>)))]
async fn publish(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<PublishContentRequest>,
) -> Reply<ContentVersion> {
    reply(services.content_desk().publish(caller.request(body)).await)
}

/// For operators: preview a text as HTML
#[utoipa::path(post, path = "/admin/content/preview", operation_id = "previewContent",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/Preview"))),
    tag = "desk", request_body = PreviewContentRequest,
    security(("bearer" = [])),
    responses((status = OK, description = "The page, not published", body = Data<ContentPage>)))]
async fn preview(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<PreviewContentRequest>,
) -> Reply<ContentPage> {
    reply(services.content_desk().preview(caller.request(body)).await)
}

/// For operators: change contacts and links to the app
#[utoipa::path(put, path = "/admin/settings", operation_id = "saveSettings",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/SaveSettings"))),
    tag = "desk", request_body = SiteSettings, security(("bearer" = [])),
    responses((status = OK, description = "The saved settings", body = Data<SiteSettings>)))]
async fn save_settings(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<SiteSettings>,
) -> Reply<SiteSettings> {
    reply(services.content_desk().save_settings(caller.request(body)).await)
}

/// For operators: the name and address of the seller, as required by law
#[utoipa::path(get, path = "/admin/office", operation_id = "getOffice",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/GetOffice"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The details in every language", body = Data<Office>)))]
async fn office(State(services): State<Services>, caller: Caller) -> Reply<Office> {
    reply(retry(async || services.content_desk().get_office(caller.request(OfficeRequest {})).await).await)
}

/// For operators: change the name and address of the seller
#[utoipa::path(put, path = "/admin/office", operation_id = "saveOffice",
    extensions(("x-rpc" = json!("seo.v1.ContentDesk/SaveOffice"))),
    tag = "desk", request_body = Office, security(("bearer" = [])),
    responses((status = OK, description = "The saved details", body = Data<Office>)))]
async fn save_office(State(services): State<Services>, caller: Caller, Json(body): Json<Office>) -> Reply<Office> {
    reply(services.content_desk().save_office(caller.request(body)).await)
}
