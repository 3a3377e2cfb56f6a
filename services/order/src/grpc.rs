//! Each method validates its request (`parse`), calls a use case (`app`) or reads the database, and converts the result
//! (`reply`). This file serves carts. `…Desk` services are for operators (the back office).

mod auditor;
mod bonuses;
mod cashouts;
mod dashboard;
mod deliveries;
mod desk;
mod earnings;
mod orders;
mod parse;
mod payments;
mod phone_desk;
mod promise_desk;
mod promises;
mod promos;
mod refunds;
mod reply;
mod request_key;
mod wholesale;
mod zone_desk;

use kit::{Error, Result, client::CallContext, identity::Identity};
use proto::order::{
    AddRequest, Cart, CartCount, CheckRequest, CheckedCart, ClearRequest, CountCartRequest, GetCartRequest,
    MergeCartRequest, MergedCart, RemoveRequest, UpdateRequest, carts_server,
};
use tonic::{Request, Response, Status};

pub use self::{
    auditor::Auditor,
    bonuses::Bonuses,
    cashouts::{CashoutDesk, Cashouts},
    dashboard::Dashboard,
    deliveries::Deliveries,
    desk::Desk,
    earnings::Earnings,
    orders::Orders,
    payments::Payments,
    phone_desk::PhoneDesk,
    promise_desk::PromiseDesk,
    promises::Promises,
    promos::PromoDesk,
    wholesale::{Wholesale, WholesaleDesk},
    zone_desk::ZoneDesk,
};
use crate::{
    App,
    app::{self, Shopper},
    db,
    domain::cart::Count,
};

pub struct Carts {
    pub app: App,
    pub identity: Identity,
}

impl Carts {
    async fn shopper<T>(&self, request: &Request<T>) -> Result<Shopper> {
        shopper_of(&self.identity, request).await
    }
}

async fn shopper_of<T>(identity: &Identity, request: &Request<T>) -> Result<Shopper> {
    let caller = identity.caller(request).await?;
    Ok(Shopper {
        account: caller.account,
        context: CallContext::from_request(request),
        is_app: caller.client.is_some(),
    })
}

#[tonic::async_trait]
impl carts_server::Carts for Carts {
    async fn get(&self, request: Request<GetCartRequest>) -> Result<Response<Cart>, Status> {
        let shopper = self.shopper(&request).await?;
        Ok(Response::new(reply::cart(app::get(&self.app, &shopper).await?)))
    }

    async fn count(&self, request: Request<CountCartRequest>) -> Result<Response<CartCount>, Status> {
        let account = self.identity.account(&request).await?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let cart_count = db::line::count_for(&mut connection, account).await.map_err(Error::from)?;
        Ok(Response::new(CartCount { cart_count }))
    }

    async fn add(&self, request: Request<AddRequest>) -> Result<Response<Cart>, Status> {
        let shopper = self.shopper(&request).await?;
        let request = request.into_inner();
        let key = parse::key(request.product_id, request.size_id)?;
        let more = request.count.map(parse::count).transpose()?.unwrap_or(Count::ONE);
        let claim = parse::claim(request.referral)?;
        Ok(Response::new(reply::cart(app::add(&self.app, &shopper, key, more, claim.as_ref()).await?)))
    }

    async fn update(&self, request: Request<UpdateRequest>) -> Result<Response<Cart>, Status> {
        let shopper = self.shopper(&request).await?;
        let request = request.into_inner();
        let key = parse::key(request.product_id, request.size_id)?;
        let count = parse::count(request.count)?;
        let claim = parse::claim(request.referral)?;
        Ok(Response::new(reply::cart(app::update(&self.app, &shopper, key, count, claim.as_ref()).await?)))
    }

    async fn remove(&self, request: Request<RemoveRequest>) -> Result<Response<Cart>, Status> {
        let shopper = self.shopper(&request).await?;
        let request = request.into_inner();
        let key = parse::key(request.product_id, request.size_id)?;
        Ok(Response::new(reply::cart(app::remove(&self.app, &shopper, key.product, key.size).await?)))
    }

    async fn clear(&self, request: Request<ClearRequest>) -> Result<Response<Cart>, Status> {
        let shopper = self.shopper(&request).await?;
        Ok(Response::new(reply::cart(app::clear(&self.app, &shopper).await?)))
    }

    async fn merge(&self, request: Request<MergeCartRequest>) -> Result<Response<MergedCart>, Status> {
        let shopper = self.shopper(&request).await?;
        let basket = parse::basket(&request.into_inner())?;
        Ok(Response::new(reply::merged(app::merge(&self.app, &shopper, &basket).await?)))
    }

    async fn check(&self, request: Request<CheckRequest>) -> Result<Response<CheckedCart>, Status> {
        let shopper = self.shopper(&request).await?;
        let intent = parse::intent(request.into_inner())?;
        Ok(Response::new(reply::checked(app::check(&self.app, &shopper, &intent).await?)))
    }
}
