//! Texts, tags and redirects for search engines, as staff edits them.

use axum::extract::State;
use kit::client::retry;
use proto::{
    common::Done,
    seo::{
        RemoveRedirectRequest, RobotsLines, RobotsRequest, SeoRedirect, SeoRedirectsRequest, SeoTag, SeoTagsRequest,
        SeoText, SeoTextsRequest,
    },
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged, reply_with},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new()
        .routes(routes!(texts, save_text))
        .routes(routes!(tags, save_tag))
        .routes(routes!(redirects, save_redirect, remove_redirect))
        .routes(routes!(robots, save_robots))
}

/// For operators: the text templates of all kinds of pages
#[utoipa::path(get, path = "/admin/seo/texts", operation_id = "listSeoTexts",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/Texts"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "All texts in every language", body = Data<Vec<SeoText>>)))]
async fn texts(State(services): State<Services>, caller: Caller) -> Reply<Vec<SeoText>> {
    let response = retry(async || services.seo_desk().texts(caller.request(SeoTextsRequest {})).await).await;
    reply_with(response, |list| list.texts)
}

/// For operators: change the texts of a kind of page in a language
#[utoipa::path(put, path = "/admin/seo/texts", operation_id = "saveSeoText",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/SaveText"))),
    tag = "desk", request_body = SeoText, security(("bearer" = [])),
    responses((status = OK, description = "The saved texts", body = Data<SeoText>)))]
async fn save_text(State(services): State<Services>, caller: Caller, Json(body): Json<SeoText>) -> Reply<SeoText> {
    reply(services.seo_desk().save_text(caller.request(body)).await)
}

/// For operators: the ids of analytics tools
#[utoipa::path(get, path = "/admin/seo/tags", operation_id = "listSeoTags",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/Tags"))), tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "All ids", body = Data<Vec<SeoTag>>)))]
async fn tags(State(services): State<Services>, caller: Caller) -> Reply<Vec<SeoTag>> {
    let response = retry(async || services.seo_desk().tags(caller.request(SeoTagsRequest {})).await).await;
    reply_with(response, |list| list.tags)
}

/// For operators: set or remove the id of an analytics tool
#[utoipa::path(put, path = "/admin/seo/tags", operation_id = "saveSeoTag",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/SaveTag"))),
    tag = "desk", request_body = SeoTag, security(("bearer" = [])),
    responses((status = OK, description = "The saved id", body = Data<SeoTag>)))]
async fn save_tag(State(services): State<Services>, caller: Caller, Json(body): Json<SeoTag>) -> Reply<SeoTag> {
    reply(services.seo_desk().save_tag(caller.request(body)).await)
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct RedirectQuery {
    /// A part of the old or the new address
    search: Option<String>,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

/// For operators: redirects of old addresses
#[utoipa::path(get, path = "/admin/seo/redirects", operation_id = "listRedirects",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/Redirects"))),
    tag = "desk", params(RedirectQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of redirects", body = Paged<Vec<SeoRedirect>>)))]
async fn redirects(
    State(services): State<Services>,
    caller: Caller,
    Query(RedirectQuery { search, page, per_page }): Query<RedirectQuery>,
) -> PagedReply<Vec<SeoRedirect>> {
    let request = SeoRedirectsRequest { search, page, per_page };
    let response = retry(async || services.seo_desk().redirects(caller.request(request.clone())).await).await;
    reply_paged(response, |page| (page.redirects, page.meta))
}

/// For operators: add or change a redirect
#[utoipa::path(put, path = "/admin/seo/redirects", operation_id = "saveRedirect",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/SaveRedirect"))),
    tag = "desk", request_body = SeoRedirect, security(("bearer" = [])),
    responses((status = OK, description = "The saved redirect", body = Data<SeoRedirect>)))]
async fn save_redirect(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<SeoRedirect>,
) -> Reply<SeoRedirect> {
    reply(services.seo_desk().save_redirect(caller.request(body)).await)
}

/// For operators: remove a redirect
#[utoipa::path(delete, path = "/admin/seo/redirects", operation_id = "deleteRedirect",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/RemoveRedirect"))),
    tag = "desk", request_body = RemoveRedirectRequest,
    security(("bearer" = [])), responses((status = OK, description = "The redirect is removed", body = Data<Done>)))]
async fn remove_redirect(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<RemoveRedirectRequest>,
) -> Reply<Done> {
    reply(services.seo_desk().remove_redirect(caller.request(body)).await)
}

/// For operators: additional lines of robots.txt
#[utoipa::path(get, path = "/admin/seo/robots", operation_id = "getRobotsLines",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/Robots"))),
    tag = "desk", security(("bearer" = [])),
    responses((status = OK, description = "The lines", body = Data<RobotsLines>)))]
async fn robots(State(services): State<Services>, caller: Caller) -> Reply<RobotsLines> {
    reply(retry(async || services.seo_desk().robots(caller.request(RobotsRequest {})).await).await)
}

/// For operators: replace the additional lines of robots.txt
#[utoipa::path(put, path = "/admin/seo/robots", operation_id = "saveRobotsLines",
    extensions(("x-rpc" = json!("seo.v1.SeoDesk/SaveRobots"))),
    tag = "desk", request_body = RobotsLines, security(("bearer" = [])),
    responses((status = OK, description = "The saved lines", body = Data<RobotsLines>)))]
async fn save_robots(
    State(services): State<Services>,
    caller: Caller,
    Json(body): Json<RobotsLines>,
) -> Reply<RobotsLines> {
    reply(services.seo_desk().save_robots(caller.request(body)).await)
}
