//! Serves orders, deliveries, refunds and payments to operators. Every access to personal data is written to the audit
//! log.

pub(super) mod deliveries;
pub(super) mod search;

use audit::Entry;
use chrono::NaiveDate;
use kit::{
    Error, Language, Result,
    identity::Identity,
    input::{self, Checks},
    page::Page,
};
use proto::json::to_timestamp;
use proto::order::{
    AddOrderNoteRequest, DayDeliveries, DayRequest, DayWindows, DecideRefundRequest, DeskCounts, DeskCountsRequest,
    DeskListRequest, DeskOrderPage, DeskRefundsRequest, GetOrderRequest, MoveOrderRequest, Order, OrderNote,
    OrderNotes, ReconcileRequest, Reconciliation, Refund, RefundOrderRequest, RefundPage, StatusCount, desk_server,
};
use tonic::{Request, Response, Status};

use self::search::Search;
use super::{
    orders::{
        code,
        reply::{self, Reader},
    },
    payments, refunds,
};
use crate::{
    App,
    app::{self, Move, refund::Requester},
    db,
    domain::status,
};

/// In characters.
const REASON_LENGTH: std::ops::RangeInclusive<usize> = 0..=500;
/// In characters, as in the table.
const NOTE_LENGTH: std::ops::RangeInclusive<usize> = 1..=2_000;
/// The orders of a status are counted up to this number.
const MAX_COUNT: i64 = 1_000;

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
    async fn list(&self, request: Request<DeskListRequest>) -> Result<Response<DeskOrderPage>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let Search { filter, after, limit } = search::search(&request)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        // If one order more than the limit is found, there is a next page.
        let found = db::order_search::page(&mut connection, &filter, after, limit + 1).await.map_err(Error::from)?;
        let shown = &found[..found.len().min(limit as usize)];
        let next_cursor = shown.last().filter(|_| found.len() > shown.len()).copied().map(search::cursor);
        let ids: Vec<_> = shown.iter().map(|position| position.order_id).collect();
        let mut orders = db::order::load(&mut connection, &ids).await.map_err(Error::from)?;
        orders.sort_by_key(|order| ids.iter().position(|id| *id == order.order_id));
        let codes = orders.iter().map(|order| order.code.as_str());
        let entry = Entry::read_list("order", &search::filter_names(&request), codes);
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        let orders = orders.into_iter().map(|order| reply::to_order(order, self.reader(), language)).collect();
        Ok(Response::new(DeskOrderPage { orders, next_cursor }))
    }

    async fn counts(&self, request: Request<DeskCountsRequest>) -> Result<Response<DeskCounts>, Status> {
        self.identity.staff(&request).await?;
        let open_statuses: Vec<_> = status::Status::ALL.into_iter().filter(|status| !status.is_final()).collect();
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let counts = db::order_search::counts(&mut connection, &open_statuses, MAX_COUNT).await.map_err(Error::from)?;
        let counts = open_statuses.into_iter().zip(counts);
        let counts = counts.map(|(status, count)| StatusCount { status: reply::status(status).into(), count });
        Ok(Response::new(DeskCounts { counts: counts.collect() }))
    }

    async fn windows(&self, request: Request<DayRequest>) -> Result<Response<DayWindows>, Status> {
        self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let day = parse_day(request.get_ref())?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let windows = db::delivery_day::windows(&mut connection, day).await.map_err(Error::from)?;
        Ok(Response::new(deliveries::windows(day, windows, language)))
    }

    async fn deliveries(&self, request: Request<DayRequest>) -> Result<Response<DayDeliveries>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let day = parse_day(request.get_ref())?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let windows = db::delivery_day::windows(&mut connection, day).await.map_err(Error::from)?;
        let orders = db::delivery_day::orders(&mut connection, day).await.map_err(Error::from)?;
        let entry = Entry::read_list("order", &["deliverOn"], orders.iter().map(|order| order.code.as_str()));
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        Ok(Response::new(deliveries::deliveries(day, windows, orders, language)))
    }

    async fn get(&self, request: Request<GetOrderRequest>) -> Result<Response<Order>, Status> {
        let operator = self.identity.staff(&request).await?;
        let code = code(&request.get_ref().code)?;
        let mut connection = self.app.pool.acquire().await.map_err(Error::from)?;
        let id = db::order_search::id_of_code(&mut connection, &code).await.map_err(Error::from)?;
        let id = id.ok_or(Error::NotFound("order_not_found"))?;
        let order = db::order::load_one(&mut connection, id).await.map_err(Error::from)?;
        let entry = Entry::read("order", code.as_str());
        audit::insert(&mut connection, &operator, entry, self.app.clock.now()).await.map_err(Error::from)?;
        Ok(Response::new(reply::to_order(order, self.reader(), Language::from_metadata(request.metadata()))))
    }

    async fn r#move(&self, request: Request<MoveOrderRequest>) -> Result<Response<Order>, Status> {
        let operator = self.identity.staff(&request).await?;
        let language = Language::from_metadata(request.metadata());
        let request = request.into_inner();
        let code = code(&request.code)?;
        let order = app::move_to(&self.app, &operator, &code, parse_move(&request)?).await?;
        Ok(Response::new(reply::to_order(order, self.reader(), language)))
    }

    async fn notes(&self, request: Request<GetOrderRequest>) -> Result<Response<OrderNotes>, Status> {
        let operator = self.identity.staff(&request).await?;
        let notes = app::order_note::list(&self.app, &operator, &code(&request.get_ref().code)?).await?;
        Ok(Response::new(OrderNotes { notes: notes.into_iter().map(into_note).collect() }))
    }

    async fn add_note(&self, request: Request<AddOrderNoteRequest>) -> Result<Response<OrderNote>, Status> {
        let operator = self.identity.staff(&request).await?;
        let AddOrderNoteRequest { code: typed_code, text } = request.into_inner();
        let text = input::text(text.as_deref().unwrap_or_default(), NOTE_LENGTH)
            .map_err(|error| Error::invalid("text", error))?;
        let note = app::order_note::add(&self.app, &operator, &code(&typed_code)?, &text).await?;
        Ok(Response::new(into_note(note)))
    }

    async fn request_refund(&self, request: Request<RefundOrderRequest>) -> Result<Response<Refund>, Status> {
        let operator = self.identity.staff(&request).await?;
        let request = request.into_inner();
        let (code, refund) = (code(&request.code)?, refunds::refund_request(&request)?);
        let requested = app::refund::request(&self.app, Requester::Staff(&operator), &code, &refund).await?;
        let limit = self.app.two_people.refund;
        Ok(Response::new(refunds::to_admin_message(requested.order_code, requested.refund, limit)))
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

fn into_note(note: db::order_note::OrderNote) -> OrderNote {
    OrderNote {
        id: note.note_id,
        operator_id: note.written_by,
        at: Some(to_timestamp(note.written_at)),
        text: note.text,
    }
}

fn parse_day(request: &DayRequest) -> Result<NaiveDate> {
    let mut checks = Checks::default();
    let day = checks.take("day", if request.day.is_empty() { Err("required") } else { search::day(&request.day) });
    checks.finish()?;
    day.ok_or_else(|| Error::invalid("day", "required"))
}

fn parse_move(request: &MoveOrderRequest) -> Result<Move> {
    let mut checks = Checks::default();
    let to = checks.take("status", search::status(request.status).and_then(|status| status.ok_or("required")));
    let reason = request.reason.as_deref().map(|raw| input::text(raw, REASON_LENGTH)).transpose();
    let reason = checks.take("reason", reason).flatten().filter(|reason| !reason.is_empty());
    checks.finish()?;
    let to = to.ok_or_else(|| Error::invalid("status", "required"))?;
    Ok(Move { to, store: request.store_id, reason })
}
