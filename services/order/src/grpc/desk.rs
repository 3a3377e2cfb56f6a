//! Orders, refunds and reconciliation for operators.

use audit::Entry;
use chrono::{DateTime, Utc};
use kit::{
    Error, Language, Result,
    identity::Identity,
    input::{self, Checks},
    page::Page,
};
use prost_types::Timestamp;
use proto::{
    json::to_name,
    order::{
        DecideRefundRequest, DeskListRequest, DeskRefundsRequest, GetOrderRequest, MoveOrderRequest, Order, OrderPage,
        OrderStatus, PaymentStatus, ReconcileRequest, Reconciliation, Refund, RefundPage, desk_server,
    },
};
use tonic::{Request, Response, Status};

use super::{
    orders::{
        code,
        reply::{self, Reader},
    },
    payments, refunds,
};
use crate::{
    App,
    app::{self, Move},
    db::{self, order_search::Filter},
    domain::{code::search_prefix, payment::Payment, status},
};

const REASON: std::ops::RangeInclusive<usize> = 0..=500;

pub struct Desk {
    pub app: App,
    pub identity: Identity,
}

impl Desk {
    fn reader(&self) -> Reader {
        Reader::Operator { two_people_from: self.app.two_people.refund }
    }
}

#[tonic::async_trait]
impl desk_server::Desk for Desk {
    async fn list(&self, request: Request<DeskListRequest>) -> Result<Response<OrderPage>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let Some(filter) = filter(&request)? else {
            return Ok(Response::new(OrderPage { orders: vec![], meta: Some(page.meta(0)) }));
        };
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::order_search::count(&mut connection, &filter).await.map_err(Error::from)?;
        let ids = db::order_search::page(&mut connection, &filter, page).await.map_err(Error::from)?;
        let orders = db::order::load(&mut connection, &ids).await.map_err(Error::from)?;
        let shown = orders.iter().map(|order| order.code.as_str());
        let entry = Entry::read_list("order", &filter_names(&request), shown);
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        let orders = orders.into_iter().map(|order| reply::order(order, self.reader(), language)).collect();
        Ok(Response::new(OrderPage { orders, meta: Some(page.meta(total)) }))
    }

    async fn get(&self, request: Request<GetOrderRequest>) -> Result<Response<Order>, Status> {
        let operator = self.identity.staff(&request).await?;
        let code = code(&request.get_ref().code)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let id = db::order_search::id(&mut connection, &code).await.map_err(Error::from)?;
        let id = id.ok_or(Error::NotFound("order_not_found"))?;
        let order = db::order::load_one(&mut connection, id).await.map_err(Error::from)?;
        let entry = Entry::read("order", code.as_str());
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        Ok(Response::new(reply::order(order, self.reader(), Language::from_metadata(request.metadata()))))
    }

    async fn r#move(&self, request: Request<MoveOrderRequest>) -> Result<Response<Order>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let code = code(&request.code)?;
        let order = app::move_to(&self.app, &operator, &code, parse_move(&request)?).await?;
        Ok(Response::new(reply::order(order, self.reader(), language)))
    }

    async fn refunds(&self, request: Request<DeskRefundsRequest>) -> Result<Response<RefundPage>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let page = Page::parse(request.page, request.per_page)?;
        let status = refunds::status(request.status)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let total = db::refund::count(&mut connection, status).await.map_err(Error::from)?;
        let ids = db::refund::page(&mut connection, status, page).await.map_err(Error::from)?;
        let found = db::refund::load(&mut connection, &ids).await.map_err(Error::from)?;
        let filters: &[_] = if status.is_some() { &["status"] } else { &[] };
        let entry = Entry::read_list("refund", filters, found.iter().map(|(_, refund)| refund.refund_id));
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        let limit = self.app.two_people.refund;
        let refunds = found.into_iter().map(|(code, refund)| refunds::to_admin_message(code, refund, limit)).collect();
        Ok(Response::new(RefundPage { refunds, meta: Some(page.meta(total)) }))
    }

    async fn decide_refund(&self, request: Request<DecideRefundRequest>) -> Result<Response<Refund>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let id = input::id(request.id, "refund_not_found")?;
        let decision = refunds::decision(&request)?;
        let decided = app::refund::decide(&self.app, &operator, id, &decision).await?;
        let limit = self.app.two_people.refund;
        Ok(Response::new(refunds::to_admin_message(decided.order_code, decided.refund, limit)))
    }

    async fn reconcile(&self, request: Request<ReconcileRequest>) -> Result<Response<Reconciliation>, Status> {
        let operator = self.identity.staff(&request).await?;
        let day = payments::day(&request.get_ref().date)?;
        let report = app::payment::reconcile(&self.app, day).await?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let entry = Entry::new("payments_reconciled", "day", day.to_string());
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        Ok(Response::new(payments::reconciliation(report)))
    }
}

/// Returns filter names for the audit log.
fn filter_names(request: &DeskListRequest) -> Vec<&'static str> {
    let filters = [
        ("status", request.status != 0),
        ("paymentStatus", request.payment_status != 0),
        ("storeId", request.store_id.is_some()),
        ("code", request.code.is_some()),
        ("since", request.since.is_some()),
        ("until", request.until.is_some()),
    ];
    filters.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect()
}

/// Returns `None` if no code begins like the typed text.
fn filter(request: &DeskListRequest) -> Result<Option<Filter>> {
    let mut checks = Checks::default();
    let status = checks.take("status", status_of(request.status)).flatten();
    let payment = checks.take("paymentStatus", payment_of(request.payment_status)).flatten();
    let since = checks.take("since", request.since.map(time).transpose()).flatten();
    let until = checks.take("until", request.until.map(time).transpose()).flatten();
    checks.finish()?;
    let prefix = match request.code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
        None => None,
        Some(typed) => match search_prefix(typed) {
            None => return Ok(None),
            prefix => prefix,
        },
    };
    Ok(Some(Filter { status, payment, store: request.store_id, prefix, since, until }))
}

fn parse_move(request: &MoveOrderRequest) -> Result<Move> {
    let mut checks = Checks::default();
    let to = checks.take("status", status_of(request.status).and_then(|status| status.ok_or("required")));
    let reason = request.reason.as_deref().map(|raw| input::text(raw, REASON)).transpose();
    let reason = checks.take("reason", reason).flatten().filter(|reason| !reason.is_empty());
    checks.finish()?;
    let to = to.ok_or_else(|| Error::invalid("status", "required"))?;
    Ok(Move { to, store: request.store_id, reason })
}

fn status_of(raw: i32) -> Result<Option<status::Status>, &'static str> {
    match OrderStatus::try_from(raw) {
        Ok(OrderStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(status::Status::of_key(&to_name(status))),
        Err(_) => Err("unknown_value"),
    }
}

fn payment_of(raw: i32) -> Result<Option<Payment>, &'static str> {
    match PaymentStatus::try_from(raw) {
        Ok(PaymentStatus::Unspecified) => Ok(None),
        Ok(status) => Ok(Payment::of_key(&to_name(status))),
        Err(_) => Err("unknown_value"),
    }
}

fn time(raw: Timestamp) -> Result<DateTime<Utc>, &'static str> {
    let nanos = u32::try_from(raw.nanos).map_err(|_| "out_of_range")?;
    DateTime::from_timestamp(raw.seconds, nanos).ok_or("out_of_range")
}
