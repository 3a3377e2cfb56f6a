//! Serves promo codes to operators.

use kit::{Error, Result, client::CallContext, identity::Identity, input, page::Page};
use proto::order::{
    CreatePromoRequest, GetPromoRequest, Promo, PromoListRequest, PromoPage, PromoTrial, TryPromoRequest,
    UpdatePromoRequest, promo_desk_server,
};
use tonic::{Request, Response, Status};

mod parse;
mod reply;

use crate::{
    App,
    app::{self, promo},
    db,
};

const NOT_FOUND: &str = "promo_not_found";
/// Entries of a code's history.
const CHANGES_SHOWN: i64 = 50;

pub struct PromoDesk {
    pub app: App,
    pub identity: Identity,
}

impl PromoDesk {
    /// Returns a code without its history.
    fn reply(&self, record: db::promo_admin::PromoRecord) -> Response<Promo> {
        Response::new(reply::promo(record, &[], self.app.clock.now()))
    }
}

#[tonic::async_trait]
impl promo_desk_server::PromoDesk for PromoDesk {
    async fn list(&self, request: Request<PromoListRequest>) -> Result<Response<PromoPage>, Status> {
        self.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let filter = parse::filter(&request)?;
        let now = self.app.clock.now();
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::promo_admin::count(&mut connection, &filter, now).await.map_err(Error::from)?;
        let records = db::promo_admin::page(&mut connection, &filter, now, page).await.map_err(Error::from)?;
        let promos = records.into_iter().map(|record| reply::promo(record, &[], now)).collect();
        Ok(Response::new(PromoPage { promos, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetPromoRequest>) -> Result<Response<Promo>, Status> {
        self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let record = db::promo_admin::find(&mut connection, id).await.map_err(Error::from)?;
        let record = record.ok_or(Error::NotFound(NOT_FOUND))?;
        let changes = db::promo_admin::changes(&mut connection, id, CHANGES_SHOWN).await.map_err(Error::from)?;
        Ok(Response::new(reply::promo(record, &changes, self.app.clock.now())))
    }

    async fn create(&self, request: Request<CreatePromoRequest>) -> Result<Response<Promo>, Status> {
        let operator = self.identity.staff(&request).await?;
        let (code, rules) = parse::creation(request.into_inner())?;
        Ok(self.reply(promo::create(&self.app, &operator, &code, &rules).await?))
    }

    async fn update(&self, request: Request<UpdatePromoRequest>) -> Result<Response<Promo>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let (version, code, rules) = parse::update(request)?;
        Ok(self.reply(promo::update(&self.app, &operator, id, version, &code, &rules).await?))
    }

    async fn pause(&self, request: Request<GetPromoRequest>) -> Result<Response<Promo>, Status> {
        let operator = self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(self.reply(promo::pause(&self.app, &operator, id).await?))
    }

    async fn resume(&self, request: Request<GetPromoRequest>) -> Result<Response<Promo>, Status> {
        let operator = self.identity.staff(&request).await?;
        let id = input::id(request.get_ref().id, NOT_FOUND)?;
        Ok(self.reply(promo::resume(&self.app, &operator, id).await?))
    }

    async fn try_out(&self, request: Request<TryPromoRequest>) -> Result<Response<PromoTrial>, Status> {
        self.identity.staff(&request).await?;
        let context = CallContext::from_request(&request);
        let request = request.into_inner();
        let id = input::id(request.id, NOT_FOUND)?;
        let trial = parse::trial(&request)?;
        Ok(Response::new(reply::trial(app::try_out(&self.app, context, id, trial).await?)))
    }
}
