//! Campaigns for shoppers. The store service has the campaigns, the catalogue their products.

use axum::extract::State;
use kit::client::retry;
use proto::{
    catalog::{ListProductsRequest, ProductCard},
    store::{Campaign, CampaignProductsRequest, GetCampaignRequest, RunningCampaignsRequest, StoreCampaignsRequest},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::page::PageQuery;
use crate::{
    extract::{Query, Segment, Visitor},
    problem::Problem,
    reply::{Data, Json, Paged, PagedReply, Reply, reply_paged, reply_with},
    services::Services,
};

const NO_SUCH_CAMPAIGN: &str = "campaign_not_found";

pub fn routes() -> OpenApiRouter<Services> {
    OpenApiRouter::new().routes(routes!(of_store)).routes(routes!(running)).routes(routes!(get))
}

/// A campaign with a page of its products.
#[derive(Serialize, ToSchema)]
pub struct CampaignPage {
    pub campaign: Campaign,
    pub products: Vec<ProductCard>,
}

/// A store's running campaigns, then those that start within 14 days
#[utoipa::path(get, path = "/store/{store}/campaigns/", operation_id = "listStoreCampaigns", tag = "stores",
    params(("store" = String, Path, description = "A slug or an id")),
    responses((status = OK, description = "All campaigns of the store", body = Data<Vec<Campaign>>)))]
async fn of_store(State(services): State<Services>, visitor: Visitor, Segment(store): Segment) -> Reply<Vec<Campaign>> {
    let request = StoreCampaignsRequest { store };
    let response = retry(async || services.campaigns().of_store(visitor.request(request.clone())).await).await;
    reply_with(response, |list| list.campaigns)
}

/// Running campaigns of all stores, those that end soonest first
#[utoipa::path(get, path = "/campaign/all", operation_id = "listCampaigns", tag = "stores", params(PageQuery),
    responses((status = OK, description = "A page of campaigns", body = Paged<Vec<Campaign>>)))]
async fn running(
    State(services): State<Services>,
    visitor: Visitor,
    Query(PageQuery { page, per_page }): Query<PageQuery>,
) -> PagedReply<Vec<Campaign>> {
    let request = RunningCampaignsRequest { page, per_page };
    let response = retry(async || services.campaigns().running(visitor.request(request)).await).await;
    reply_paged(response, |page| (page.campaigns, page.meta))
}

/// A campaign that is running or starts soon, with a page of its products
#[utoipa::path(get, path = "/campaign/{id}", operation_id = "getCampaign",
    tag = "stores", params(("id" = i64, Path, description = "A campaign's id"), PageQuery),
    responses((status = OK, description = "The campaign with a page of its products", body = Paged<CampaignPage>)))]
async fn get(
    State(services): State<Services>,
    visitor: Visitor,
    segment: Segment,
    Query(PageQuery { page, per_page }): Query<PageQuery>,
) -> PagedReply<CampaignPage> {
    let id = segment.id(NO_SUCH_CAMPAIGN)?;
    let campaign = retry(async || services.campaigns().get(visitor.request(GetCampaignRequest { id })).await);
    let id_page = retry(async || {
        services.campaigns().products(visitor.request(CampaignProductsRequest { id, page, per_page })).await
    });
    let (campaign, id_page) = tokio::join!(campaign, id_page);
    let (campaign, id_page) = (campaign?.into_inner(), id_page?.into_inner());
    let products = cards(&services, &visitor, id_page.product_ids).await?;
    let data = CampaignPage { campaign, products };
    Ok(Json(Paged { data, meta: id_page.meta.unwrap_or_default() }))
}

async fn cards(services: &Services, visitor: &Visitor, ids: Vec<i64>) -> Result<Vec<ProductCard>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let request = ListProductsRequest { per_page: ids.len() as i64, page: 1, ids, ..ListProductsRequest::default() };
    let response = retry(async || services.products().list(visitor.request(request.clone())).await).await?;
    Ok(response.into_inner().products)
}
