//! What the shop says about itself.

use axum::extract::State;
use kit::client::retry;
use proto::notification::{SettingsRequest, SiteSettings};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Visitor,
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(settings))
}

/// Site settings
#[utoipa::path(get, path = "/settings", tag = "content",
    responses((status = OK, description = "How to reach the shop, and what it promises", body = Data<SiteSettings>)))]
async fn settings(State(services): State<Services>, visitor: Visitor) -> Reply<SiteSettings> {
    reply(retry(async || services.content().settings(visitor.sign(SettingsRequest {})).await).await)
}
