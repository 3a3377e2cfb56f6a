//! Serves the shopper's own orders. Orders of other shoppers are reported as not found.

pub(super) mod parse;
pub(super) mod reply;

use std::pin::Pin;

use futures::{Stream, stream};
use kit::{Error, Language, Result, identity::Identity, page::Page};
use proto::order::{
    CancelOrderRequest, GetOrderRequest, ListOrdersRequest, Order, OrderPage, PayOrderRequest, PlaceOrderRequest,
    PlacedOrder, Refund, RefundOrderRequest, ReorderRequest, Reordered, orders_server,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use self::reply::Reader;
use super::refunds;
use crate::{
    App,
    app::{self, Payer, Shopper, refund::Requester},
    db,
    domain::code::Code,
    track::Watch,
};

pub struct Orders {
    pub app: App,
    pub identity: Identity,
    /// Ends the streams of tracked orders when the process stops.
    pub stop: CancellationToken,
}

impl Orders {
    async fn shopper<T>(&self, request: &Request<T>) -> Result<Shopper> {
        super::shopper_of(&self.identity, request).await
    }
}

/// A malformed code is reported as not found.
pub(super) fn code(raw: &str) -> Result<Code> {
    Code::parse(raw).ok_or(Error::NotFound("order_not_found"))
}

#[tonic::async_trait]
impl orders_server::Orders for Orders {
    type TrackStream = Pin<Box<dyn Stream<Item = Result<Order, Status>> + Send>>;

    async fn place(&self, request: Request<PlaceOrderRequest>) -> Result<Response<PlacedOrder>, Status> {
        let shopper = self.shopper(&request).await?;
        let language = shopper.context.language;
        let wanted = parse::place_order(request.into_inner())?;
        if wanted.intent.bonuses > 0 && !shopper.is_app {
            return Err(Error::NotAllowed("bonus_app_only").into());
        }
        Ok(Response::new(reply::to_placed_order(app::place(&self.app, &shopper, &wanted).await?, language)))
    }

    async fn list(&self, request: Request<ListOrdersRequest>) -> Result<Response<OrderPage>, Status> {
        let account = self.identity.account(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let page = Page::parse(request.get_ref().page, request.get_ref().per_page)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::order::count_for(&mut connection, account).await.map_err(Error::from)?;
        let ids = db::order::page_for(&mut connection, account, page).await.map_err(Error::from)?;
        let orders = db::order::load(&mut connection, &ids).await.map_err(Error::from)?;
        let orders = orders.into_iter().map(|order| reply::to_order(order, Reader::Shopper, language)).collect();
        Ok(Response::new(OrderPage { orders, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetOrderRequest>) -> Result<Response<Order>, Status> {
        let account = self.identity.account(&request).await?;
        let code = code(&request.get_ref().code)?;
        Ok(Response::new(read_for(&self.app, account, &code, Language::from_metadata(request.metadata())).await?))
    }

    async fn cancel(&self, request: Request<CancelOrderRequest>) -> Result<Response<Order>, Status> {
        let shopper = self.shopper(&request).await?;
        let request = request.into_inner();
        let (code, reason) = (code(&request.code)?, parse::reason(request.reason.as_deref())?);
        let order = app::cancel(&self.app, &shopper, &code, reason).await?;
        Ok(Response::new(reply::to_order(order, Reader::Shopper, shopper.context.language)))
    }

    async fn pay(&self, request: Request<PayOrderRequest>) -> Result<Response<PlacedOrder>, Status> {
        let shopper = self.shopper(&request).await?;
        let request = request.into_inner();
        let code = code(&request.code)?;
        let (method, request) = parse::payment(&request)?;
        let payable = app::pay(&self.app, Payer::Shopper(shopper.account), &code, method, &request).await?;
        Ok(Response::new(reply::payable_to_placed_order(payable, shopper.context.language)))
    }

    async fn ask_refund(&self, request: Request<RefundOrderRequest>) -> Result<Response<Refund>, Status> {
        let account = self.identity.account(&request).await?;
        let request = request.into_inner();
        let (code, refund) = (code(&request.code)?, refunds::refund_request(&request)?);
        let requested = app::refund::request(&self.app, Requester::Shopper(account), &code, &refund).await?;
        Ok(Response::new(refunds::to_message(requested.order_code, requested.refund)))
    }

    async fn reorder(&self, request: Request<ReorderRequest>) -> Result<Response<Reordered>, Status> {
        let shopper = self.shopper(&request).await?;
        let code = code(&request.get_ref().code)?;
        let reordered = app::reorder(&self.app, &shopper, &code).await?;
        Ok(Response::new(Reordered { added: reordered.units_added, missing: reordered.lines_missing }))
    }

    /// Streams the order after every change, until the process stops or the caller's token is revoked.
    async fn track(&self, request: Request<GetOrderRequest>) -> Result<Response<Self::TrackStream>, Status> {
        let caller = self.identity.caller(&request).await?;
        let account = caller.account;
        let code = code(&request.get_ref().code)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let id = db::order::id_for(&mut connection, account, &code).await.map_err(Error::from)?;
        let id = id.ok_or(Error::NotFound("order_not_found"))?;
        let language = Language::from_metadata(request.metadata());
        let watch = self.app.tracker.watch(id);
        let tracked = TrackedOrder { app: self.app.clone(), account, code, language, watch, last_sent: None };
        let (stop, revoked) = (self.stop.clone(), self.identity.revoked(&caller));
        let ended = async move { stop.run_until_cancelled(revoked).await };
        let stream = stream::unfold(tracked, TrackedOrder::next);
        Ok(Response::new(Box::pin(futures::StreamExt::take_until(stream, ended))))
    }
}

async fn read_for(app: &App, account: i64, code: &Code, language: Language) -> Result<Order> {
    let mut connection = app.pool.acquire().await?;
    let id = db::order::id_for(&mut connection, account, code).await?.ok_or(Error::NotFound("order_not_found"))?;
    Ok(reply::to_order(db::order::load_one(&mut connection, id).await?, Reader::Shopper, language))
}

struct TrackedOrder {
    app: App,
    account: i64,
    code: Code,
    language: Language,
    watch: Watch,
    last_sent: Option<Order>,
}

impl TrackedOrder {
    /// Waits until the order changes. The stream ends after an error, and the client connects again.
    async fn next(mut self) -> Option<(Result<Order, Status>, Self)> {
        loop {
            match read_for(&self.app, self.account, &self.code, self.language).await {
                Ok(order) if self.last_sent.as_ref() != Some(&order) => {
                    self.last_sent = Some(order.clone());
                    return Some((Ok(order), self));
                }
                Ok(_) => self.watch.changed().await,
                Err(_) if self.last_sent.is_none() => return None,
                Err(error) => {
                    self.last_sent = None;
                    return Some((Err(error.into()), self));
                }
            }
        }
    }
}
