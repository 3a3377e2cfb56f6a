use axum::extract::State;
use kit::client::retry;
use proto::order::{PromisesRequest, ShopPromises};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    extract::Visitor,
    reply::{Data, Reply, reply},
    services::Services,
};

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(get))
}

/// Delivery tariffs, return rights, bonuses and earnings, as applied to orders
#[utoipa::path(get, path = "/promises", operation_id = "getPromises", tag = "orders",
    responses((status = OK, description = "The current rules", body = Data<ShopPromises>)))]
async fn get(State(services): State<Services>, visitor: Visitor) -> Reply<ShopPromises> {
    reply(retry(async || services.promises().get(visitor.request(PromisesRequest {})).await).await)
}
