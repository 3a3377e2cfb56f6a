//! Campaigns for staff. Staff of a store see and change only its own campaigns.

use kit::{Error, Language, Result, input, page::Page, permission::Scope};
use proto::store::{CampaignDeskListRequest, CampaignDraft, CampaignPage, GetCampaignRequest, campaign_desk_server};
use tonic::{Request, Response, Status};

use super::{parse, reply};
use crate::{
    App,
    app::campaign,
    db::{
        self,
        campaign_page::{self, Filter},
    },
};

const NOT_FOUND: &str = "campaign_not_found";

pub struct CampaignAdmin(pub App);

#[tonic::async_trait]
impl campaign_desk_server::CampaignDesk for CampaignAdmin {
    async fn list(&self, request: Request<CampaignDeskListRequest>) -> Result<Response<CampaignPage>, Status> {
        let (_, scope) = self.0.identity.staff_in_scope(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let store = request.store.as_deref().map(str::trim).filter(|store| !store.is_empty());
        let visible_stores = match &scope {
            Scope::Shop => None,
            Scope::Stores(stores) => Some(&stores[..]),
        };
        let filter = Filter { status: parse::status(request.status)?, store, visible_stores };

        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let total = campaign_page::count(&mut connection, &filter).await.map_err(Error::from)?;
        let rows = campaign_page::page(&mut connection, language, &filter, page).await.map_err(Error::from)?;
        let campaigns = rows.into_iter().map(reply::campaign).collect();
        Ok(Response::new(CampaignPage { campaigns, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetCampaignRequest>) -> Result<Response<CampaignDraft>, Status> {
        let (_, scope) = self.0.identity.staff_in_scope(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.0.pool.acquire().await.map_err(Error::from)?;
        let campaign = db::campaign::find(&mut connection, id).await.map_err(Error::from)?;
        let visible_campaign = campaign.filter(|campaign| scope.includes(campaign.plan.store));
        Ok(Response::new(reply::draft(visible_campaign.ok_or(Error::NotFound(NOT_FOUND))?)))
    }

    async fn create(&self, request: Request<CampaignDraft>) -> Result<Response<CampaignDraft>, Status> {
        let (operator, scope) = self.0.identity.staff_in_scope(&request).await?;
        let plan = parse::plan(request.into_inner())?;
        let created = campaign::create(&self.0, &operator, &scope, &plan).await?;
        Ok(Response::new(reply::draft(created)))
    }

    async fn update(&self, request: Request<CampaignDraft>) -> Result<Response<CampaignDraft>, Status> {
        let (operator, scope) = self.0.identity.staff_in_scope(&request).await?;
        let draft = request.into_inner();
        let id = input::id(draft.id, NOT_FOUND)?;
        let plan = parse::plan(draft)?;
        let updated = campaign::update(&self.0, &operator, &scope, id, &plan).await?;
        Ok(Response::new(reply::draft(updated)))
    }

    async fn cancel(&self, request: Request<GetCampaignRequest>) -> Result<Response<CampaignDraft>, Status> {
        let (operator, scope) = self.0.identity.staff_in_scope(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let cancelled = campaign::cancel(&self.0, &operator, &scope, id).await?;
        Ok(Response::new(reply::draft(cancelled)))
    }
}
