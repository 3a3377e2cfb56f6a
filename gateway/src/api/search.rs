//! Search suggestions, and reports about searches. `products.rs` has the search itself.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{OpenedRequest, SearchReportRequest, SearchedQuery, SuggestRequest, Suggestions},
    common::Done,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::{Caller, Json, Query, Visitor},
    reply::{Data, Paged, PagedReply, Reply, reply, reply_paged},
    services::Services,
};

pub fn public_routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(suggest))
}

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(opened)).routes(routes!(report))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SuggestQuery {
    /// The text typed so far
    #[serde(default)]
    #[param(required = false)]
    q: String,
}

/// Search suggestions
///
/// For at least two letters; for fewer, popular products and searches.
#[utoipa::path(get, path = "/product/suggest", operation_id = "suggestProducts", tag = "search", params(SuggestQuery),
    responses((status = OK, description = "Products, categories, stores and frequent searches", body = Data<Suggestions>)))]
async fn suggest(
    State(services): State<Services>,
    visitor: Visitor,
    Query(SuggestQuery { q: query }): Query<SuggestQuery>,
) -> Reply<Suggestions> {
    let request = SuggestRequest { query };
    reply(retry(async || services.search().suggest(visitor.request(request.clone())).await).await)
}

/// Report that a product of a search was opened
///
/// Only counts are stored, nothing about the user. Browsers can send it with `keepalive` and without a token while leaving the page.
#[utoipa::path(post, path = "/product/search/opened", operation_id = "recordSearchResultOpened",
    tag = "search", request_body = OpenedRequest,
    responses((status = OK, description = "The click was recorded", body = Data<Done>)))]
async fn opened(State(services): State<Services>, visitor: Visitor, Json(body): Json<OpenedRequest>) -> Reply<Done> {
    reply(services.search().opened(visitor.request(body)).await)
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct ReportQuery {
    /// The number of days to report, ending today: 1 to 90, 14 if absent
    #[param(required = false)]
    days: i64,
    /// Only searches that found nothing
    #[param(required = false)]
    only_empty: bool,
    #[param(required = false)]
    page: i64,
    #[param(required = false)]
    per_page: i64,
}

impl Default for ReportQuery {
    fn default() -> Self {
        Self { days: 14, only_empty: false, page: 0, per_page: 0 }
    }
}

/// For operators: searches, most frequent first
#[utoipa::path(get, path = "/admin/search", operation_id = "listSearches",
    extensions(("x-rpc" = json!("catalog.v1.Search/Report"))),
    tag = "search", params(ReportQuery), security(("bearer" = [])),
    responses((status = OK, description = "A page of searches", body = Paged<Vec<SearchedQuery>>)))]
async fn report(
    State(services): State<Services>,
    caller: Caller,
    Query(query): Query<ReportQuery>,
) -> PagedReply<Vec<SearchedQuery>> {
    let ReportQuery { days, only_empty, page, per_page } = query;
    let request = SearchReportRequest { days, only_empty, page, per_page };
    let response = retry(async || services.search().report(caller.request(request)).await).await;
    reply_paged(response, |page| (page.queries, page.meta))
}
