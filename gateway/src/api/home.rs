//! The sections of the home page.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue},
};
use kit::client::retry;
use proto::seo::{HomePage, HomeRequest};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::PRIVATE;
use crate::{
    extract::{Query, Visitor},
    problem::Problem,
    reply::{Data, Json, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(sections))
}

#[derive(Deserialize, IntoParams, Default)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
struct HomeQuery {
    /// Token of a preview, whose sections are returned instead
    preview: Option<String>,
}

/// The sections of the home page that show now
#[utoipa::path(get, path = "/home", operation_id = "getHome", tag = "content", params(HomeQuery),
    responses((status = OK, description = "The sections in their order", body = Data<HomePage>)))]
async fn sections(
    State(services): State<Services>,
    visitor: Visitor,
    Query(query): Query<HomeQuery>,
) -> Result<(Option<[(HeaderName, HeaderValue); 1]>, Json<Data<HomePage>>), Problem> {
    let is_private = query.preview.is_some();
    let request = HomeRequest { preview: query.preview };
    let response = retry(async || services.home().sections(visitor.request(request.clone())).await).await;
    Ok((is_private.then_some(PRIVATE), reply(response)?))
}
