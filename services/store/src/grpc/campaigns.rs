//! Public campaigns: running ones, and those that start within two weeks.

use chrono::{DateTime, TimeDelta, Utc};
use kit::{Error, Language, input, page::Page};
use proto::store::{
    Campaign, CampaignList, CampaignPage, CampaignProductPage, CampaignProductsRequest, GetCampaignRequest,
    RunningCampaignsRequest, StoreCampaignsRequest, campaigns_server,
};
use tonic::{Request, Response, Status};

use super::reply;
use crate::{
    App,
    db::{self, campaign_page},
};

/// How long before their start planned campaigns are shown.
const SOON: TimeDelta = TimeDelta::days(14);
const NOT_FOUND: &str = "campaign_not_found";

pub struct Campaigns(pub App);

impl Campaigns {
    fn soon(&self) -> DateTime<Utc> {
        self.0.clock.now() + SOON
    }
}

#[tonic::async_trait]
impl campaigns_server::Campaigns for Campaigns {
    async fn of_store(&self, request: Request<StoreCampaignsRequest>) -> Result<Response<CampaignList>, Status> {
        let language = Language::from_metadata(request.metadata());
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let store = db::store::find(&mut connection, language, &request.get_ref().store).await.map_err(Error::from)?;
        let store = store.ok_or(Error::NotFound("store_not_found"))?.store_id;
        let rows = campaign_page::of_store(&mut connection, language, store, self.soon()).await.map_err(Error::from)?;
        Ok(Response::new(CampaignList { campaigns: rows.into_iter().map(reply::campaign).collect() }))
    }

    async fn running(&self, request: Request<RunningCampaignsRequest>) -> Result<Response<CampaignPage>, Status> {
        let language = Language::from_metadata(request.metadata());
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = campaign_page::count_running(&mut connection).await.map_err(Error::from)?;
        let rows = campaign_page::running(&mut connection, language, page).await.map_err(Error::from)?;
        let campaigns = rows.into_iter().map(reply::campaign).collect();
        Ok(Response::new(CampaignPage { campaigns, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetCampaignRequest>) -> Result<Response<Campaign>, Status> {
        let language = Language::from_metadata(request.metadata());
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let row = campaign_page::find(&mut connection, language, id, self.soon()).await.map_err(Error::from)?;
        Ok(Response::new(reply::campaign(row.ok_or(Error::NotFound(NOT_FOUND))?)))
    }

    async fn products(
        &self,
        request: Request<CampaignProductsRequest>,
    ) -> Result<Response<CampaignProductPage>, Status> {
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let page = Page::parse(request.page, request.per_page)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        // Any language: only the number of products is used.
        let campaign =
            campaign_page::find(&mut connection, Language::Az, id, self.soon()).await.map_err(Error::from)?;
        let total = campaign.ok_or(Error::NotFound(NOT_FOUND))?.product_count;
        let product_ids = campaign_page::products(&mut connection, id, page).await.map_err(Error::from)?;
        Ok(Response::new(CampaignProductPage { product_ids, meta: Some(page.meta(total)) }))
    }
}
